/** Rules about what a call may hold: arguments, types, values, limits. For `review/rules.ts`. */
import { behavioural, breaking, compatible, none, safety } from './rule.ts'

const argument = 'argument'
const values = 'values of an argument'
const limit = 'limit of an argument'
const form = 'forms of an argument'

export const argumentRules = {
  'argument-added': compatible(argument, '{name} can be given', 'argument-removed'),
  'required-argument-added': breaking(argument, '{name} must be given, and is new', 'argument-removed'),
  'argument-removed': breaking(
    argument,
    '{name} is gone',
    'argument-added',
    'required-argument-added',
    'credential-exposed',
  ),
  'argument-renamed': breaking(argument, '{name} was named {old}', 'argument-renamed'),
  'argument-required': breaking(argument, '{name} must be given', 'argument-optional'),
  'argument-optional': compatible(argument, '{name} can be left out', 'argument-required'),
  'argument-text-changed': behavioural(
    'text of an argument',
    'the text of {name} reads {new}, and was {old}',
    'argument-text-changed',
  ),
  'credential-exposed': safety(
    breaking(
      'who fills an argument',
      '{name} looks like a credential, and the model fills it',
      'argument-removed',
    ),
  ),
  'argument-exposed': safety(
    breaking('who fills an argument', 'the model fills {name}, and the connection did', 'argument-supplied'),
  ),
  'argument-supplied': breaking(
    'who fills an argument',
    'the connection fills {name}, and the model did',
    'argument-exposed',
  ),
  'argument-unpinned': safety(
    breaking('who fills an argument', 'the model fills {name}, and it was always {old}', 'argument-pinned'),
  ),
  'argument-pinned': breaking(
    'who fills an argument',
    '{name} is always {new}, and the model filled it',
    'argument-unpinned',
  ),
  'type-changed': breaking(values, '{name} takes {new}, and took {old}', 'type-changed'),
  'type-narrowed': breaking(values, '{name} takes {new}, and took {old}', 'type-widened'),
  'type-widened': compatible(values, '{name} takes {new}, and took {old}', 'type-narrowed'),
  'null-refused': breaking(values, '{name} cannot be null', 'null-accepted'),
  'null-accepted': compatible(values, '{name} can be null', 'null-refused'),
  'values-listed': breaking(values, '{name} takes only {new}', 'values-unlisted'),
  'values-unlisted': compatible(values, '{name} takes values beside {old}', 'values-listed'),
  'value-removed': breaking(values, '{name} no longer takes {values}', 'value-added'),
  'value-added': behavioural(values, '{name} takes {values} too', 'value-removed'),
  'limit-tightened': breaking(limit, '{keyword} of {name} is {new}, and was {old}', 'limit-loosened'),
  'limit-loosened': compatible(limit, '{keyword} of {name} is {new}, and was {old}', 'limit-tightened'),
  'limit-changed': breaking(
    limit,
    '{keyword} of {name} is {new}, and was {old}: neither covers the other',
    'limit-changed',
  ),
  'pattern-added': breaking('pattern of an argument', '{name} must match {new}', 'pattern-removed'),
  'pattern-removed': compatible('pattern of an argument', '{name} need not match {old}', 'pattern-added'),
  'pattern-changed': breaking(
    'pattern of an argument',
    '{name} must match {new}, and had to match {old}: which covers which is not decided',
    'pattern-changed',
  ),
  'format-added': breaking('format of an argument', '{name} must be {new}', 'format-removed'),
  'format-removed': compatible('format of an argument', '{name} need not be {old}', 'format-added'),
  'format-narrowed': breaking(
    'format of an argument',
    '{name} must be {new}, and had to be {old}',
    'format-widened',
  ),
  'format-widened': compatible(
    'format of an argument',
    '{name} must be {new}, and had to be {old}',
    'format-narrowed',
  ),
  'format-changed': breaking(
    'format of an argument',
    '{name} must be {new}, and had to be {old}',
    'format-changed',
  ),
  'digits-accepted': compatible(
    'format of an argument',
    '{name} is a 64-bit integer, and can be written as digits',
    'digits-refused',
  ),
  'digits-refused': breaking(
    'format of an argument',
    '{name} is no longer a 64-bit integer, and cannot be written as digits',
    'digits-accepted',
  ),
  'further-narrowed': breaking(
    'further properties and items',
    'what {name} takes beside the declared is {new}, and was {old}',
    'further-widened',
  ),
  'further-widened': compatible(
    'further properties and items',
    'what {name} takes beside the declared is {new}, and was {old}',
    'further-narrowed',
  ),
  'further-stated': none(
    'further properties and items',
    'that {name} takes further properties is said, or no longer said; it does in any case',
    'further-stated',
  ),
  'tuple-changed': breaking(
    'items by their place',
    '{name} has {new} items with a schema of their own, and had {old}',
    'tuple-changed',
  ),
  'dependency-added': breaking(
    'what must stand together',
    '{name} must be given beside {values}',
    'dependency-removed',
  ),
  'dependency-removed': compatible(
    'what must stand together',
    '{name} need not be given beside {values}',
    'dependency-added',
  ),
  'form-added': compatible(form, '{name} has a further form: {new}', 'form-removed'),
  'form-removed': breaking(form, '{name} no longer has the form {old}', 'form-added'),
  'forms-exclusive': breaking(form, 'exactly one form of {name} may fit', 'forms-inclusive'),
  'forms-inclusive': compatible(form, 'several forms of {name} may fit', 'forms-exclusive'),
  'condition-added': breaking('what must hold too', '{name} must be {new} too', 'condition-removed'),
  'condition-removed': compatible(
    'what must hold too',
    '{name} need not be {old}',
    'condition-added',
    'condition-implied',
  ),
  'condition-implied': compatible(
    'what must hold too',
    '{name} must be {new}, as it had to be',
    'condition-removed',
  ),
  'exclusion-added': breaking('what must not hold', '{name} must not be {new}', 'exclusion-removed'),
  'exclusion-removed': compatible('what must not hold', '{name} may be {old}', 'exclusion-added'),
  'exclusion-changed': breaking(
    'what must not hold',
    '{name} must not be {new}, and had not to be {old}',
    'exclusion-changed',
  ),
  'schema-rewritten': none('inputSchema', 'inputSchema says the same in other words', 'schema-rewritten'),
  'order-changed': none('order of a list', 'another order, or something twice, in {name}', 'order-changed'),
}

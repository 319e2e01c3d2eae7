/** Rules about what a target declares while the exact schema stays as it is. For `review/rules.ts`. */
import { behavioural, breaking, compatible, none } from './rule.ts'

const declared = 'what a target declares'

export const declarationRules = {
  'target-added': compatible('target', '{name} has a declaration', 'target-removed'),
  'target-removed': breaking('target', '{name} has no declaration any more', 'target-added'),
  'default-added': behavioural('default', 'the API uses {new} where {name} is left out', 'default-removed'),
  'default-removed': behavioural('default', 'no default is told for {name}; it was {old}', 'default-added'),
  'default-changed': behavioural(
    'default',
    'the API uses {new} where {name} is left out, and used {old}',
    'default-changed',
  ),
  'argument-deprecated': behavioural('deprecation', 'the API calls {name} deprecated', 'argument-restored'),
  'argument-restored': behavioural(
    'deprecation',
    'the API no longer calls {name} deprecated',
    'argument-deprecated',
  ),
  'declared-name-changed': breaking(declared, '{targets} declares the name {new}', 'declared-name-changed'),
  'declared-text-changed': behavioural(
    declared,
    'what {targets} says of {name} changed from {old} to {new}',
    'declared-text-changed',
  ),
  'declared-argument-added': behavioural(declared, '{targets} declares {name}', 'declared-argument-removed'),
  'declared-argument-removed': breaking(
    declared,
    '{targets} no longer declares {name}, which is still accepted',
    'declared-argument-added',
  ),
  'declared-narrower': behavioural(
    declared,
    '{targets} declares less than is accepted: {change}',
    'declared-wider',
  ),
  'declared-wider': behavioural(
    declared,
    '{targets} declares more than it did: {change}',
    'declared-narrower',
  ),
  'declared-otherwise': behavioural(
    declared,
    '{targets} declares it otherwise: {change}',
    'declared-otherwise',
  ),
  'encoding-added': behavioural(
    'form that a model writes',
    '{targets}: {name} is written as {new}',
    'encoding-removed',
  ),
  'encoding-removed': behavioural(
    'form that a model writes',
    '{targets}: {name} is no longer written as {old}',
    'encoding-added',
  ),
  'loss-added': none('loss', 'a loss is recorded at {name}: {new}', 'loss-removed'),
  'loss-removed': none('loss', 'a loss is no longer recorded at {name}: {old}', 'loss-added'),
  'loss-changed': none('loss', 'the loss at {name} reads {new}, and was {old}', 'loss-changed'),
  'links-changed': none(
    'text that was taken out',
    'links were taken out of other texts than before',
    'links-changed',
  ),
  'hidden-text-changed': none(
    'text that was taken out',
    'what was taken out of the text of {name} is {new}, and was {old}',
    'hidden-text-changed',
  ),
}

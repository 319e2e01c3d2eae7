/** Rules about a tool as a whole: its name, its operation, what it may do, its text. For `review/rules.ts`. */
import { behavioural, breaking, compatible, none, safety } from './rule.ts'

export const toolRules = {
  'tool-added': behavioural('tool', 'a new tool that the model can choose', 'tool-removed'),
  'tool-removed': breaking('tool', 'the tool is gone', 'tool-added'),
  'tool-renamed': breaking(
    'tool name',
    'was named {old}',
    'tool-renamed',
    'tool-renamed-known',
    'tool-name-reused',
  ),
  'tool-renamed-known': behavioural(
    'tool name',
    'was named {old}, which formerNames keeps from other tools',
    'tool-renamed',
  ),
  'tool-name-reused': breaking(
    'tool name',
    'was named {old}; its new name belonged to {name}',
    'tool-renamed',
    'tool-name-reused',
  ),
  'former-name-added': compatible('former name', '{new} is kept from other tools', 'former-name-removed'),
  'former-name-removed': breaking(
    'former name',
    '{old} is no longer kept from other tools',
    'former-name-added',
  ),
  'operation-id-changed': none('operation', 'the operationId was {old} and is {new}', 'operation-id-changed'),
  'method-changed': breaking('operation', 'is sent as {new}, and was as {old}', 'method-changed'),
  'path-changed': breaking('operation', 'goes to {new}, and went to {old}', 'path-changed'),
  'path-respelled': behavioural(
    'operation',
    'goes to {new}, and went to {old}: only a version or a placeholder differs',
    'path-respelled',
  ),
  'operation-replaced': breaking(
    'operation',
    'the name stands for another operation: {new}, and was {old}',
    'operation-replaced',
  ),
  'effect-lowered': safety(breaking('effect', 'counts as a read, and was a write', 'effect-raised')),
  'effect-raised': behavioural('effect', 'counts as a write, and was a read', 'effect-lowered'),
  'confirm-dropped': safety(breaking('confirmation', 'runs without being confirmed', 'confirm-added')),
  'confirm-added': behavioural('confirmation', 'waits for a confirmation', 'confirm-dropped'),
  'description-changed': behavioural(
    'text of the tool',
    'the text reads {new}, and was {old}',
    'description-changed',
  ),
  'words-kept': none(
    'text of the tool or an argument',
    'the words of {name} are the same: white space differs, or a link on the same host',
    'words-kept',
  ),
  'unrecognised-change': breaking(
    'anything that the rules do not know',
    'no rule knows {name}: it was {old} and is {new}',
    'unrecognised-change',
  ),
}

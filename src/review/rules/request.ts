/** Rules about what is sent, under which guard, and what comes back. For `review/rules.ts`. */
import { behavioural, breaking, none, safety } from './rule.ts'

const route = 'way of an argument to the wire'
const body = 'request body'
const security = 'security'
const credential = 'where a credential goes'
const result = 'result'

export const requestRules = {
  'location-changed': behavioural(
    route,
    '{name} is sent in the {new}, and was in the {old}',
    'location-changed',
  ),
  'wire-name-changed': breaking(route, '{name} is sent as {new}, and was as {old}', 'wire-name-changed'),
  'style-changed': behavioural(
    route,
    '{name} is written in another way: {keyword} is {new}, and was {old}',
    'style-changed',
  ),
  'affix-changed': breaking(route, 'the {keyword} of {name} is {new}, and was {old}', 'affix-changed'),
  'route-added': breaking(route, '{name} is sent to one more place: {new}', 'route-removed'),
  'route-removed': breaking(route, '{name} is no longer sent to {old}', 'route-added'),
  'fixed-added': behavioural('fixed value', '{name} is sent as {new} with every call', 'fixed-removed'),
  'fixed-removed': behavioural('fixed value', '{name} is no longer sent as {old}', 'fixed-added'),
  'fixed-changed': behavioural('fixed value', '{name} is sent as {new}, and was as {old}', 'fixed-changed'),
  'supplied-added': breaking('connection parameter', 'the connection must supply {name}', 'supplied-removed'),
  'supplied-removed': behavioural(
    'connection parameter',
    'the connection no longer supplies {name}',
    'supplied-added',
  ),
  'supplied-renamed': breaking(
    'connection parameter',
    'the connection supplies {name} under the name {new}, and did under {old}',
    'supplied-renamed',
  ),
  'body-added': behavioural(body, 'a body is sent as {new}', 'body-removed'),
  'body-removed': behavioural(body, 'no body is sent; it was {old}', 'body-added'),
  'media-changed': behavioural(body, 'the body is sent as {new}, and was as {old}', 'media-changed'),
  'body-required': behavioural(body, 'an empty body is sent where no argument feeds it', 'body-optional'),
  'body-optional': behavioural(body, 'no body is sent where no argument feeds it', 'body-required'),
  'query-text-changed': breaking(
    'operation',
    'the query always has {new}, and had {old}',
    'query-text-changed',
  ),
  'idempotency-added': behavioural(
    'idempotency',
    'a write carries {new}, and may be sent again',
    'idempotency-removed',
  ),
  'idempotency-removed': behavioural(
    'idempotency',
    'a write no longer carries {old}, and is never sent again',
    'idempotency-added',
  ),
  'idempotency-changed': behavioural(
    'idempotency',
    'a write carries {new}, and carried {old}',
    'idempotency-changed',
  ),
  'security-dropped': safety(
    breaking(
      security,
      'a request may go with {new}, and needed {old}',
      'security-added',
      'security-choice-removed',
    ),
  ),
  'security-added': breaking(security, 'a request needs {new}, and went with {old}', 'security-dropped'),
  'security-changed': breaking(
    security,
    'a request needs {new}, and needed {old}',
    'security-changed',
    'credential-in-url',
  ),
  'security-choice-added': behavioural(
    security,
    'a request may go with {new} instead',
    'security-choice-removed',
  ),
  'security-choice-removed': breaking(
    security,
    'a request may no longer go with {old}',
    'security-choice-added',
    'security-dropped',
  ),
  'security-reordered': behavioural(
    security,
    'of several credentials another may be chosen: {new}, and it was {old}',
    'security-reordered',
  ),
  'credential-moved': breaking(
    credential,
    'the credential of {name} goes as {new}, and went as {old}',
    'credential-moved',
    'credential-in-url',
  ),
  'credential-in-url': safety(
    breaking(
      credential,
      'the credential of {name} goes into the URL, which logs keep: as {new}, and went as {old}',
      'credential-moved',
      'security-changed',
    ),
  ),
  'credential-respelled': none(
    credential,
    'the credential of {name} is declared in other words, and goes as before: {new}',
    'credential-respelled',
  ),
  'server-changed': safety(
    breaking('server', 'requests go to the server {new}, and went to {old}', 'server-changed'),
  ),
  'result-narrowed': breaking(result, 'the result holds only {new}', 'result-widened'),
  'result-widened': behavioural(
    result,
    'the result holds everything, and held only {old}',
    'result-narrowed',
  ),
  'result-field-removed': breaking(result, 'the result no longer holds {old}', 'result-field-added'),
  'result-field-added': behavioural(result, 'the result holds {new} too', 'result-field-removed'),
  'result-limit-changed': behavioural(
    result,
    '{keyword} of the result is {new}, and was {old}',
    'result-limit-changed',
  ),
  'result-header-removed': breaking(
    result,
    'the result no longer carries the header {old}',
    'result-header-added',
  ),
  'result-header-added': behavioural(result, 'the result carries the header {new}', 'result-header-removed'),
}

/** Names that are not ours to give, as closed lists. For name.ts. */

/** Why a tool may not have this name, or undefined. */
export function toolNameReserved(name: string): string | undefined {
  if (name.startsWith('adk_request_') || frameworkTools.has(name)) return 'ADK uses it for itself'
  if (objectMembers.has(name)) return 'every JavaScript object has a member of this name'
  return undefined
}

/** Why a tool module may not export this name, or undefined. */
export function exportNameReserved(name: string): string | undefined {
  if (moduleExports.has(name)) return 'every tool module exports it for something else'
  if (keywords.has(name)) return 'it is a reserved word of JavaScript'
  if (name === 'then') return 'import() takes a module with it for a promise'
  return objectMembers.has(name) ? 'every JavaScript object has a member of this name' : undefined
}

const frameworkTools = new Set(['set_model_response', 'transfer_to_agent'])

// Object.prototype (ECMA-262, 20.1.3 and B.2.2). Frameworks keep tools in plain objects and find these there.
const objectMembers = new Set([
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
])

const moduleExports = new Set(['tools', 'spec', 'default'])

// ECMA-262, 12.7.2 with what strict mode and modules add, and bindings that mislead when shadowed.
const keywords = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false ' +
    'finally for function if import in instanceof new null return super switch this throw true try typeof var ' +
    'void while with yield let static implements interface package private protected public ' +
    'arguments eval undefined NaN Infinity'
  ).split(' '),
)

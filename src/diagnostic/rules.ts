/** The closed table of codes. `diagnostic.ts` gives it out. */

interface Rule {
  severity: 'error' | 'warning'
  /** Why this stops the build (or is worth a warning), in one sentence; the same for every occurrence. */
  why: string
}

/** Errors cannot be silenced; warnings can, by code. */
export const rules = {
  'two-configurations': {
    severity: 'error',
    why: 'Two places that disagree would make the build depend on which one was read.',
  },
  'configuration-unreadable': {
    severity: 'error',
    why: 'A configuration that cannot be loaded says nothing about what to build.',
  },
  'option-unknown': { severity: 'error', why: 'A misspelt option would be ignored in silence.' },
  'option-invalid': {
    severity: 'error',
    why: 'An option with a value it cannot have would be ignored or guessed.',
  },
  'directive-unknown': {
    severity: 'error',
    why: 'A misspelt directive would leave the tool unguarded in silence.',
  },
  'directive-invalid': {
    severity: 'error',
    why: 'A directive with a value it cannot have would be ignored or guessed.',
  },
  'import-unknown': {
    severity: 'error',
    why: 'The import names a spec or a tool that this build does not have.',
  },
  'import-ambiguous': {
    severity: 'error',
    why: 'One import that can mean two specs would depend on what was built before.',
  },
  'import-unlinked': {
    severity: 'error',
    why: 'The bundle would have tools that its run time cannot run.',
  },
  'spec-not-found': {
    severity: 'error',
    why: 'Tools are compiled from a file in the repository; nothing is fetched at build.',
  },
  'spec-unreadable': {
    severity: 'error',
    why: 'A document that parsers read in different ways cannot be carried exactly.',
  },
  'spec-version': {
    severity: 'error',
    why: 'Only OpenAPI 3.0, 3.1 and 3.2 describe what the compiler carries.',
  },
  'spec-not-pinned': {
    severity: 'error',
    why: 'The text that a model sees must be a reviewed version, not whatever is on disk.',
  },
  'spec-changed': {
    severity: 'error',
    why: 'The text that a model sees must be a reviewed version, not whatever is on disk.',
  },
  'lock-unreadable': { severity: 'error', why: 'A lock that cannot be read pins nothing.' },
  'ref-unresolved': {
    severity: 'error',
    why: 'A reference that leads nowhere leaves a part of the request undefined.',
  },
  'ref-outside': {
    severity: 'error',
    why: 'A file reference may not leave the folder the spec is trusted with.',
  },
  'ref-remote': { severity: 'error', why: 'Nothing is fetched at build: a remote document is not pinned.' },
  'selection-empty': {
    severity: 'error',
    why: 'Nothing is offered by default; an empty choice is a mistake more often than a wish.',
  },
  'selection-unmatched': {
    severity: 'error',
    why: 'An entry that matches nothing offers a tool less than somebody meant to.',
  },
  'selection-twice': { severity: 'error', why: 'Two places that select would disagree in silence.' },
  'operation-duplicate': {
    severity: 'error',
    why: 'One operationId on two operations does not say which one is meant.',
  },
  'operation-method': { severity: 'error', why: 'Tools send GET, HEAD, PUT, POST, PATCH and DELETE only.' },
  'operation-withheld': {
    severity: 'error',
    why: "The API owner's x-agent-tool: false means never, whoever selects.",
  },
  'no-description': { severity: 'error', why: 'A model chooses tools by their text.' },
  'name-taken': {
    severity: 'error',
    why: 'Two tools with one name cannot be told apart, and names are never numbered.',
  },
  'name-too-long': {
    severity: 'error',
    why: 'Model APIs refuse the whole request for one long name, and names are never cut.',
  },
  'name-reserved': { severity: 'error', why: 'Frameworks use this name for themselves.' },
  'name-needed': { severity: 'error', why: 'A name cannot be derived exactly from what the document gives.' },
  'name-invalid': { severity: 'error', why: 'Model APIs refuse the whole request for one illegal name.' },
  'export-name-taken': { severity: 'error', why: 'Two tools would be imported under one name.' },
  'body-media': { severity: 'error', why: 'A tool sends JSON or form-urlencoded bodies only.' },
  'body-not-sendable': {
    severity: 'error',
    why: 'HTTP gives a body of this method no meaning; its arguments would be lost.',
  },
  'parameter-unfillable': {
    severity: 'error',
    why: 'A required parameter that nobody can fill makes every call fail.',
  },
  'parameter-unmatched': {
    severity: 'error',
    why: 'A rule for a parameter that does not exist guards nothing.',
  },
  'parameter-value': {
    severity: 'error',
    why: 'A declared value that the API or the rule book does not allow would be sent with every call.',
  },
  'credential-unclassified': {
    severity: 'error',
    why: 'A parameter that looks like a credential must not be offered to a model by accident.',
  },
  'serialization-undefined': {
    severity: 'error',
    why: 'OpenAPI does not say how this value is written; a guess would send something else.',
  },
  'wire-name-taken': {
    severity: 'error',
    why: 'What two values write under one name cannot be told apart again, by a server or by anyone.',
  },
  'server-unnamed': {
    severity: 'error',
    why: 'This operation is served elsewhere; its credentials must go to a host that somebody named.',
  },
  'security-unsupported': {
    severity: 'error',
    why: 'Every call would go out without the credential that the API demands.',
  },
  'effect-unsafe': { severity: 'error', why: 'A method that changes things cannot be called a read.' },
  'schema-unsupported': {
    severity: 'error',
    why: 'The construct cannot be carried exactly, and nothing is dropped in silence.',
  },
  'budget-exceeded': {
    severity: 'error',
    why: 'Model APIs refuse, and models misread, declarations of this size.',
  },
  'pick-unmatched': {
    severity: 'error',
    why: 'A picked field that the response does not have would leave the result empty.',
  },
  'golden-missing': { severity: 'error', why: 'A tool that nobody has reviewed must not reach a model.' },
  'golden-changed': {
    severity: 'error',
    why: 'What a model reads and what is sent changed since it was reviewed.',
  },
  'golden-unreadable': { severity: 'error', why: 'A golden file that cannot be read proves nothing.' },
  'fetch-failed': {
    severity: 'error',
    why: 'Only a whole document from the place that was named may be stored.',
  },
  'safety-unaccepted': {
    severity: 'error',
    why: 'Less is asked or more is shown than somebody reviewed; that is accepted one by one, never in passing.',
  },
  'modules-stale': {
    severity: 'error',
    why: 'Files that are committed instead of built must be what would be built.',
  },
  'write-conflict': {
    severity: 'error',
    why: 'Two processes that write one file would lose what one of them wrote.',
  },
  'write-failed': { severity: 'error', why: 'A half written change is worse than none.' },
  'golden-orphan': { severity: 'warning', why: 'A reviewed tool is no longer built.' },
  'pattern-unsafe': {
    severity: 'warning',
    why: 'Checking it could hang on hostile text, or the expression is not valid; the pattern is told to the model but not enforced.',
  },
  'safety-ignored': {
    severity: 'warning',
    why: "A vendor's text cannot lower safety; only the place that selects can.",
  },
  'declaration-suspect': {
    severity: 'warning',
    why: 'An API that refuses one declaration refuses every request that carries it.',
  },
  deprecated: { severity: 'warning', why: 'The API owner plans to remove this operation.' },
  'many-tools': {
    severity: 'warning',
    why: 'Long tool lists cost tokens on every request and make models choose worse.',
  },
  'deep-schema': {
    severity: 'warning',
    why: 'Models fill deeply nested arguments badly, and APIs limit nesting.',
  },
  'types-stale': { severity: 'warning', why: 'Type checks read a file that no longer says what is built.' },
  'duplicate-key': {
    severity: 'warning',
    why: 'JSON parsers keep different ones of two equal keys (RFC 8259, 4); this one keeps the last.',
  },
  'imprecise-number': {
    severity: 'warning',
    why: 'A number past 2^53 is rounded when JSON is read; as a default or a bound it would be another one.',
  },
  'spec-invalid': {
    severity: 'warning',
    why: 'What a document says against the rules of OpenAPI may mean something else to its owner.',
  },
  'external-import': {
    severity: 'warning',
    why: 'A bundler left the import in the output; it cannot be resolved at run time.',
  },
} as const satisfies Record<string, Rule>

export type Code = keyof typeof rules

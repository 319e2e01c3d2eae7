/** Golden files of real documents, for the properties of `review/`. */
import { goldenText } from '../../src/emit/golden.ts'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { compiledFrom, documentOf, toolsOf } from '../support/real.ts'

/** Few documents, chosen for their unions, recursion, forms, maps and names. */
const documents = ['stripe', 'twilio', 'kubernetes', 'box', 'openai', 'ecr', 'codat', 'apideck']

export const realGoldens = (): JsonObject[] =>
  documents.flatMap(name =>
    compiledFrom(documentOf(name), toolsOf(name)).tools.map(t => JSON.parse(goldenText(t)) as JsonObject),
  )

/** The fake Gemini against every documented 400: each fault beside the nearest request that is accepted. */
import { GoogleGenAI } from '@google/genai'
import { afterEach, describe, expect, it } from 'vitest'
import { developerErrors, type Rules, vertexErrors } from './fake-gemini/declaration.ts'
import { type FakeGemini, type FakeOptions, type Part, startFakeGemini } from './fake-gemini/server.ts'

const open: FakeGemini[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(fake => fake.close()))
})

async function start(options: Partial<FakeOptions> = {}): Promise<FakeGemini> {
  const fake = await startFakeGemini({
    script: Array.from({ length: 9 }, () => [{ text: 'ok' }]),
    ...options,
  })
  open.push(fake)
  return fake
}

const gemini3 = '/v1beta/models/gemini-3-flash:generateContent'
const gemini2 = '/v1beta/models/gemini-2.5-flash:generateContent'
const vertex3 = '/v1beta1/publishers/google/models/gemini-3-flash:generateContent'

async function post(fake: FakeGemini, body: unknown, path = gemini3) {
  const response = await fetch(fake.url + path, {
    method: 'POST',
    headers: { 'x-goog-api-key': 'key' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  // Whatever comes back is compared, so its type does not matter.
  return { status: response.status, json: (await response.json()) as { error?: Record<string, unknown> } }
}

const declare = (parameters: object) => ({ name: 'f', description: 'Does f.', parameters })
const property = (a: object) => declare({ type: 'OBJECT', properties: { a } })
const at = 'tools[0].function_declarations[0].parameters'
const star = `* GenerateContentRequest.${at}`
const unknownName = (name: string, place: string, why = 'Cannot find field.') =>
  `Invalid JSON payload received. Unknown name "${name}" at '${place}': ${why}`

describe('declarations, in the words of the Developer API', () => {
  it.each([
    'exclusiveMinimum',
    'exclusiveMaximum',
    'const',
    '$schema',
    'additionalProperties',
    'propertyNames',
    'examples',
    'multipleOf',
    'uniqueItems',
    'patternProperties',
    '$comment',
    'enumDescriptions',
    '$defs',
    '$ref',
    'oneOf',
    'allOf',
    'not',
    'x-vendor',
    'readOnly',
    'deprecated',
    '__proto__',
    'constructor',
  ])('2.1 unknown key %s', key => {
    const schema = Object.fromEntries([
      ['type', 'STRING'],
      [key, 'x'],
    ])
    expect(developerErrors([property(schema)])).toEqual([unknownName(key, `${at}.properties[0].value`)])
    // The same word as the name of a property is no keyword.
    const rules: Partial<Rules> = { documentedOnly: 'accept' }
    const named = { type: 'OBJECT', properties: Object.fromEntries([[key, { type: 'STRING' }]]) }
    expect(developerErrors([declare(named)], rules)).toEqual([])
  })

  it.each<[string, object, string[], object]>([
    [
      '2.3 a list of types',
      { type: ['string', 'null'] },
      [unknownName('type', `${at}.properties[0].value`, 'Proto field is not repeating, cannot start list.')],
      { type: 'STRING', nullable: true },
    ],
    [
      '2.5 a number in an enum',
      { type: 'STRING', enum: [4] },
      [`Invalid value at '${at}.properties[0].value.enum[0]' (TYPE_STRING), 4`],
      { type: 'STRING', enum: ['4'] },
    ],
    [
      '2.5 enum on INTEGER',
      { type: 'INTEGER', enum: ['4'] },
      [`${star}.properties[a].enum: only allowed for STRING type`],
      { type: 'INTEGER', minimum: 4 },
    ],
    [
      '2.5 an empty member',
      { type: 'STRING', enum: ['a', ''] },
      [`${star}.properties[a].enum[1]: cannot be empty`],
      { type: 'STRING', enum: ['a', ' '] },
    ],
    [
      '2.5 format enum without members',
      { type: 'STRING', format: 'enum' },
      [`${star}.properties[a].enum: should be non-empty for STRING type with enum format`],
      { type: 'STRING', format: 'enum', enum: ['a'] },
    ],
    [
      '2.6 a format',
      { type: 'STRING', format: 'uuid' },
      [`${star}.properties[a].format: only 'enum' and 'date-time' are supported for STRING type`],
      { type: 'STRING', format: 'date-time' },
    ],
    [
      '2.7 ARRAY without items',
      { type: 'ARRAY' },
      [`${star}.properties[a].items: missing field.`],
      { type: 'ARRAY', items: { type: 'STRING' } },
    ],
    [
      '2.7 nested ARRAY without items',
      { type: 'ARRAY', items: { type: 'ARRAY' } },
      [`${star}.properties[a].items.items: missing field.`],
      { type: 'ARRAY', items: { type: 'ARRAY', items: { type: 'STRING' } } },
    ],
    [
      '2.7 items on STRING',
      { type: 'STRING', items: { type: 'STRING' } },
      [`${star}.properties[a].items: field predicate failed: $type == Type.ARRAY`],
      { type: 'STRING', minLength: '1' },
    ],
    [
      '2.8 required without property',
      { type: 'OBJECT', properties: { b: { type: 'STRING' } }, required: ['c'] },
      [`${star}.properties[a].required[0]: property is not defined`],
      { type: 'OBJECT', properties: { b: { type: 'STRING' } }, required: ['b'] },
    ],
    [
      '2.8 required in a branch',
      { anyOf: [{ type: 'STRING', required: ['c'] }] },
      [
        `${star}.properties[a].any_of[0].required: only allowed for OBJECT type`,
        `${star}.properties[a].any_of[0].required[0]: property is not defined`,
      ],
      { anyOf: [{ type: 'STRING' }] },
    ],
    [
      '2.8 properties on STRING',
      { type: 'STRING', properties: { b: { type: 'STRING' } } },
      [`${star}.properties[a].properties: only allowed for OBJECT type`],
      { type: 'OBJECT', properties: { b: { type: 'STRING' } } },
    ],
    [
      '2.9 no type',
      { description: 'x' },
      [`${star}.properties[a].type: must be specified when not using one_of, any_of or all_of fields`],
      { anyOf: [{ type: 'STRING' }] },
    ],
    [
      '2.9 an unspecified type',
      { type: 'TYPE_UNSPECIFIED' },
      [`${star}.properties[a].type: must be specified when not using one_of, any_of or all_of fields`],
      { type: 'STRING' },
    ],
    [
      '2.9 a type that is none',
      { type: 'DATE' },
      [
        `Invalid value at '${at}.properties[0].value.type' (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), "DATE"`,
      ],
      { type: 'string' },
    ],
    [
      '2.10 an empty OBJECT',
      { type: 'OBJECT', properties: {} },
      [`${star}.properties[a].properties: should be non-empty for OBJECT type`],
      { type: 'OBJECT', properties: { b: { type: 'STRING' } } },
    ],
    [
      'a number where text belongs',
      { type: 'STRING', description: 4 },
      [`Invalid value at '${at}.properties[0].value.description' (TYPE_STRING), 4`],
      { type: 'STRING', description: '4' },
    ],
    [
      'a fraction as length',
      { type: 'STRING', maxLength: 1.5 },
      [`Invalid value at '${at}.properties[0].value.max_length' (TYPE_INT64), 1.5`],
      { type: 'STRING', maxLength: 2, minLength: '1' },
    ],
    [
      'text as bound',
      { type: 'NUMBER', minimum: 'low' },
      [`Invalid value at '${at}.properties[0].value.minimum' (TYPE_DOUBLE), "low"`],
      { type: 'NUMBER', minimum: 0.5 },
    ],
    [
      'text as flag',
      { type: 'STRING', nullable: 'yes' },
      [`Invalid value at '${at}.properties[0].value.nullable' (TYPE_BOOL), "yes"`],
      { type: 'STRING', nullable: true },
    ],
    [
      'a schema that is none',
      { type: 'ARRAY', items: true },
      [
        `Invalid value at '${at}.properties[0].value.items' (type.googleapis.com/google.ai.generativelanguage.v1beta.Schema), true`,
      ],
      { type: 'ARRAY', items: { type: 'BOOLEAN' } },
    ],
    [
      'documented: formats of numbers',
      { type: 'INTEGER', format: 'byte' },
      [`${star}.properties[a].format: 'byte' is not supported for INTEGER type`],
      { type: 'INTEGER', format: 'int64' },
    ],
    [
      'documented: distinct members',
      { type: 'STRING', enum: ['a', 'a'] },
      [`${star}.properties[a].enum: members must be distinct`],
      { type: 'STRING', enum: ['a', 'A'] },
    ],
    [
      'documented: look-around',
      { type: 'STRING', pattern: '^(?!x)' },
      [`${star}.properties[a].pattern: not an RE2 expression`],
      { type: 'STRING', pattern: '^\\(?=x[(?!]$' },
    ],
    [
      'documented: back-reference',
      { type: 'STRING', pattern: '(a)\\1' },
      [`${star}.properties[a].pattern: not an RE2 expression`],
      { type: 'STRING', pattern: '(?<n>a)\\\\1' },
    ],
  ])('%s', (_name, bad, messages, good) => {
    expect(developerErrors([property(bad)])).toEqual(messages)
    expect(developerErrors([property(good)])).toEqual([])
  })

  it('2.9 a root that is no OBJECT', () => {
    const message = `${star}: parameters schema should be of type OBJECT`
    expect(developerErrors([declare({ type: 'STRING' })])).toEqual([message])
    expect(developerErrors([declare({ anyOf: [{ type: 'STRING' }] })])).toEqual([message])
  })

  it('2.11 documented: names of properties', () => {
    const named = (name: string) => declare({ type: 'OBJECT', properties: { [name]: { type: 'STRING' } } })
    for (const name of ['a-b', '$filter', '1a', '', 'a'.repeat(65), 'ä']) {
      expect(developerErrors([named(name)])).toEqual([
        `${star}.properties[${name}]: must start with a letter or an underscore and contain only a-z, A-Z, 0-9 or underscores, with a maximum length of 64`,
      ])
      expect(developerErrors([named(name)], { documentedOnly: 'accept' })).toEqual([])
    }
    for (const name of ['a_b', 'items', '_1', 'a'.repeat(64)])
      expect(developerErrors([named(name)])).toEqual([])
  })

  it('2.16 names of functions', () => {
    const named = (name: string) => ({ name, description: 'x' })
    const wrong = (length: number) =>
      `* GenerateContentRequest.tools[0].function_declarations[0].name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of ${length}.`
    for (const name of ['1a', 'a b', '', 'a'.repeat(65)])
      expect(developerErrors([named(name)])).toEqual([wrong(64)])
    expect(developerErrors([named('a'.repeat(129))], { nameLength: 128 })).toEqual([wrong(128)])
    for (const name of ['a', '_a.b:c-1', 'a'.repeat(64)]) expect(developerErrors([named(name)])).toEqual([])
    expect(developerErrors([named('f'), named('g'), named('f')])).toEqual([
      'Duplicate function declaration found: f',
    ])
  })

  it('3 parametersJsonSchema beside parameters, and what stands beside a $ref', () => {
    const json = (parametersJsonSchema: object) => ({ name: 'f', description: 'x', parametersJsonSchema })
    expect(developerErrors([{ ...property({ type: 'STRING' }), ...json({ type: 'object' }) }])).toHaveLength(
      1,
    )
    expect(developerErrors([json({ type: 'object', properties: {} })])).toEqual([])
    expect(
      developerErrors([json({ type: 'object', properties: { a: { $ref: '#/$defs/a', title: 'x' } } })]),
    ).toEqual(['If a schema node has $ref set, then only description and default can be set alongside it'])
    expect(
      developerErrors([
        json({ type: 'object', properties: { a: { $ref: '#/$defs/a' }, $ref: { type: 'string' } } }),
      ]),
    ).toEqual([])
    expect(developerErrors([json({ type: 'string' })])).toHaveLength(1)
  })

  it('1.4 depth and count', () => {
    const nested = (levels: number): object =>
      levels === 1
        ? { type: 'OBJECT', properties: { a: { type: 'STRING' } } }
        : { type: 'OBJECT', properties: { a: nested(levels - 1) } }
    expect(developerErrors([declare(nested(8))])).toEqual([])
    const tooDeep = ["FunctionDeclaration 'f' in the request exceeds the maximum allowed nesting depth."]
    expect(developerErrors([declare(nested(9))])).toEqual(tooDeep)
    expect(developerErrors([declare(nested(5))], { maxDepth: 4 })).toEqual(tooDeep)
    const many = Array.from({ length: 513 }, (_, i) => ({ name: `f${i}`, description: 'x' }))
    expect(developerErrors(many)).toEqual([
      'The GenerateContentRequest proto is invalid:\n  * tools[0].function_declarations: [FIELD_INVALID] At most 512 function declarations can be specified.',
    ])
    expect(developerErrors(many.slice(1))).toEqual([])
    // Deeper than the JSON reader goes, and far deeper than the stack would.
    let deep: object = { type: 'STRING' }
    for (let i = 0; i < 5000; i++) deep = { type: 'ARRAY', items: deep }
    expect(developerErrors([property(deep)]).at(-1)).toBe(
      "Invalid JSON payload received. Message too deep. Max recursion depth reached for key 'items'",
    )
  })

  it('reports all at once, and what cannot be parsed alone', () => {
    const two = { a: { type: 'STRING', enum: [''] }, b: { type: 'ARRAY' } }
    expect(developerErrors([declare({ type: 'OBJECT', properties: two })])).toHaveLength(2)
    const three = { ...two, c: { type: 'STRING', const: 1, not: {} } }
    expect(developerErrors([declare({ type: 'OBJECT', properties: three })])).toEqual([
      unknownName('const', `${at}.properties[2].value`),
      unknownName('not', `${at}.properties[2].value`),
    ])
  })

  it('has switches where back ends differ', () => {
    const empty = declare({ type: 'OBJECT', properties: {} })
    expect(developerErrors([empty])).toHaveLength(1)
    expect(developerErrors([empty], { emptyObject: 'accept' })).toEqual([])
    expect(developerErrors([{ name: 'f' }])).toHaveLength(1)
    expect(developerErrors([{ name: 'f' }], { documentedOnly: 'accept' })).toEqual([])
  })
})

describe('declarations, in the words of Vertex', () => {
  const unable = (rest: string) =>
    `Unable to submit request because \`f\` functionDeclaration ${rest} Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling`
  it.each<[string, object, string, object]>([
    [
      '2.4 anyOf with a sibling',
      { anyOf: [{ type: 'STRING' }], description: 'x' },
      unable(
        '`parameters.a` schema specified other fields alongside any_of. When using any_of, it must be the only field set.',
      ),
      { anyOf: [{ type: 'STRING', description: 'x' }] },
    ],
    [
      '2.9 no type',
      { description: 'x' },
      unable("`parameters.a` schema didn't specify the schema type field."),
      { type: 'STRING' },
    ],
    [
      '2.9 no type in a branch',
      { anyOf: [{ description: 'x' }] },
      unable("`parameters.a` schema didn't specify the schema type field."),
      { anyOf: [{ type: 'STRING' }] },
    ],
    [
      '2.14 $ref',
      { $ref: '#/$defs/a' },
      unknownName('$ref', `${at}.properties[0].value`),
      { type: 'STRING', additionalProperties: false },
    ],
    [
      '2.14 const',
      { type: 'STRING', const: 'a' },
      unknownName('const', `${at}.properties[0].value`),
      { oneOf: [{ type: 'STRING' }], allOf: [{ type: 'STRING' }] },
    ],
    [
      'D2 NULL',
      { type: 'NULL' },
      `Invalid value at '${at}.properties[0].value.type' (type.googleapis.com/google.cloud.aiplatform.v1.Type), "NULL"`,
      { type: 'STRING', nullable: true },
    ],
    [
      '2.7 ARRAY without items',
      { type: 'ARRAY' },
      `The GenerateContentRequest proto is invalid:\n  * ${at}.properties[a].items: missing field.`,
      { type: 'ARRAY', items: { type: 'STRING' } },
    ],
  ])('%s', (_name, bad, message, good) => {
    expect(vertexErrors([property(bad)])).toEqual([message])
    expect(vertexErrors([property(good)])).toEqual([])
  })

  it('reports one at a time', () => {
    const two = { a: { description: 'x' }, b: { type: 'ARRAY' } }
    expect(vertexErrors([declare({ type: 'OBJECT', properties: two })])).toHaveLength(1)
    expect(vertexErrors([declare({ type: 'STRING' })])).toEqual([
      unable('parameters schema should be of type OBJECT.'),
    ])
  })
})

const user = (text: string) => ({ role: 'user', parts: [{ text }] })
const call = (id: string | undefined, name: string, thoughtSignature?: string): Part => ({
  functionCall: { ...(id && { id }), name, args: {} },
  ...(thoughtSignature && { thoughtSignature }),
})
const response = (id: string | undefined, name: string, result: unknown = { ok: true }) => ({
  functionResponse: { ...(id && { id }), name, response: result },
})
const dummy = 'skip_thought_signature_validator'
const model = (...parts: Part[]) => ({ role: 'model', parts })
const answers = (...parts: object[]) => ({ role: 'user', parts })

describe('conversations', () => {
  const afterUser =
    'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
  const count =
    'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
  const afterCall = 'Please ensure that function response turn comes immediately after a function call turn.'
  const two = model(call('1', 'f', dummy), call('2', 'g'))
  const missing = (name: string, position: number) =>
    `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\`, position ${position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`

  it.each<[string, object[], string]>([
    ['nothing said', [], '* GenerateContentRequest.contents: contents is not specified\n'],
    [
      'a content without parts',
      [{ role: 'user', parts: [] }],
      'Unable to submit request because it must include at least one parts field, which describes the prompt input.',
    ],
    [
      'a role that is none',
      [{ role: 'system', parts: [{ text: 'x' }] }],
      'Please use a valid role: user, model.',
    ],
    ['a call turn at the start', [two, answers(response('1', 'f'), response('2', 'g'))], afterUser],
    ['a call turn at the end', [user('x'), two], afterUser],
    [
      'a call turn after a call turn',
      [user('x'), two, two, answers(response('1', 'f'), response('2', 'g'))],
      count,
    ],
    ['a missing response', [user('x'), two, answers(response('1', 'f'))], count],
    ['split responses', [user('x'), two, answers(response('1', 'f')), answers(response('2', 'g'))], count],
    [
      'a response too many',
      [user('x'), two, answers(response('1', 'f'), response('2', 'g'), response('3', 'h'))],
      count,
    ],
    ['a response to nothing', [user('x'), answers(response('1', 'f'))], afterCall],
    [
      'another id',
      [user('x'), two, answers(response('1', 'f'), response('9', 'g'))],
      'contents[2]: function response g (9) answers no function call of the turn before',
    ],
    [
      'another order without ids',
      [
        user('x'),
        model(call(undefined, 'f', dummy), call(undefined, 'g')),
        answers(response(undefined, 'g'), response(undefined, 'f')),
      ],
      'contents[2]: function response g (no id) answers no function call of the turn before',
    ],
    [
      'a response without name',
      [user('x'), model(call('1', '', dummy)), answers(response('1', ''))],
      '* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.\n',
    ],
    [
      'an array as response',
      [user('x'), model(call('1', 'f', dummy)), answers(response('1', 'f', []))],
      unknownName(
        'response',
        'contents[2].parts[0].function_response',
        'Proto field is not repeating, cannot start list.',
      ),
    ],
    [
      'text as response',
      [user('x'), model(call('1', 'f', dummy)), answers(response('1', 'f', 'x'))],
      `Invalid value at 'contents[2].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct), "x"`,
    ],
    [
      'an unknown part',
      [{ role: 'user', parts: [{ text: 'x', tool: 1 }] }],
      unknownName('tool', 'contents[0].parts[0]'),
    ],
    ['no signature', [user('x'), model(call('1', 'f')), answers(response('1', 'f'))], missing('f', 2)],
    [
      'no signature on the second step',
      [
        user('x'),
        two,
        answers(response('1', 'f'), response('2', 'g')),
        model(call('3', 'h')),
        answers(response('3', 'h')),
      ],
      missing('h', 4),
    ],
    [
      'a signature that nobody gave',
      [user('x'), model(call('1', 'f', 'QUJD')), answers(response('1', 'f'))],
      'Corrupted thought signature.',
    ],
    [
      'a streamed call',
      [
        user('x'),
        model({ functionCall: { name: 'f', willContinue: true } }),
        answers(response(undefined, 'f')),
      ],
      unknownName('willContinue', 'contents[1].parts[0].function_call'),
    ],
  ])('refuses %s', async (_name, contents, message) => {
    const fake = await start()
    expect(await post(fake, { contents })).toMatchObject({
      status: 400,
      json: { error: { code: 400, status: 'INVALID_ARGUMENT', message } },
    })
  })

  it.each<[string, object[], string]>([
    ['two parallel calls', [user('x'), two, answers(response('1', 'f'), response('2', 'g'))], gemini3],
    [
      'responses with ids in another order',
      [user('x'), two, answers(response('2', 'g'), response('1', 'f'))],
      gemini3,
    ],
    [
      'calls without ids in order',
      [
        user('x'),
        model(call(undefined, 'f', dummy), call(undefined, 'g')),
        answers(response(undefined, 'f'), response(undefined, 'g')),
      ],
      gemini3,
    ],
    [
      'an earlier turn without signatures',
      [user('x'), model(call('1', 'f')), answers(response('1', 'f')), model({ text: 'y' }), user('z')],
      gemini3,
    ],
    [
      'no signature on an older model',
      [user('x'), model(call('1', 'f')), answers(response('1', 'f'))],
      gemini2,
    ],
    ['a content without role', [{ parts: [{ text: 'x' }] }], gemini3],
    [
      'a streamed call on Vertex',
      [
        user('x'),
        model({ functionCall: { name: 'f', willContinue: true }, thoughtSignature: dummy }),
        answers(response(undefined, 'f')),
      ],
      vertex3,
    ],
  ])('accepts %s', async (_name, contents, path) => {
    const fake = await start()
    expect((await post(fake, { contents }, path)).json.error).toBeUndefined()
  })

  it('takes media in function responses on Gemini 3 only', async () => {
    const fake = await start()
    const media = { functionResponse: { id: '1', name: 'f', response: {}, parts: [{ inlineData: {} }] } }
    const contents = [user('x'), model(call('1', 'f', dummy)), answers(media)]
    expect((await post(fake, { contents }, gemini3)).status).toBe(200)
    expect((await post(fake, { contents }, gemini2)).json.error?.message).toBe(
      'Multimodal function responses are not supported for this model',
    )
  })
})

describe('modes', () => {
  const functionDeclarations = [property({ type: 'STRING' })]
  const ask = (functionCallingConfig: object, tools: object[] = [{ functionDeclarations }]) => ({
    contents: [user('x')],
    tools,
    toolConfig: { functionCallingConfig },
  })
  it.each<[string, object, string, object]>([
    [
      '2.15 allowed names under AUTO',
      ask({ mode: 'AUTO', allowedFunctionNames: ['f'] }),
      'Please set allowed_function_names only when function calling mode is ANY.',
      ask({ mode: 'ANY', allowedFunctionNames: ['f'] }),
    ],
    [
      '2.15 allowed names without mode',
      ask({ allowedFunctionNames: ['f'] }),
      'Please set allowed_function_names only when function calling mode is ANY.',
      ask({ mode: 'VALIDATED', allowedFunctionNames: ['f'] }),
    ],
    [
      '2.15 a mode without declarations',
      ask({ mode: 'AUTO' }, []),
      'Function calling config is set without function_declarations.',
      ask({ mode: 'AUTO' }),
    ],
    [
      '1.4 ANY and a declaration without parameters',
      ask({ mode: 'ANY' }, [{ functionDeclarations: [{ name: 'f', description: 'x' }] }]),
      'Request contains an invalid argument.',
      ask({ mode: 'ANY' }, [
        {
          functionDeclarations: [
            { name: 'f', description: 'x', parametersJsonSchema: { type: 'object', properties: {} } },
          ],
        },
      ]),
    ],
    [
      'documented: an allowed name that is not declared',
      ask({ mode: 'ANY', allowedFunctionNames: ['g'] }),
      'allowed_function_names: no function declaration is called g',
      ask({ mode: 'ANY', allowedFunctionNames: ['f'] }),
    ],
    [
      'a mode that is none',
      ask({ mode: 'SOME' }),
      `Invalid value at 'tool_config.function_calling_config.mode' (type.googleapis.com/google.ai.generativelanguage.v1beta.Mode), "SOME"`,
      ask({ mode: 'NONE' }),
    ],
    [
      'streamed arguments',
      ask({ streamFunctionCallArguments: true }),
      unknownName('streamFunctionCallArguments', 'tool_config.function_calling_config'),
      ask({}),
    ],
  ])('%s', async (_name, bad, message, good) => {
    const fake = await start()
    expect((await post(fake, bad)).json.error?.message).toBe(message)
    expect((await post(fake, good)).status).toBe(200)
  })

  it('finds a duplicate over several tools, and takes either spelling of a field', async () => {
    const fake = await start()
    const tools = [{ functionDeclarations }, { function_declarations: functionDeclarations }]
    expect((await post(fake, { contents: [user('x')], tools })).json.error?.message).toBe(
      'Duplicate function declaration found: f\n',
    )
    expect((await post(fake, { contents: [user('x')], tools: tools.slice(1) })).status).toBe(200)
  })
})

describe('the service', () => {
  it('answers at the paths of both back ends, and nowhere else', async () => {
    const fake = await start()
    const body = { contents: [user('x')] }
    const paths = [
      '/v1/models/m',
      '/v1beta/models/m',
      '/v1beta1/publishers/google/models/m',
      '/v1beta1/projects/p/locations/l/publishers/google/models/m',
    ]
    for (const path of paths) expect((await post(fake, body, `${path}:generateContent`)).status).toBe(200)
    for (const path of ['/v2/models/m:generateContent', '/v1/models/m:countTokens', '/v1/models/m'])
      expect((await post(fake, body, path)).json.error).toEqual({
        code: 404,
        message: 'Requested entity was not found.',
        status: 'NOT_FOUND',
      })
    expect(fake.log.map(exchange => exchange.status)).toEqual([200, 200, 200, 200, 404, 404, 404])
  })

  it('wants a key and JSON', async () => {
    const fake = await start()
    const bare = await fetch(fake.url + gemini3, { method: 'POST', body: '{}' })
    expect(bare.status).toBe(403)
    expect((await post(fake, '{')).json.error?.message).toBe(
      'Invalid JSON payload received. Unexpected token.',
    )
    expect((await post(fake, '[]')).status).toBe(400)
  })

  it('gives details with what it could not parse', async () => {
    const fake = await start()
    const tools = [{ functionDeclarations: [property({ type: 'STRING', const: 'a', not: {} })] }]
    const { json } = await post(fake, { contents: [user('x')], tools })
    const first = unknownName('const', `${at}.properties[0].value`)
    const second = unknownName('not', `${at}.properties[0].value`)
    expect(json.error).toEqual({
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: `${first}\n${second}`,
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [
            { field: `${at}.properties[0].value`, description: first },
            { field: `${at}.properties[0].value`, description: second },
          ],
        },
      ],
    })
  })

  it('plays its script, knows the signatures it gave, and fails beyond the end', async () => {
    const said = [call('1', 'f', 'QUJD')]
    const fake = await start({
      script: [
        said,
        request => [{ text: `${request.contents?.length} contents` }],
        { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota.' },
      ],
    })
    const first = await post(fake, { contents: [user('x')] })
    expect(first.json).toMatchObject({
      candidates: [
        {
          content: { role: 'model', parts: said },
          finishReason: 'STOP',
          finishMessage: 'Model generated function call(s).',
        },
      ],
    })
    const contents = [user('x'), model(...said), answers(response('1', 'f'))]
    // Another model does not know the signature.
    const other = await post(fake, { contents }, '/v1beta/models/gemini-3-pro:generateContent')
    expect(other.json.error?.message).toBe('Corrupted thought signature.')
    expect((await post(fake, { contents })).json).toMatchObject({
      candidates: [{ content: { parts: [{ text: '3 contents' }] } }],
    })
    expect((await post(fake, { contents })).json.error).toEqual({
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: 'Quota.',
    })
    expect((await post(fake, { contents })).json.error?.message).toBe(
      'The script of the fake model is at its end.',
    )
    expect(fake.log.map(exchange => exchange.status)).toEqual([200, 400, 200, 429, 500])
    expect(fake.log[0]?.body).toEqual({ contents: [user('x')] })
  })

  it('turns a script step that throws into a failure of the service', async () => {
    const fake = await start({
      script: [
        () => {
          throw new Error('unexpected request')
        },
      ],
    })
    expect((await post(fake, { contents: [user('x')] })).json.error?.message).toBe(
      'Error: unexpected request',
    )
  })

  it('streams, as events and as one array', async () => {
    const chunks = [[{ text: 'a' }], [call('1', 'f', 'QUJD')]]
    const fake = await start({ script: [{ chunks }, { chunks }] })
    const stream = (query: string) =>
      fetch(`${fake.url}/v1beta/models/m:streamGenerateContent${query}`, {
        method: 'POST',
        headers: { 'x-goog-api-key': 'key' },
        body: JSON.stringify({ contents: [user('x')] }),
      })
    const events = await (await stream('?alt=sse')).text()
    const frames = events
      .split('\r\n\r\n')
      .filter(Boolean)
      .map(line => JSON.parse(line.replace(/^data: /, '')))
    expect(frames).toEqual(await (await stream('')).json())
    expect(frames).toMatchObject([
      { candidates: [{ content: { parts: chunks[0] } }] },
      { candidates: [{ content: { parts: chunks[1] }, finishReason: 'STOP' }] },
    ])
    expect(frames[0].candidates[0].finishReason).toBeUndefined()
  })

  it('breaks a stream after its chunks', async () => {
    const fake = await start({ script: [{ chunks: [[{ text: 'a' }], [{ text: 'b' }]], breaks: true }] })
    const ai = new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl: fake.url } })
    const seen: unknown[] = []
    const read = async () => {
      for await (const chunk of await ai.models.generateContentStream({
        model: 'gemini-3-flash',
        contents: 'x',
      }))
        seen.push(chunk.text, chunk.candidates?.[0]?.finishReason)
    }
    await expect(read()).rejects.toThrow()
    expect(seen).toEqual(['a', undefined, 'b', undefined])
  })

  it('is what the real client talks to', async () => {
    const fake = await start({
      script: [[{ text: 'hello' }], { chunks: [[{ text: 'a' }], [{ text: 'b' }]] }],
    })
    const ai = new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl: fake.url } })
    const ask = { model: 'gemini-3-flash', contents: 'x' }
    expect((await ai.models.generateContent(ask)).text).toBe('hello')
    let streamed = ''
    for await (const chunk of await ai.models.generateContentStream(ask)) streamed += chunk.text
    expect(streamed).toBe('ab')
    const broken = ai.models.generateContent({
      ...ask,
      config: { toolConfig: { functionCallingConfig: {} } },
    })
    await expect(broken).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('without function_declarations'),
    })
  })
})

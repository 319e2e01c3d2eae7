/** What `@apidevtools/swagger-parser` has to say of a document, as warnings. `pinned.ts` calls it. */
import type { Finding } from '../diagnostic.ts'
import { get, join } from '../json/pointer.ts'
import type { Json } from '../runtime/contract.ts'
import { quoted, visible } from '../spec/text.ts'

/** One of Ajv's errors, as far as it is read here. */
interface Fault {
  instancePath: string
  keyword: string
  message?: string
  params?: { additionalProperty?: unknown; missingProperty?: unknown }
}

const listed = 10

/**
 * The document against the JSON Schema of its OpenAPI version. References stay as they are: those that lead nowhere
 * are our own finding, and nothing is read or fetched for them. OpenAPI 3.2 is not known to the package.
 */
export async function againstOpenApiSchema(file: string, document: Json): Promise<Finding[]> {
  const problem = (message: string, pointer = ''): Finding => ({
    code: 'spec-invalid',
    message: `${file} ${message}`,
    fix: 'Tell the owner of the API, or correct the document; silence the warning when the operations you use are right',
    at: { file, pointer },
  })
  if (!/^3\.[01]\./.test(String(get(document, '/openapi')))) return []
  // Loaded when it is needed: it takes as long to load as a build.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser')
  try {
    // The package works on the value that it is given.
    const copy = structuredClone(document) as Parameters<typeof SwaggerParser.validate>[0]
    await SwaggerParser.validate(copy, {
      resolve: { external: false, http: false, file: false },
      dereference: { circular: 'ignore', excludedPathMatcher: () => true },
    })
    return []
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.message.startsWith('Unsupported OpenAPI version')) return []
    const faults = faultsOf(error, document)
    if (faults === undefined) return [problem(`is not what its version describes: ${reasonOf(error)}`)]
    const more = faults.length - listed
    return faults
      .slice(0, listed)
      .map(f =>
        problem(
          `breaks the schema of its OpenAPI version: ${describe(f)}${more > 0 && f === faults[listed - 1] ? ` (and ${more} more)` : ''}`,
          f.instancePath,
        ),
      )
  }
}

// The package's own sentence names a path or `[object Object]`.
const reasonOf = ({ message }: Error): string =>
  message.includes('is not a valid Openapi API definition')
    ? 'it has no paths'
    : visible(message.slice(0, 300))

/**
 * The ones that say something: not that an alternative failed, not that a value is no reference, and not that a
 * reference is none of what it leads to.
 */
function faultsOf(error: Error, document: Json): Fault[] | undefined {
  // Ajv made it; `validate` of the package attaches it.
  const { details } = error as Error & { details?: Fault[] }
  const known = new Set<string>()
  return details?.filter(fault => {
    const id = `${fault.instancePath} ${describe(fault)}`
    if (known.has(id) || fault.params?.missingProperty === '$ref') return false
    known.add(id)
    if (typeof get(document, join(fault.instancePath, '$ref')) === 'string') return false
    return !['oneOf', 'anyOf', 'if', '$ref', 'not'].includes(fault.keyword)
  })
}

function describe({ instancePath, message = 'is wrong', params }: Fault): string {
  const extra = params?.additionalProperty
  const place = instancePath === '' ? 'the document' : quoted(instancePath)
  return `${place} ${message}${typeof extra === 'string' ? ` (${quoted(extra)})` : ''}`
}

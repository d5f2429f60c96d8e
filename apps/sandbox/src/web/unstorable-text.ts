import type { FastifyRequest } from 'fastify'

/**
 * The field of a request with text that cannot be stored: a NUL, half a surrogate pair, or a repeated query name,
 * which is a list and no text. Refused for every call in one place; later it would fail as a bug.
 */
export const unstorableText = ({ params, query, body }: FastifyRequest): string | undefined => {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (typeof value !== 'string') return name
  }
  return fieldWithin({ params, query, body })?.split('.').slice(1).join('.')
}

const fieldWithin = (given: object): string | undefined => {
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    if (typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value))) return name
    const within = typeof value === 'object' && value !== null ? fieldWithin(value) : undefined
    if (within !== undefined) return `${name}.${within}`
  }
  return undefined
}

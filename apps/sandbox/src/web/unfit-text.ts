import type { FastifyRequest } from 'fastify'

/**
 * Where a request holds text that nobody can keep: a NUL, half a character, or a name that stands in the query twice,
 * so that it is no text at all. Refused for every call in one place; further on it would fail as a bug.
 */
export const unfitText = ({ params, query, body }: FastifyRequest): string | undefined => {
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

import type { z } from 'zod'
import { Refusal } from './refusal.ts'

/** Validates a request of the sandbox's own calls; throws a 400 that names the invalid field. */
export const readShape = <T>(shape: z.ZodType<T>, sent: unknown): T => {
  const read = shape.safeParse(sent ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new Refusal(400, { reason: 'malformed', field, message: `${field}: ${issue?.message ?? 'invalid'}` })
}

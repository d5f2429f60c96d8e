import type * as z from 'zod/mini'
import { stopReading } from '../sportsbook/index.ts'

/**
 * Maximum characters of a feed document: the largest recorded one has 28,000, a whole day of a sport about a million.
 */
const MAX_CHARACTERS = 8_000_000

/** Parses JSON of this shape; stops with the field that does not fit. Other fields are ignored. */
export function readJson<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
  maxCharacters = MAX_CHARACTERS,
): z.output<Schema> {
  if (text.length > maxCharacters) stopReading('too_large', `${text.length} characters`)
  return readValue(parse(text), schema)
}

/** The same for an already parsed value. */
export function readValue<Schema extends z.ZodMiniType>(value: unknown, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue?.path.map(String).join('.') ?? ''
  return stopReading(
    issue?.code === 'invalid_type' ? 'field_missing' : 'field_not_valid',
    path || 'the document',
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return stopReading('malformed', error instanceof Error ? error.message.slice(0, 200) : 'no JSON')
  }
}

import type * as z from 'zod/mini'
import { stopReading } from '../sportsbook/index.ts'

/** Parses JSON of this shape; stops with the field that does not fit. A longer text is refused, other fields are ignored. */
export function readJson<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
  maxCharacters: number,
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

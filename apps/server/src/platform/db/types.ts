import pg from 'pg'
import { Bug } from '../assert.ts'

/** How columns are read: bigint (cents, ids and counts) as a number, all others as the driver does. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? wholeNumber : parserOf(oid, format),
}

const parserOf = (oid: number, format: 'text' | 'binary' = 'text'): unknown =>
  format === 'binary' ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid, format)

/** A bigint must be a safe integer: one that had to be rounded is a bug. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new Bug(`a whole number within 2^53 came from the database, not ${text}`)
  return value
}

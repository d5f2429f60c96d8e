import type { Row } from './open-store.ts'

/** The column as text. Asserts: it is text. */
export const text = (row: Row, column: string): string => {
  const value = row[column]
  if (typeof value !== 'string') throw new Error(`column ${column} should hold text`)
  return value
}

/** The column as text, or undefined when it is null. */
export const maybeText = (row: Row, column: string): string | undefined =>
  row[column] === null ? undefined : text(row, column)

/** The column as a whole number. Asserts: it is one. */
export const whole = (row: Row, column: string): number => {
  const value = row[column]
  if (!Number.isSafeInteger(value)) throw new Error(`column ${column} should hold a whole number`)
  return Number(value)
}

/** The column as a whole number, or undefined when it is null. */
export const maybeWhole = (row: Row, column: string): number | undefined =>
  row[column] === null ? undefined : whole(row, column)

import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

/** One row of a data file by its column names. */
export type Row = Readonly<Record<string, string>>

/** The rows of a CSV file with a heading (RFC 4180); missing fields are empty. */
export const readRows = (path: string): Row[] => {
  return parse<Record<string, string>>(readFileSync(path), {
    bom: true,
    columns: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
  })
}

/** A column as a number; NaN where it is empty or missing. */
export const numberIn = (row: Row, name: string): number => {
  const written = row[name]
  return written === undefined || written === '' ? Number.NaN : Number(written)
}

/** A column as text, empty where it is missing. */
export const textIn = (row: Row, name: string): string => row[name] ?? ''

/** The day number of a date such as 2024-04-13, from 1970. */
export const dayOf = (date: string): number =>
  Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / 86_400_000)

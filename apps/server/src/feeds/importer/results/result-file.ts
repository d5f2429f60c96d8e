import type { SportState } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import * as z from 'zod/mini'

/** A played fixture from a result file. */
export type ImportedResult = {
  readonly line: number
  /** The fixture's key, unique in its file. */
  readonly key: string
  readonly sport: Sport
  readonly competition: string
  readonly title: string | null
  readonly participants: readonly { readonly name: string; readonly isWithdrawn?: boolean }[]
  readonly startsAt: Date
  readonly state: SportState
}

/** One kind of result file, and how to parse it. How to add one: docs/how-to/add-a-feed.md. */
export type ResultFile = {
  read(text: string): { results: ImportedResult[]; problems: RowProblem[] }
}

/** A file with one fixture per line, and the column names in the first line. */
export type CsvResultFile = ResultFile & { readonly columns: string }

/** Defines a CSV kind with one fixture per line and these columns. */
export const csvFile = (columns: string, resultOf: (row: Row) => ImportedResult): CsvResultFile => ({
  columns,
  read: (text) => {
    const { rows, problems } = rowsOf(text, columns)
    const read = readEach(rows, resultOf)
    return { results: read.values, problems: [...problems, ...read.problems] }
  },
})

/** What is wrong with a line, for the author of the file. */
export type RowProblem = { line: number; problem: string }

/** One line of a comma-separated file by its column names. */
export type Row = { readonly line: number; readonly fields: Readonly<Record<string, string>> }

/** More lines than any season of a league: a bigger file is not a result file. */
const MAX_LINES = 20_000
const MAX_CHARACTERS = 10_000_000

class NotARow extends Error {}

/** Stops parsing a line with this problem. */
export const wrongRow = (problem: string): never => {
  throw new NotARow(problem)
}

/** The lines of a file with these columns, or what is wrong with the file. */
export function rowsOf(text: string, columns: string): { rows: Row[]; problems: RowProblem[] } {
  if (text.length > MAX_CHARACTERS) return only(1, `a file has at most ${MAX_CHARACTERS} characters`)
  const [header = '', ...rest] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (header !== columns) return only(1, `the first line must be "${columns}"`)
  if (rest.length > MAX_LINES) return only(MAX_LINES + 2, `a file has at most ${MAX_LINES} lines`)
  const names = columns.split(',')
  const rows: Row[] = []
  const problems: RowProblem[] = []
  for (const [at, content] of rest.entries()) {
    const line = at + 2
    if (content.trim() === '') continue
    const values = fieldsOf(content)
    if (values.length === names.length)
      rows.push({ line, fields: Object.fromEntries(names.map((name, place) => [name, values[place] ?? ''])) })
    else problems.push({ line, problem: `${names.length} fields are needed, there are ${values.length}` })
  }
  if (rows.length + problems.length === 0) return only(2, 'the file has no results')
  return { rows, problems }
}

const only = (line: number, problem: string) => ({ rows: [], problems: [{ line, problem }] })

/** The fields of a line; one in double quotes may contain commas, and doubled quotes. */
export function fieldsOf(content: string): string[] {
  const fields = content.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []
  // The pattern also matches the empty string after the last field, unless the line ends in a comma.
  const all = content.endsWith(',') ? fields : fields.slice(0, -1)
  return all.map((field) => {
    const bare = field.replace(/,$/, '').trim()
    return bare.startsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare
  })
}

/** Parses each line; unreadable ones become problems. */
export function readEach<One extends { readonly line: number }, Value>(
  rows: readonly One[],
  read: (row: One) => Value,
) {
  const values: Value[] = []
  const problems: RowProblem[] = []
  for (const row of rows) {
    try {
      values.push(read(row))
    } catch (error) {
      if (!(error instanceof NotARow)) throw error
      problems.push({ line: row.line, problem: error.message })
    }
  }
  return { values, problems }
}

export const textIn = ({ fields }: Row, name: string): string => fields[name] ?? ''

export const LONGEST_NAME = 80

/** A name of a team, player or competition. */
export function nameIn(row: Row, column: string): string {
  const name = textIn(row, column)
  return name === '' || name.length > LONGEST_NAME ? wrongRow(`"${name}" is no name (${column})`) : name
}

/** A count of zero or more. */
export function countIn(row: Row, column: string): number {
  const written = textIn(row, column)
  return /^\d{1,4}$/.test(written) ? Number(written) : wrongRow(`"${written}" is no count (${column})`)
}

/** The instant of a date such as 2024-04-13 at the given time, in UTC. */
export function instantIn(row: Row, column: string, time = '00:00'): Date {
  const written = textIn(row, column)
  const at = new Date(`${written}T${time}:00Z`)
  const isThere = /^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(at.getTime())
  // An impossible day, such as 31 February, would silently become one of the next month.
  return isThere && at.toISOString().startsWith(written)
    ? at
    : wrongRow(`"${written}" is no date (${column})`)
}

const MAX_MATCHES = 20_000

export const nameText = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME))
export const score = z.tuple([z.int().check(z.minimum(0)), z.int().check(z.minimum(0))])
export type Score = z.output<typeof score>

/** Parses a JSON list of matches of this shape; "line" numbers are list positions, from 1. Other fields are ignored. */
export function readMatches<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
  resultOf: (match: z.output<Schema>, line: number) => ImportedResult,
): { results: ImportedResult[]; problems: RowProblem[] } {
  const all = text.length > MAX_CHARACTERS ? undefined : listIn(text)
  if (!all || all.length === 0 || all.length > MAX_MATCHES)
    return {
      results: [],
      problems: [{ line: 1, problem: `this is no JSON list of 1 to ${MAX_MATCHES} matches` }],
    }
  const matches: { line: number; match: z.output<Schema> }[] = []
  const problems: RowProblem[] = []
  for (const [at, one] of all.entries()) {
    const read = schema.safeParse(one)
    const [issue] = read.error?.issues ?? []
    if (read.success) matches.push({ line: at + 1, match: read.data })
    else
      problems.push({
        line: at + 1,
        problem: `"${issue?.path.map(String).join('.')}" is not as it should be`,
      })
  }
  const read = readEach(matches, ({ match, line }) => resultOf(match, line))
  return { results: read.values, problems: [...problems, ...read.problems] }
}

function listIn(text: string): unknown[] | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read : undefined
  } catch {
    return undefined // the caller reports it for the whole file
  }
}

/** The side with the higher count; undefined if level. */
export const leaderOf = ([home, away]: Score): 'home' | 'away' | undefined =>
  home > away ? 'home' : home < away ? 'away' : undefined

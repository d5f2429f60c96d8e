import type { Rate, Reached } from './callers.ts'

/** One line of the table: a rate against TPC-B in the same minutes, or a plain number with its own unit. */
export type Row = {
  /** As `--json` names it; a row without a name is for readers only. */
  name: string | null
  what: string
  reached?: Rate & Partial<Reached>
  tpcbPerSecond?: number
  /** What counts: times TPC-B, or the number in its unit. */
  value: number
  unit:
    | '× TPC-B'
    | 'of empty'
    | "× TPC-B's p99"
    | 'MB'
    | 'kB'
    | 'ms'
    | 'kB a minute'
    | 'frames a second'
    | 'taps'
    | 'nodes'
    | 'listeners'
  /** Absent for rows that are only informative. */
  goal?: number
}

/** For these units more is better; for all others less. */
const isRate = ({ unit }: Row) =>
  unit === '× TPC-B' || unit === 'of empty' || unit === 'frames a second' || unit === 'taps'

const meets = (goal: number, row: Row) => (isRate(row) ? row.value >= goal : row.value <= goal)

const goalOf = (row: Row) => {
  if (row.goal === undefined) return ''
  return `${isRate(row) ? '≥' : '≤'} ${row.goal}${meets(row.goal, row) ? '' : '  missed'}`
}

const whole = (number: number | undefined) =>
  number === undefined ? '' : Math.round(number).toLocaleString('en-US')
const tenths = (number: number | undefined) => (number === undefined ? '' : number.toFixed(1))

const cellsOf = (row: Row): string[] => [
  row.what,
  whole(row.reached?.perSecond),
  whole(row.tpcbPerSecond),
  `${row.unit.includes('TPC-B') || row.unit === 'of empty' ? row.value.toFixed(2) : tenths(row.value)} ${row.unit}`,
  goalOf(row),
  tenths(row.reached?.p50Ms),
  tenths(row.reached?.p99Ms),
]

const HEADS = ['measured', 'a second', 'TPC-B', 'result', 'goal', 'p50 ms', 'p99 ms']

/** The one table, as Markdown, so that it can go into the README as it is. */
export const tableOf = (rows: readonly Row[]): string => plainTable(HEADS, rows.map(cellsOf))

/** A table as Markdown: words to the left in the first column, numbers to the right in the others. */
export function plainTable(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const cells = [heads, ...lines]
  const widths = heads.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const written = cells.map(
    (line) =>
      `| ${line.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`,
  )
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`
  return [written[0], rule, ...written.slice(1)].join('\n')
}

/** `{"name": ratio, …}` of the rows that have a name. */
export const ratiosOf = (rows: readonly Row[]): Record<string, number> =>
  Object.fromEntries(
    rows.flatMap(({ name, value }) => (name === null ? [] : [[name, Math.round(value * 1000) / 1000]])),
  )

import type { SportState } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import type { RowProblem } from './rows.ts'

/** A fixture that was played, as a file of results tells it. */
export type ImportedResult = {
  readonly line: number
  /** Names the fixture in its file, and in no other line of it. */
  readonly key: string
  readonly sport: Sport
  readonly competition: string
  readonly title: string | null
  readonly participants: readonly { readonly name: string; readonly isWithdrawn?: boolean }[]
  readonly startsAt: Date
  readonly state: SportState
}

/** One kind of file: how it becomes results. A page on how to add one: docs/how-to/add-a-feed.md. */
export type ResultFile = {
  read(text: string): { results: ImportedResult[]; problems: RowProblem[] }
}

/** One with a line for each fixture, and the names of its columns in the first. */
export type CsvResultFile = ResultFile & { readonly columns: string }

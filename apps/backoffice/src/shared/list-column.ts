import type { ReactNode } from 'react'
import type { TextKey } from './text.ts'

/** One column of a list. The first one is what a row is called, and opens it. */
export type ListColumn<Row> = {
  id: string
  head: TextKey
  cell: (row: Row) => ReactNode
  /** Figures stand under each other at the end of their column. */
  isFigure?: boolean
  /** What stands in a file of the list; a column without it is left out there. */
  csv?: (row: Row) => string
}

type Of<Row, Value> = { id: string; head: TextKey; of: (row: Row) => Value }

/** A column of words, the same in sight and in a file. */
export const wordColumn = <Row>({ id, head, of }: Of<Row, string>): ListColumn<Row> => ({
  id,
  head,
  cell: of,
  csv: of,
})

/** A column of whole numbers: grouped in sight, plain in a file. */
export const figureColumn = <Row>(
  { id, head, of }: Of<Row, number>,
  format: { number: (value: number) => string },
): ListColumn<Row> => ({
  id,
  head,
  isFigure: true,
  cell: (row) => format.number(of(row)),
  csv: (row) => String(of(row)),
})

/** A column of times: formatted by `shown`, a dash for none, raw in the CSV. */
export const momentColumn = <Row>(
  { id, head, of }: Of<Row, string | null>,
  shown: (at: string) => string,
): ListColumn<Row> => ({
  id,
  head,
  cell: (row) => {
    const at = of(row)
    return at === null ? '–' : shown(at)
  },
  csv: (row) => of(row) ?? '',
})

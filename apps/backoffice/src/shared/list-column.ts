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

import type { Fixture } from '../../../shared/fixture.ts'

/** One fixture of a list. */
export type RowProps = {
  fixture: Fixture
  /** The market and its number of columns. */
  shown: string
  columns: number
  /** Also shows the day, if nothing around it does. */
  withDay?: boolean
  frozen: boolean
}

import type { Fixture } from '../../../shared/fixture.ts'

/** One fixture of a list. */
export type RowProps = {
  fixture: Fixture
  /** Which market, and in how many columns. */
  shown: string
  columns: number
  /** Says the day too, where nothing around it does. */
  withDay?: boolean
  frozen: boolean
}

import type { Rate } from './callers.ts'
import type { Row } from './table.ts'
import type { Tpcb, TpcbReached } from './tpcb.ts'

/** Measures one thing between two runs of TPC-B and sets it against their mean. */
export type AgainstTpcb = <R extends Rate>(
  row: Pick<Row, 'name' | 'what' | 'goal'>,
  measure: () => Promise<R>,
) => Promise<R>

type Against = { tpcb: Tpcb; rows: Row[]; seconds: number }

/** Measures against TPC-B: each TPC-B run counts for the measurements before and after it. */
export function againstTpcb({ tpcb, rows, seconds }: Against): AgainstTpcb {
  let before: TpcbReached | undefined
  return async (row, measure) => {
    before ??= await tpcb.measure(seconds)
    const reached = await measure()
    const after = await tpcb.measure(seconds)
    const tpcbPerSecond = (before.perSecond + after.perSecond) / 2
    before = after
    rows.push({ ...row, reached, tpcbPerSecond, value: reached.perSecond / tpcbPerSecond, unit: '× TPC-B' })
    process.stderr.write(`${row.what}: ${Math.round(reached.perSecond)} a second\n`)
    return reached
  }
}

import type { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.tsx'
import type { useText } from '../../shared/text.ts'
import { labelOf } from '../../shared/outcome-label.ts'
import type { TradedMarket } from './traded.ts'

type Needs = { t: ReturnType<typeof useText>; format: ReturnType<typeof useFormat> }

/** The column of prices set by hand: whose they are, and until when at most. */
export function handColumn<Row>(
  marketOf: (row: Row) => TradedMarket | undefined,
  { t, format }: Needs,
): ListColumn<Row> {
  const wordsOf = (row: Row): string[] =>
    (marketOf(row)?.outcomes ?? []).flatMap((outcome) =>
      outcome.byHand
        ? t('trading.hand.by', {
            outcome: labelOf(outcome, t),
            id: outcome.byHand.operatorId,
            until: format.clock(outcome.byHand.until),
          })
        : [],
    )
  return {
    id: 'hand',
    head: 'trading.column.hand',
    cell: (row) => {
      const words = wordsOf(row)
      if (words.length === 0) return '–'
      return (
        <span className="grid text-12">
          {words.map((one) => (
            <span key={one}>{one}</span>
          ))}
        </span>
      )
    },
    csv: (row) => wordsOf(row).join('; '),
  }
}

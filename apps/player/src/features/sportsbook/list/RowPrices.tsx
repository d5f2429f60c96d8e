import { type Fixture, inOrder, type Market } from '../../../shared/fixture.ts'
import { useText } from '../../../shared/text/text.ts'
import { fullPickName, handicapText, lineOf } from '../market-texts.ts'
import { PriceButton } from '../prices/PriceButton.tsx'
import { shapeOf } from './list-markets.ts'
import { priceColumns } from './price-columns.ts'

type Props = {
  fixture: Fixture
  market: Market | undefined
  /** The list's column count, for a match without this market. */
  columns: number
  frozen: boolean
}

/** A row's prices; empty places keep the columns aligned. */
export function RowPrices({ fixture, market, columns, frozen }: Props) {
  const t = useText()
  if (!market) {
    return (
      <div className={priceColumns(columns)}>
        {Array.from({ length: columns }, (_, place) => (
          <span
            key={place}
            aria-hidden="true"
            className="grid finger-42 place-items-center rounded-11 bg-surface-2 text-text-3"
          >
            –
          </span>
        ))}
        <span className="sr-only">{t('sportsbook.row.noPrices')}</span>
      </div>
    )
  }
  const outcomes = inOrder(market.outcomes)
  const shape = shapeOf(
    outcomes.map(({ code }) => code),
    market.lineQuarters !== null,
  )
  return (
    <div className={priceColumns(outcomes.length + (shape === 'total' ? 1 : 0))}>
      {shape === 'total' && (
        <span className="grid finger-42 place-items-center text-14 font-700 text-text-2">
          {t('sportsbook.row.line', { line: lineOf(market.lineQuarters) })}
        </span>
      )}
      {outcomes.map((outcome) => (
        <PriceButton
          key={outcome.outcomeId}
          fixture={fixture}
          market={market}
          outcome={outcome}
          side={fullPickName(t, { ...fixture, ...market, ...outcome })}
          label={shape === 'handicap' ? handicapText(market.lineQuarters ?? 0, outcome.code) : undefined}
          frozen={frozen}
        />
      ))}
    </div>
  )
}

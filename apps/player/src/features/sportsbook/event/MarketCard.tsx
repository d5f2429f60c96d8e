import { cx, Icon } from '@palpite/ui'
import { useId, useState } from 'react'
import { type Fixture, inOrder, type Market, type Outcome } from '../../../shared/fixture.ts'
import { useText } from '../../../shared/text/text.ts'
import { fullPickName, lineOf, marketName, pickName } from '../market-texts.ts'
import { PriceButton } from '../prices/PriceButton.tsx'
import { resultView } from '../result-views.ts'
import type { MarketGroup } from './market-groups.ts'

type Props = { fixture: Fixture; group: MarketGroup; frozen: boolean }

/** One question about a match with all its lines; folds to its name. */
export function MarketCard({ fixture, group, frozen }: Props) {
  const t = useText()
  const bodyId = useId()
  const [open, setOpen] = useState(true)
  const hasLines = group.markets.some(({ lineQuarters }) => lineQuarters !== null)
  return (
    <section className="hairline rounded-18 bg-surface-1">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen(!open)}
          className="flex min-h-46 w-full cursor-pointer touch-manipulation items-center gap-8 rounded-18 px-12 text-start text-14 font-700 tracking-tight"
        >
          <span className="flex-1">{marketName(t, { ...fixture, ...group })}</span>
          <Icon name={open ? 'caret-up-bold' : 'caret-down-bold'} className="size-16 text-text-2" />
        </button>
      </h2>
      <div id={bodyId} hidden={!open} className="grid gap-6 px-12 pb-12">
        {hasLines && (
          <div
            aria-hidden="true"
            className="grid grid-cols-[52fr_124fr_124fr] gap-6 text-center text-12 font-600 text-text-2"
          >
            <span>{t('sportsbook.column.line')}</span>
            <span>{t('sportsbook.column.over')}</span>
            <span>{t('sportsbook.column.under')}</span>
          </div>
        )}
        {group.markets.map((market) => (
          <Line key={market.marketId} fixture={fixture} market={market} frozen={frozen} />
        ))}
      </div>
    </section>
  )
}

function Line({ fixture, market, frozen }: { fixture: Fixture; market: Market; frozen: boolean }) {
  const t = useText()
  const hasLine = market.lineQuarters !== null
  const outcomes = hasLine ? market.outcomes : allInOrder(market)
  return (
    <div
      className={cx(
        'grid gap-6',
        hasLine
          ? 'grid-cols-[52fr_124fr_124fr]'
          : 'auto-cols-fr grid-flow-col *:min-h-56 roomy:grid-flow-row',
      )}
    >
      {hasLine && (
        <span className="grid min-h-46 place-items-center text-14 font-700 text-text-2">
          {t('sportsbook.row.line', { line: lineOf(market.lineQuarters) })}
        </span>
      )}
      {outcomes.map((outcome) =>
        outcome.result === null ? (
          <PriceButton
            key={outcome.outcomeId}
            fixture={fixture}
            market={market}
            outcome={outcome}
            side={fullPickName(t, { ...fixture, ...market, ...outcome })}
            frozen={frozen}
            label={hasLine ? undefined : pickName(t, { ...fixture, ...market, ...outcome })}
          />
        ) : (
          <Ended key={outcome.outcomeId} fixture={fixture} market={market} outcome={outcome} />
        ),
      )}
    </div>
  )
}

/** Home, draw, away where these are the sides; any other market as the server has it. */
const allInOrder = (market: Market): readonly Outcome[] => {
  const ordered = inOrder(market.outcomes)
  return ordered.length === market.outcomes.length ? ordered : market.outcomes
}

/** An outcome whose result is known: what it was, and what became of it. */
function Ended({ fixture, market, outcome }: { fixture: Fixture; market: Market; outcome: Outcome }) {
  const t = useText()
  const { text, icon, tone } = resultView('settled', outcome.result ?? 0)
  return (
    <span
      data-tone={tone}
      className="grid min-h-46 content-center justify-items-center gap-2 rounded-11 bg-surface-2 px-6 py-4 text-center text-12 text-text-2 data-[tone=win]:bg-win-tint data-[tone=win]:text-win"
    >
      <span className="w-full truncate font-600">{pickName(t, { ...fixture, ...market, ...outcome })}</span>
      <span className="flex items-center gap-3 font-700">
        <Icon name={icon} className="size-14" />
        {t(text)}
      </span>
    </span>
  )
}

import { cx, Icon } from '@palpite/ui'
import type { ReactNode } from 'react'
import { type Fixture, hasField, type Market, type Outcome } from '../../../shared/fixture.ts'
import { useText } from '../../../shared/text/text.ts'
import { fullPickName, lineOf, pickName } from '../market-texts.ts'
import { PriceButton } from '../prices/PriceButton.tsx'
import { type ResultView, resultView } from '../result-views.ts'
import { toast } from '../../../shared/toasts.ts'
import { togglePick, useBuilder } from '../builder/builder-store.ts'
import { legOf } from '../leg-of.ts'
import { outcomesShown, scoreColumns } from './outcomes-shown.ts'

type Props = {
  fixture: Fixture
  market: Market
  /** Closed for betting. */
  isEnded?: boolean
  frozen: boolean
}

/** Up to this many outcomes fit in one row; more form rows of two or three. */
const maxInRow = 3

/** The outcomes of one market line, or of a market without lines. */
export function MarketLine({ fixture, market, isEnded = false, frozen }: Props) {
  const t = useText()
  const picks = useBuilder((state) => (state.fixtureId === fixture.fixtureId ? state.picks : undefined))
  const pickingOf = (outcome: Outcome) =>
    picks && {
      chosen: picks.some(({ outcomeId }) => outcomeId === outcome.outcomeId),
      toggle: () => {
        if (togglePick(legOf(fixture, market, outcome)) === 'full') toast(t('sportsbook.builder.hint'))
      },
    }
  const isTotal = market.outcomes.some(({ code }) => code === 'over')
  const outcomes = outcomesShown(fixture, market)
  const cellOf = (outcome: Outcome) =>
    outcome.result === null && !isEnded ? (
      <PriceButton
        key={outcome.outcomeId}
        fixture={fixture}
        market={market}
        outcome={outcome}
        side={fullPickName(t, { ...fixture, ...market, ...outcome })}
        frozen={frozen}
        picking={pickingOf(outcome)}
        label={isTotal ? undefined : pickName(t, { ...fixture, ...market, ...outcome })}
      />
    ) : (
      <Ended key={outcome.outcomeId} fixture={fixture} market={market} outcome={outcome} />
    )
  if (market.type.endsWith('correct_score')) return <Scores outcomes={outcomes} cellOf={cellOf} />
  const isWordy = outcomes.some(({ code }) => /[_/]/.test(code)) || hasField(fixture)
  return (
    <div
      className={cx(
        'grid gap-6',
        isTotal
          ? 'grid-cols-[52fr_124fr_124fr] roomy:grid-cols-[86fr_107fr_107fr]'
          : outcomes.length <= maxInRow
            ? 'auto-cols-fr grid-flow-col *:min-h-56 roomy:grid-flow-row'
            : isWordy
              ? 'grid-cols-2 *:min-h-56 roomy:grid-cols-1'
              : 'grid-cols-3 *:min-h-56 roomy:grid-cols-2',
      )}
    >
      {isTotal && (
        <span className="grid finger-46 place-items-center text-14 font-700 text-text-2">
          {t('sportsbook.row.line', { line: lineOf(market.lineQuarters) })}
        </span>
      )}
      {outcomes.map(cellOf)}
    </div>
  )
}

/** Exact scores in three columns: home win, draw, away win; other scores below. Without draws in rows of three. */
function Scores({
  outcomes,
  cellOf,
}: {
  outcomes: readonly Outcome[]
  cellOf: (outcome: Outcome) => ReactNode
}) {
  const columns = scoreColumns(outcomes)
  const isScore = ({ code }: Outcome) => /^\d/.test(code)
  const others = columns.flatMap(([, own]) => own.filter((outcome) => !isScore(outcome)))
  if (columns.length < 3)
    return <div className="grid grid-cols-3 gap-6 *:min-h-56 roomy:grid-cols-2">{outcomes.map(cellOf)}</div>
  return (
    <div className="grid gap-6">
      <div className="grid grid-cols-3 items-start gap-6">
        {columns.map(([side, own]) => (
          <div key={side} className="grid gap-6 *:min-h-56">
            {own.filter(isScore).map(cellOf)}
          </div>
        ))}
      </div>
      {/* With names: at large text a third of a phone is too narrow. */}
      <div className="grid auto-cols-fr grid-flow-col gap-6 *:min-h-56 empty:hidden roomy:grid-flow-row">
        {others.map(cellOf)}
      </div>
    </div>
  )
}

const waits: ResultView = { text: 'sportsbook.event.waits', icon: 'clock', tone: 'neutral' }

/** A closed outcome with its result, if known. */
function Ended({ fixture, market, outcome }: { fixture: Fixture; market: Market; outcome: Outcome }) {
  const t = useText()
  const { text, icon, tone } = outcome.result === null ? waits : resultView('settled', outcome.result)
  return (
    <span
      data-tone={tone}
      className="grid finger-46 content-center justify-items-center gap-2 rounded-11 bg-surface-2 px-6 py-4 text-center text-12 text-text-2 data-[tone=win]:bg-win-tint data-[tone=win]:text-win"
    >
      <span className="w-full font-600 break-keep wrap-anywhere">
        {pickName(t, { ...fixture, ...market, ...outcome })}
      </span>
      <span className="flex items-center gap-3 font-700">
        <Icon name={icon} className="size-14" />
        {t(text)}
      </span>
    </span>
  )
}

import { marketName } from '@palpite/odds/market-words'
import { memo } from 'react'
import { Link } from 'wouter'
import { type Fixture, fixtureName, inOrder, isLive } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { MatchClock } from '../../../shared/match/MatchClock.tsx'
import { eventHref } from '../../../shared/paths.ts'
import { useRowInSight } from '../../../shared/rows-in-sight.ts'
import { useText } from '../../../shared/text/text.ts'
import { fullPickName, handicapText, lineOf } from '../market-texts.ts'
import { PriceButton } from '../prices/PriceButton.tsx'
import { priceHeads } from './column-heads.ts'
import { type ListMarket, shapeOf, offeredMarketOf } from './list-markets.ts'
import css from './list.module.css'
import { RowSides } from './RowSides.tsx'
import { Star } from './Star.tsx'
import { useGoalMark } from './use-goal-mark.ts'

type Props = { fixture: Fixture; markets: readonly ListMarket[]; frozen: boolean }

/** A match in a wide row: several markets side by side. */
export const WideRow = memo(function WideRow({ fixture, markets, frozen }: Props) {
  const t = useText()
  const { start } = useFormat()
  const live = isLive(fixture)
  const row = useGoalMark<HTMLDivElement>(
    live && fixture.sport === 'football' ? (fixture.homeScore ?? 0) + (fixture.awayScore ?? 0) : null,
  )
  useRowInSight(row, fixture.fixtureId)
  return (
    <div
      ref={row}
      className={`${css.row} ${css.wideRow} flex items-center gap-10 border-t border-line ps-10 pe-4 py-6 tree-narrow:gap-6 tree-narrow:ps-6`}
    >
      <Link
        href={eventHref(fixture.fixtureId)}
        className="flex min-w-0 flex-1 items-center gap-8 rounded-8 tree-narrow:gap-5"
      >
        <span className="w-min min-w-50 shrink-0 text-center text-11 leading-tight whitespace-normal [&_*]:whitespace-normal">
          {fixture.matchStatus === 0 ? (
            <time dateTime={fixture.startsAt} className="font-700 text-text-2">
              {start(fixture, 'clock')}
            </time>
          ) : (
            <MatchClock fixture={fixture} />
          )}
        </span>
        <span className="block min-w-0 flex-1">
          <RowSides fixture={fixture} />
        </span>
      </Link>
      {markets.map((market) => (
        <Group key={market.key} fixture={fixture} market={market} frozen={frozen} />
      ))}
      <div className="grid">
        <Star fixture={fixture} low />
        {fixture.marketCount > 0 && (
          <Link
            href={eventHref(fixture.fixtureId)}
            aria-label={t('sportsbook.row.toMatch', {
              match: fixtureName(fixture),
              count: fixture.marketCount,
            })}
            className="grid min-h-20 min-w-(--tap-s) place-items-center rounded-8 text-12 text-text-2 hover:bg-surface-3 hover:text-text"
          >
            {t('sportsbook.row.more', { count: fixture.marketCount })}
          </Link>
        )}
      </div>
    </div>
  )
})

const groupWidth = (market: ListMarket) => ({
  gridTemplateColumns: `repeat(${priceHeads(market).length}, calc(var(--spacing) * 38))`,
})

/** A market's prices in a row, with its line above, if any. */
function Group({ fixture, market, frozen }: { fixture: Fixture; market: ListMarket; frozen: boolean }) {
  const t = useText()
  const found = offeredMarketOf(fixture, market.key)
  const lineFor = (code: string): string | undefined => {
    if (!found || found.lineQuarters === null) return undefined
    return shapeOf(market.codes, true) === 'total'
      ? t('sportsbook.row.line', { line: lineOf(found.lineQuarters) })
      : handicapText(found.lineQuarters, code)
  }
  return (
    <div className="grid shrink-0 gap-4" style={groupWidth(market)}>
      {!found &&
        priceHeads(market).map((head) => (
          <span key={head} className="grid min-h-36 place-items-center rounded-11 bg-surface-2 text-text-3">
            –
          </span>
        ))}
      {found &&
        inOrder(found.outcomes).map((outcome) => (
          <PriceButton
            key={outcome.outcomeId}
            compact
            fixture={fixture}
            market={found}
            outcome={outcome}
            side={fullPickName(t, { ...fixture, ...found, ...outcome })}
            label={lineFor(outcome.code)}
            frozen={frozen}
          />
        ))}
    </div>
  )
}

/** The market names above their columns, in a league's header. */
export function GroupHeads({ markets }: { markets: readonly ListMarket[] }) {
  const t = useText()
  return (
    <div aria-hidden="true" className="flex gap-10 py-4 text-center tree-narrow:gap-6">
      {markets.map((market) => (
        <div key={market.key} className="grid gap-x-4" style={groupWidth(market)}>
          <span className="col-span-full self-end text-11 leading-tight font-600">
            {marketName(t, market)}
          </span>
          {priceHeads(market).map((head) => (
            <span key={head} className="text-11 text-text-2">
              {t(head)}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

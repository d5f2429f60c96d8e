import { TeamCrest } from '@palpite/ui'
import { memo } from 'react'
import { Link } from 'wouter'
import { type Fixture, inOrder, isLive, type Market } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { MatchClock } from '../../../shared/match/MatchClock.tsx'
import { eventHref } from '../../../shared/paths.ts'
import { useText } from '../../../shared/text/text.ts'
import { fullPickName, lineOf } from '../market-texts.ts'
import { PriceButton } from '../prices/PriceButton.tsx'
import { shownMarketOf } from './leagues.ts'
import css from './list.module.css'
import { priceColumns } from './price-columns.ts'
import { useGoalMark } from './use-goal-mark.ts'
import type { ShownMarket } from './use-place.ts'

type Props = {
  fixture: Fixture
  shown: ShownMarket
  /** Says the day too, where nothing around it does. */
  withDay?: boolean
  frozen: boolean
}

/** One match of a league: where it stands, who plays, and three prices. The teams lead to its page. */
export const MatchRow = memo(function MatchRow({ fixture, shown, withDay = false, frozen }: Props) {
  const t = useText()
  const { clock, kickOff } = useFormat()
  const live = isLive(fixture)
  const row = useGoalMark<HTMLDivElement>(live ? (fixture.homeScore ?? 0) + (fixture.awayScore ?? 0) : null)
  const market = shownMarketOf(fixture, shown)
  return (
    <div
      ref={row}
      className={`${css.row} grid grid-cols-[minmax(0,1fr)_auto] items-end gap-8 roomy:grid-cols-1 border-t border-line px-12 pt-8 pb-10`}
    >
      <Link href={eventHref(fixture.fixtureId)} className="block min-w-0 rounded-8">
        {/* Never broken: where the column is too small for it, there is room above the prices. */}
        <p className="flex items-center gap-x-4 text-11 whitespace-nowrap text-text-2 roomy:flex-wrap">
          {fixture.matchStatus === 0 ? (
            <time dateTime={fixture.startsAt} className="font-700">
              {(withDay ? kickOff : clock)(fixture.startsAt)}
            </time>
          ) : (
            <MatchClock fixture={fixture} />
          )}
          <span>· {t('sportsbook.row.markets', { count: fixture.marketCount })}</span>
        </p>
        <TeamLine name={fixture.home} score={live ? fixture.homeScore : null} />
        <TeamLine name={fixture.away} score={live ? fixture.awayScore : null} />
      </Link>
      <RowPrices fixture={fixture} market={market} shown={shown} frozen={frozen} />
    </div>
  )
})

function TeamLine({ name, score }: { name: string; score: number | null }) {
  const figure = useGoalMark<HTMLSpanElement>(score)
  return (
    <span className="flex min-h-24 items-center gap-6 py-2 text-14 font-600 tracking-tight">
      <TeamCrest team={name} className="size-18 narrow:hidden" />
      <span className="line-clamp-2 min-w-0 flex-1 leading-[1.15] wrap-anywhere">{name}</span>
      {score !== null && (
        <span ref={figure} className={`${css.score} pe-2 font-800`}>
          {score}
        </span>
      )}
    </span>
  )
}

type PricesProps = Pick<Props, 'fixture' | 'shown' | 'frozen'> & { market: Market | undefined }

/** The prices of a row; places without a price are kept, so that columns stay columns. */
function RowPrices({ fixture, market, shown, frozen }: PricesProps) {
  const t = useText()
  if (!market) {
    return (
      <div className={priceColumns}>
        {[1, 2, 3].map((place) => (
          <span
            key={place}
            aria-hidden="true"
            className="grid min-h-46 place-items-center rounded-11 bg-surface-2 text-text-3"
          >
            –
          </span>
        ))}
        <span className="sr-only">{t('sportsbook.row.noPrices')}</span>
      </div>
    )
  }
  const outcomes = shown === 'winner' ? inOrder(market.outcomes) : overFirst(market)
  return (
    <div className={priceColumns}>
      {shown === 'total' && (
        <span className="grid min-h-46 place-items-center text-14 font-700 text-text-2">
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
          frozen={frozen}
        />
      ))}
    </div>
  )
}

const overFirst = ({ outcomes }: Market) =>
  outcomes.toSorted((one, other) => Number(other.code === 'over') - Number(one.code === 'over'))

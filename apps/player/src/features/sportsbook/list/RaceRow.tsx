import { TeamCrest } from '@palpite/ui'
import { Link } from 'wouter'
import { fixtureName } from '../../../shared/fixture.ts'
import { eventHref } from '../../../shared/paths.ts'
import { useText } from '../../../shared/text/text.ts'
import { fullPickName } from '../market-texts.ts'
import { PriceButton } from '../prices/PriceButton.tsx'
import { shownMarketOf } from './list-markets.ts'
import type { RowProps } from './row-props.ts'
import { RowTime } from './RowTime.tsx'

/** This many favourites are in the list; the others on the race's page. */
const maxRunners = 4
const OUTRIGHT = 'outright.winner:full'

/** A race, or a league's winner: its name, and its favourites with prices. */
export function RaceRow({ fixture, shown, withDay, frozen }: RowProps) {
  const t = useText()
  const market = shownMarketOf(fixture, fixture.isOutright ? OUTRIGHT : shown)
  // For a league winner only open outcomes: no row of locks.
  const runners = (market?.outcomes ?? []).filter(({ status }) => !fixture.isOutright || status === 'open')
  const favourites = runners.toSorted((one, other) => one.priceMilli - other.priceMilli).slice(0, maxRunners)
  const left = runners.length - favourites.length
  return (
    <div className="border-t border-line px-12 pt-8 pb-10">
      <Link
        href={eventHref(fixture.fixtureId)}
        // One line, so that the first price is as high as a match's.
        className="reach mb-6 flex min-w-0 flex-wrap items-baseline gap-x-8 rounded-8 hover:underline"
      >
        <span className="text-14 font-600 tracking-tight">{fixtureName(fixture)}</span>
        <RowTime fixture={fixture} withDay={withDay ?? fixture.isOutright} />
      </Link>
      {market && (
        <ul className="grid gap-4">
          {favourites.map((outcome) => (
            <li
              key={outcome.outcomeId}
              className="grid grid-cols-[auto_minmax(0,1fr)_calc(var(--spacing)*89.5)] items-center gap-8"
            >
              <span className="grid size-22 place-items-center rounded-6 bg-surface-3 text-12 font-800">
                {fixture.isOutright ? (
                  <TeamCrest team={outcome.name ?? ''} className="size-18" />
                ) : (
                  outcome.code
                )}
              </span>
              <span className="text-13 font-600">{outcome.name}</span>
              <PriceButton
                fixture={fixture}
                market={market}
                outcome={outcome}
                side={fullPickName(t, { ...fixture, ...market, ...outcome })}
                frozen={frozen}
              />
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <Link
          href={eventHref(fixture.fixtureId)}
          className="tap mt-4 grid place-items-center rounded-11 text-13 font-600 text-brand-text hover:underline"
        >
          {t(fixture.isOutright ? 'sportsbook.outright.more' : 'sportsbook.race.more', { count: left })}
        </Link>
      )}
    </div>
  )
}

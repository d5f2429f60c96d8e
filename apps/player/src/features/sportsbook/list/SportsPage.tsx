import { ErrorCard, Skeleton } from '@palpite/ui'
import { useDeferredValue, useMemo } from 'react'
import { SearchButton } from '../../../shared/bars/SearchButton.tsx'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { useFormat } from '../../../shared/format/use-format.ts'
import { sportViews } from '../../../shared/sports.ts'
import { useText } from '../../../shared/text/text.ts'
import { useIsWide } from '../../../shared/use-is-wide.ts'
import { useSame } from '../../../shared/use-same.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { MiniBar } from '../slip/MiniBar.tsx'
import { useHeldPrice } from '../quick/use-held-price.ts'
import { useSlip } from '../slip-store.ts'
import { FilterBar } from './FilterBar.tsx'
import { useMarked } from './followed.ts'
import { LeagueList } from './LeagueList.tsx'
import { inPlace, isSimulated } from './leagues.ts'
import { listMarkets, marketsWithin } from './list-markets.ts'
import { LiveStrip } from './LiveStrip.tsx'
import { NothingHere } from './NothingHere.tsx'
import { SportsTree } from './SportsTree.tsx'
import { WideColumns } from './WideColumns.tsx'
import { SportsRail } from './SportsRail.tsx'
import { TimeModes } from './TimeModes.tsx'
import { useColumnsInRow } from './use-columns-in-row.ts'
import { useFixtures } from './use-fixtures.ts'
import { useBookingCode } from './use-booking-code.ts'
import { usePlace } from './use-place.ts'
import { WeekDays } from './WeekDays.tsx'

const sportsPollMs = 30_000

/** The sports page: current and coming matches with prices. */
export function SportsPage() {
  const t = useText()
  const { when: ago } = useFormat()
  const { place, goTo } = usePlace()
  useBookingCode()
  useHeldPrice()
  const hasLegs = useSlip(({ legs }) => legs.length > 0)
  const sports = useCall(
    'GET /api/app/sportsbook/sports',
    { loading: false },
    { refetchInterval: sportsPollMs },
  )
  const { query, isOutdated } = useFixtures(place)
  const { data, isError, dataUpdatedAt, refetch } = query
  const isLocked = isError || isOutdated
  // The first render of the list is time-sliced, so that presses are answered meanwhile.
  const isShown = useDeferredValue(data !== undefined, false) && data !== undefined
  const isComing = !isShown && !isError
  const retry = { retryLabel: t('app.section.retry'), onRetry: () => void refetch() }
  const marked = useMarked()
  const leagues = useMemo(() => inPlace(data ?? [], place, marked), [data, place, marked])
  const markets = useMemo(() => listMarkets(data ?? []), [data])
  const shown = markets.find(({ key }) => key === place.market) ?? markets[0]
  const hasColumns = place.sport !== 'racing' && place.when !== 'outrights'
  const isWide = useIsWide()
  const columns = useColumnsInRow()
  const inSight = useSame(isWide ? marketsWithin(markets, columns) : shown ? [shown] : [])
  const tree = <SportsTree place={place} goTo={goTo} sports={sports.data} leagues={data} />
  return (
    <>
      <TopBar root title={t('sportsbook.page.title')} aside={!isWide && <SearchButton />} />
      <WideColumns tree={tree}>
        {(isWide || place.when !== 'live') && <LiveStrip />}
        <main data-slip={hasLegs || undefined} className="data-slip:pb-66">
          <TimeModes place={place} goTo={goTo} sports={sports.data} leagues={data} />
          {!isWide && <SportsRail place={place} goTo={goTo} sports={sports.data} failed={sports.isError} />}
          {isWide && place.when === 'week' && <WeekDays place={place} goTo={goTo} leagues={data} />}
          {isComing ? (
            <HeadSkeleton />
          ) : (
            <FilterBar
              place={place}
              goTo={goTo}
              leagues={data ?? []}
              markets={markets}
              shown={hasColumns ? shown : undefined}
            />
          )}
          {isLocked && (
            <div className="px-12 pt-10">
              <ErrorCard
                title={t(isOutdated ? 'sportsbook.list.noLine' : 'app.section.failed')}
                text={data && t('sportsbook.list.stale', { when: ago(dataUpdatedAt) })}
                {...retry}
              />
            </div>
          )}
          <section
            aria-label={t(sportViews[place.sport].text)}
            aria-busy={isComing}
            className="px-12 pt-2 wide:px-0 wide:pt-8"
          >
            {isComing && <ListSkeleton />}
            {isShown && data.length > 0 && (
              <LeagueList leagues={leagues} place={place} markets={inSight} frozen={isLocked} />
            )}
            {isShown && data.length === 0 && <NothingHere place={place} goTo={goTo} />}
            {isShown && data.some(isSimulated) && (
              <p className="px-4 pt-16 text-12 text-text-3">{t('sportsbook.simulated.text')}</p>
            )}
          </section>
        </main>
      </WideColumns>
      {!isWide && <MiniBar />}
    </>
  )
}

/** Reserves the filters' space, so that the list does not move. */
function HeadSkeleton() {
  return (
    <div className="px-12 pt-6 pb-16 wide:hidden">
      <Skeleton className="min-h-(--tap) w-180 rounded-11" />
    </div>
  )
}

/** Placeholders for three leagues. */
function ListSkeleton() {
  return (
    <div className="grid gap-8">
      {[3, 2, 2].map((rows, place) => (
        <div key={place} className="hairline grid gap-12 rounded-18 bg-surface-1 p-12">
          <Skeleton className="h-22 w-180 rounded-8" />
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="grid grid-cols-[1fr_58fr_58fr_58fr] gap-5">
              <Skeleton className="h-52 w-150 rounded-8" />
              <Skeleton className="h-46 w-58 rounded-11" />
              <Skeleton className="h-46 w-58 rounded-11" />
              <Skeleton className="h-46 w-58 rounded-11" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

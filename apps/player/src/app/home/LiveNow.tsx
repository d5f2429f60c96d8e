import { Skeleton } from '@palpite/ui'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Calls } from '@palpite/contract'
import { callKey, prefetchCall, useCall } from '../../shared/api/use-call.ts'
import { usePoll } from '../../shared/api/use-poll.ts'
import { type Fixture, winnerMarket } from '../../shared/fixture.ts'
import { NotLoaded } from '../../shared/Loaded.tsx'
import { hrefOf } from '../../shared/paths.ts'
import { queryClient } from '../../shared/query.ts'
import { Row } from '../../shared/row/Row.tsx'
import { useText } from '../../shared/text/text.ts'
import { useIsConnected, useIsOutdated, watchedPollMs } from '../../shared/use-connection.ts'
import { useWatchedFixtures } from '../../shared/use-live.ts'
import { MatchCard } from './MatchCard.tsx'
import { Section } from './Section.tsx'

type Groups = Calls['GET /api/app/sportsbook/fixtures']['data']

const listCall = 'GET /api/app/sportsbook/fixtures'
const liveInput = { query: { sport: 'football', when: 'live' }, loading: false } as const
const nextInput = { query: { sport: 'football', when: 'next' }, loading: false } as const

const maxCards = 8
const fixturesOf = (groups: Groups | undefined) => groups?.flatMap((group) => group.fixtures) ?? []

const takesBets = (fixture: Fixture): boolean =>
  winnerMarket(fixture)?.outcomes.some(({ status }) => status === 'open') ?? false

/**
 * The first matches: those that accepted bets when they appeared come first, because a decided match shows only
 * padlocks. The order stays while the same matches are shown, so a goal moves no card.
 */
const useOpenFirst = (fixtures: readonly Fixture[]): readonly Fixture[] => {
  const ids = fixtures.map(({ fixtureId }) => fixtureId).join()
  const [first, setFirst] = useState({ ids: '', open: new Set<string>() })
  if (first.ids !== ids) {
    setFirst({ ids, open: new Set(fixtures.filter(takesBets).map(({ fixtureId }) => fixtureId)) })
  }
  const place = ({ fixtureId }: Fixture) => (first.open.has(fixtureId) ? 0 : 1)
  return fixtures.toSorted((one, other) => place(one) - place(other)).slice(0, maxCards)
}

/** The placeholder for matches on a prerendered page. */
export const DrawnMatches = createContext<ReactNode>(undefined)

/** The query-cache key of live matches. */
export const liveQuery = { queryKey: callKey(listCall, liveInput) } as const

/** Prefetches home's first matches. */
export const prefetchMatches = async (): Promise<void> => {
  await prefetchCall(listCall, liveInput)
  if (queryClient.getQueryData<Groups>(liveQuery.queryKey)?.length === 0)
    await prefetchCall(listCall, nextInput)
}

/** Live matches; if there are none, the next ones. */
export function LiveNow() {
  const t = useText()
  const drawn = useContext(DrawnMatches)
  const live = useCall(listCall, liveInput)
  const sports = useCall('GET /api/app/sportsbook/sports', { loading: false })
  const noneLive = live.isSuccess && live.data.length === 0
  const next = useCall(listCall, nextInput, { enabled: noneLive })
  usePoll([callKey(listCall, liveInput), callKey(listCall, nextInput)], watchedPollMs(useIsConnected()))
  const shown = noneLive ? next : live
  const isOutdated = useIsOutdated(shown.dataUpdatedAt)
  const fixtures = useOpenFirst(fixturesOf(shown.data))
  useWatchedFixtures(fixtures.map((fixture) => fixture.fixtureId))

  const liveCount = sports.data?.reduce((sum, sport) => sum + sport.live, 0) ?? 0
  const allLabel = liveCount > 0 ? t('home.live.all', { count: liveCount }) : t('home.live.every')

  return (
    <Section
      mark={
        noneLive ? null : (
          <span aria-hidden="true" className="mx-4 size-8 rounded-full bg-live ring-4 ring-live/25" />
        )
      }
      title={noneLive ? t('home.live.next') : t('home.live.now')}
      more={{ label: allLabel, href: hrefOf('footballPage', { when: noneLive ? 'today' : 'live' }) }}
    >
      {shown.isError && !shown.data ? (
        <div className="px-12">
          <NotLoaded refetch={shown.refetch} />
        </div>
      ) : (
        <Row label={noneLive ? t('home.live.next') : t('home.live.now')}>
          <div
            aria-busy={!shown.data}
            className="no-bar flex snap-x scroll-px-12 gap-10 overflow-x-auto px-12"
          >
            {!shown.data &&
              (drawn ??
                [1, 2].map((place) => (
                  <Skeleton
                    key={place}
                    className="h-178 w-304 wide:w-[max(calc(50%-var(--spacing)*14),calc(var(--spacing)*264))] shrink-0 rounded-18"
                  />
                )))}
            {fixtures.map((fixture) => (
              <MatchCard key={fixture.fixtureId} fixture={fixture} frozen={shown.isError || isOutdated} />
            ))}
            {shown.data && fixtures.length === 0 && (
              <p className="px-4 py-16 text-13 text-text-2">{t('home.live.none')}</p>
            )}
          </div>
        </Row>
      )}
    </Section>
  )
}

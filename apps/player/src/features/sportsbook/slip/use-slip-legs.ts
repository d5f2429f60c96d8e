import { entryCents } from '@palpite/ui'
import { useQueries } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import { usePoll } from '../../../shared/api/use-poll.ts'
import { callKey, useCall } from '../../../shared/api/use-call.ts'
import { useIsConnected, useIsOutdated, watchedPollMs } from '../../../shared/use-connection.ts'
import { useWatchedFixtures } from '../../../shared/use-live.ts'
import { refusalCode } from '../../../shared/api/api-error.ts'
import { builderPriceQuery } from '../builder/builder-price.ts'
import { type SlipLeg, useSlip } from '../slip-store.ts'
import { usePlacing } from './place-slip.ts'
import { outdated, type StakedLeg, unitsOf, viewOf } from './slip-rules.ts'

const rulesStayMs = 3_600_000

const fixtureCall = 'GET /api/app/sportsbook/fixture/:fixtureId'

/** The slip's legs with stakes and their matches' current data. */
export const useSlipLegs = (): readonly StakedLeg[] => {
  const { legs, entries, requests, accept, withinBps, isEachWay: wantsPlace } = useSlip()
  const bounds = usePlacing((state) => state.bounds)
  const rules = useCall(
    'GET /api/app/sportsbook/rules',
    { loading: false },
    { staleTime: rulesStayMs, enabled: legs.length > 0 },
  )
  const fixtureIds = [...new Set(legs.map(({ fixtureId }) => fixtureId))]
  useWatchedFixtures(fixtureIds, 'whole')
  const fixtures = useQueries({
    queries: fixtureIds.map((fixtureId) => ({
      queryKey: callKey(fixtureCall, { params: { fixtureId } }),
      queryFn: () => api(fixtureCall, { params: { fixtureId }, loading: false, inline: true }),
    })),
  })
  const builders = legs.filter(({ selections }) => selections)
  const quotes = useQueries({
    queries: builders.map(({ selections = [] }) =>
      builderPriceQuery(selections.map(({ outcomeId }) => outcomeId)),
    ),
  })
  const builderOf = (leg: SlipLeg) => {
    const quote = quotes[builders.indexOf(leg)]
    return quote && { priceMilli: quote.data?.priceMilli, isRefused: refusalCode(quote.error) !== undefined }
  }
  const keys = fixtureIds.map((fixtureId) => callKey(fixtureCall, { params: { fixtureId } }))
  // The oldest counts; an unloaded match shows the agreed price, and the server decides.
  const answeredAt = fixtures.flatMap(({ dataUpdatedAt }) => (dataUpdatedAt > 0 ? [dataUpdatedAt] : []))
  const isOld = useIsOutdated(answeredAt.length > 0 ? Math.min(...answeredAt) : 0)
  // If loading failed without a server answer, the agreed price cannot be assumed.
  const isMissing = fixtures.some(({ data, error }) => !data && error && refusalCode(error) === undefined)
  const isOutdated = isOld || isMissing
  // A missing match gets no push.
  usePoll(keys, watchedPollMs(useIsConnected() && !isMissing))
  return legs.map((leg) => {
    const fixture = fixtures[fixtureIds.indexOf(leg.fixtureId)]?.data
    const request = requests[leg.outcomeId]
    const view = viewOf(leg, fixture, accept, { withinBps, ...builderOf(leg) })
    const isEachWay = request ? request.isEachWay === true : wantsPlace && view.place !== undefined
    const unitCents = request?.unitStakeCents ?? entryCents(entries[leg.outcomeId] ?? '')
    return {
      view: isOutdated ? outdated(view) : view,
      isEachWay,
      stakeCents: unitCents * unitsOf({ isEachWay }),
      bounds: { ...rules.data, ...bounds[leg.outcomeId] },
      isUnanswered: request !== undefined,
    }
  })
}

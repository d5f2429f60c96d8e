import type { Calls } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import { type Api, serve } from '../platform/http/serve.ts'
import { revalidated } from '../platform/http/revalidated.ts'
import { ok, refuse } from '../platform/result.ts'
import {
  findFixtures,
  readFixtures,
  readForm,
  readIndex,
  readList,
  readLive,
  readSports,
  readStandings,
} from './catalogue/index.ts'
import { readPopular } from './betting/index.ts'
import { cachedRead } from '../platform/cached-read.ts'
import type { BoostCall } from './boost-routes.ts'
import type { BookingCall } from './booking-routes.ts'
import type { FollowCall } from './follow-routes.ts'
import type { FreeBetCall } from './free-bet-routes.ts'
import type { ProfitCall } from './profit-routes.ts'
import {
  type BetDoing,
  type BetHandlers,
  betHandlers,
  idsOf,
  type SportsbookHandlers,
} from './bet-handlers.ts'
import type { SportsbookSettings } from './settings.ts'

type Doing = BetDoing & {
  /** What operators do not set. */
  fixed: Pick<SportsbookSettings, 'catalogueAgeMs'>
}

type CatalogueHandlers = Omit<
  SportsbookHandlers,
  keyof BetHandlers | BookingCall | BoostCall | FollowCall | FreeBetCall | ProfitCall
>

/** Opens the calls of this module. */
export function sportsbookRoutes(api: Api, doing: Doing): void {
  const handlers = { ...catalogueHandlers(doing), ...betHandlers(doing) }
  // Pages without a socket ask for these every few seconds.
  revalidated(api, (own) => {
    serve(own, 'GET /api/app/sportsbook/sports', handlers['GET /api/app/sportsbook/sports'])
    serve(own, 'GET /api/app/sportsbook/fixtures', handlers['GET /api/app/sportsbook/fixtures'])
    serve(own, 'GET /api/app/sportsbook/live', handlers['GET /api/app/sportsbook/live'])
    serve(
      own,
      'GET /api/app/sportsbook/fixture/:fixtureId',
      handlers['GET /api/app/sportsbook/fixture/:fixtureId'],
    )
    serve(own, 'GET /api/app/sportsbook/form/:fixtureId', handlers['GET /api/app/sportsbook/form/:fixtureId'])
    serve(own, 'GET /api/app/sportsbook/standings', handlers['GET /api/app/sportsbook/standings'])
    serve(own, 'GET /api/app/sportsbook/rules', handlers['GET /api/app/sportsbook/rules'])
  })
  serve(api, 'GET /api/app/sportsbook/search', handlers['GET /api/app/sportsbook/search'])
  serve(api, 'GET /api/app/sportsbook/popular', handlers['GET /api/app/sportsbook/popular'])
  serve(api, 'POST /api/app/sportsbook/betPlay', handlers['POST /api/app/sportsbook/betPlay'])
  serve(api, 'POST /api/app/sportsbook/betSlip', handlers['POST /api/app/sportsbook/betSlip'])
  serve(api, 'POST /api/app/sportsbook/maxStake', handlers['POST /api/app/sportsbook/maxStake'])
  serve(api, 'POST /api/app/sportsbook/builderPrice', handlers['POST /api/app/sportsbook/builderPrice'])
  serve(
    api,
    'GET /api/app/sportsbook/betRequest/:requestId',
    handlers['GET /api/app/sportsbook/betRequest/:requestId'],
  )
  serve(api, 'POST /api/app/sportsbook/cancelBet', handlers['POST /api/app/sportsbook/cancelBet'])
  serve(
    api,
    'GET /api/app/sportsbook/bets/:betId/receipt',
    handlers['GET /api/app/sportsbook/bets/:betId/receipt'],
  )
  serve(api, 'GET /api/app/sportsbook/cashOuts', handlers['GET /api/app/sportsbook/cashOuts'])
  serve(api, 'POST /api/app/sportsbook/cashOutRule', handlers['POST /api/app/sportsbook/cashOutRule'])
  serve(api, 'POST /api/app/sportsbook/cashOut', handlers['POST /api/app/sportsbook/cashOut'])
  serve(api, 'GET /api/app/sportsbook/bets', handlers['GET /api/app/sportsbook/bets'])
  serve(api, 'GET /api/app/sportsbook/bets/:betId', handlers['GET /api/app/sportsbook/bets/:betId'])
}

/** Names to be found change with a new fixture only: a search reads them anew twice a minute. */
const indexAgeMs = 30_000

/** What is bet on most moves over an evening. */
const popularAgeMs = 60_000

function catalogueHandlers({ db, fixed: { catalogueAgeMs }, readSettings }: Doing): CatalogueHandlers {
  const sports = cachedRead(catalogueAgeMs, () => readSports(db))
  const live = cachedRead(catalogueAgeMs, () => readLive(db))
  const index = cachedRead(indexAgeMs, () => readIndex(db))
  const popular = cachedRead(popularAgeMs, () => readPopular(db))
  const list = cachedRead(catalogueAgeMs, (key: `${Sport}/${When}/${Day | ''}`) => {
    const [sport, when, day] = key.split('/') as [Sport, When, Day | '']
    return readList(db, { sport, when, day: day === '' ? undefined : Number(day) })
  })
  return {
    'GET /api/app/sportsbook/sports': async () => ok(await sports('all')),
    'GET /api/app/sportsbook/fixtures': async ({ query: { sport, when, day } }) =>
      ok(await list(`${sport}/${when}/${(when === 'week' && day) || ''}`)),
    'GET /api/app/sportsbook/live': async () => ok(await live('all')),
    'GET /api/app/sportsbook/search': async ({ query: { words } }) =>
      ok(await findFixtures(db, await index('all'), words)),
    'GET /api/app/sportsbook/popular': async () => ok(await popular('all')),
    'GET /api/app/sportsbook/fixture/:fixtureId': async ({ params }) => {
      const [fixture] = await readFixtures(db, idsOf(params.fixtureId), 'all')
      return fixture ? ok(fixture) : refuse('not_found')
    },
    'GET /api/app/sportsbook/form/:fixtureId': async ({ params }) => {
      const [form] = await Promise.all(idsOf(params.fixtureId).map((id) => readForm(db, id)))
      return form ? ok(form) : refuse('not_found')
    },
    'GET /api/app/sportsbook/standings': async ({ query }) => ok(await readStandings(db, query)),
    'GET /api/app/sportsbook/rules': async () => {
      const { minStakeCents, maxReturnCents } = await readSettings()
      return ok({ minStakeCents, maxReturnCents })
    },
  }
}

type Asked = Calls['GET /api/app/sportsbook/fixtures']['query']
type When = Asked['when']
type Day = NonNullable<Asked['day']>

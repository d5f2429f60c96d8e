import type { CallKey } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import type { Db } from '../platform/db/index.ts'
import { type Api, type Handler, serve } from '../platform/http/serve.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { readFixtures, readList, readSports, remember } from './catalogue/index.ts'
import { type PlaceBet, type PlaceBetRefusal, readBet, readBets, type WireBet } from './betting/index.ts'
import type { SportsbookSettings } from './settings.ts'

type Doing = {
  db: Db
  /** What operators do not set. */
  fixed: Pick<SportsbookSettings, 'catalogueAgeMs'>
  readSettings: () => Promise<SportsbookSettings>
  placeBet: (request: PlaceBet) => Promise<Result<WireBet, PlaceBetRefusal>>
}

type Handlers = { [K in Extract<CallKey, `${string}/api/app/sportsbook/${string}`>]: Handler<K> }

/** Opens the calls of this module. */
export function sportsbookRoutes(api: Api, doing: Doing): void {
  const handlers = handlersOf(doing)
  serve(api, 'GET /api/app/sportsbook/sports', handlers['GET /api/app/sportsbook/sports'])
  serve(api, 'GET /api/app/sportsbook/fixtures', handlers['GET /api/app/sportsbook/fixtures'])
  serve(
    api,
    'GET /api/app/sportsbook/fixture/:fixtureId',
    handlers['GET /api/app/sportsbook/fixture/:fixtureId'],
  )
  serve(api, 'GET /api/app/sportsbook/rules', handlers['GET /api/app/sportsbook/rules'])
  serve(api, 'POST /api/app/sportsbook/betPlay', handlers['POST /api/app/sportsbook/betPlay'])
  serve(api, 'GET /api/app/sportsbook/bets', handlers['GET /api/app/sportsbook/bets'])
  serve(api, 'GET /api/app/sportsbook/bets/:betId', handlers['GET /api/app/sportsbook/bets/:betId'])
}

function handlersOf({ db, fixed: { catalogueAgeMs }, readSettings, placeBet }: Doing): Handlers {
  const sports = remember(catalogueAgeMs, () => readSports(db))
  const list = remember(catalogueAgeMs, (key: `${Sport}/${When}`) => {
    const [sport, when] = key.split('/') as [Sport, When]
    return readList(db, sport, when)
  })
  return {
    'GET /api/app/sportsbook/sports': async () => ok(await sports('all')),
    'GET /api/app/sportsbook/fixtures': async ({ query: { sport, when } }) =>
      ok(await list(`${sport}/${when}`)),
    'GET /api/app/sportsbook/fixture/:fixtureId': async ({ params }) => {
      const [fixture] = await readFixtures(db, idsOf(params.fixtureId), 'all')
      return fixture ? ok(fixture) : refuse('not_found')
    },
    'GET /api/app/sportsbook/rules': async () => {
      const { minStakeCents, maxReturnCents } = await readSettings()
      return ok({ minStakeCents, maxReturnCents })
    },
    'POST /api/app/sportsbook/betPlay': async ({ body: { outcomeId, ...body }, caller: { playerId } }) => {
      const [id] = idsOf(outcomeId)
      return id === undefined ? refuse('not_found') : placeBet({ ...body, playerId, outcomeId: id })
    },
    'GET /api/app/sportsbook/bets': async ({ query, caller: { playerId } }) =>
      ok(await readBets(db, playerId, query)),
    'GET /api/app/sportsbook/bets/:betId': async ({ params, caller: { playerId } }) => {
      const [id] = idsOf(params.betId)
      const bet = id === undefined ? undefined : await readBet(db, playerId, id)
      return bet ? ok(bet) : refuse('not_found')
    },
  }
}

type When = 'live' | 'today' | 'tomorrow' | 'week'

/** The id in a path; none for one too large to be an id of ours. */
function idsOf(text: string): number[] {
  const id = Number(text)
  return Number.isSafeInteger(id) ? [id] : []
}

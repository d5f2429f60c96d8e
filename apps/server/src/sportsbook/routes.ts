import type { CallKey, Calls } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import type { Db } from '../platform/db/index.ts'
import { type Api, type Handler, serve } from '../platform/http/serve.ts'
import { revalidated } from '../platform/http/revalidated.ts'
import type { PublicIds } from '../platform/public-ids.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import {
  findFixtures,
  readFixtures,
  readForm,
  readIndex,
  readList,
  readLive,
  readSports,
  readStandings,
  remember,
} from './catalogue/index.ts'
import { type PlaceBet, type PlaceBetRefusal, readBet, readBets, type WireBet } from './betting/index.ts'
import type { openCashOuts } from './cash-out/index.ts'
import type { SportsbookSettings } from './settings.ts'

type Doing = {
  db: Db
  /** Bets as they are shown outside. */
  ids: PublicIds
  /** What operators do not set. */
  fixed: Pick<SportsbookSettings, 'catalogueAgeMs'>
  readSettings: () => Promise<SportsbookSettings>
  placeBet: (request: PlaceBet) => Promise<Result<WireBet, PlaceBetRefusal>>
  cashOuts: ReturnType<typeof openCashOuts>
}

type Handlers = { [K in Extract<CallKey, `${string}/api/app/sportsbook/${string}`>]: Handler<K> }

/** Opens the calls of this module. */
export function sportsbookRoutes(api: Api, doing: Doing): void {
  const handlers = handlersOf(doing)
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
  serve(api, 'POST /api/app/sportsbook/betPlay', handlers['POST /api/app/sportsbook/betPlay'])
  serve(api, 'GET /api/app/sportsbook/cashOuts', handlers['GET /api/app/sportsbook/cashOuts'])
  serve(api, 'POST /api/app/sportsbook/cashOut', handlers['POST /api/app/sportsbook/cashOut'])
  serve(api, 'GET /api/app/sportsbook/bets', handlers['GET /api/app/sportsbook/bets'])
  serve(api, 'GET /api/app/sportsbook/bets/:betId', handlers['GET /api/app/sportsbook/bets/:betId'])
}

/** Names to be found change with a new fixture only: a search reads them anew twice a minute. */
const indexAgeMs = 30_000

function handlersOf({
  db,
  ids,
  fixed: { catalogueAgeMs },
  readSettings,
  placeBet,
  cashOuts,
}: Doing): Handlers {
  const sports = remember(catalogueAgeMs, () => readSports(db))
  const live = remember(catalogueAgeMs, () => readLive(db))
  const index = remember(indexAgeMs, () => readIndex(db))
  const list = remember(catalogueAgeMs, (key: `${Sport}/${When}/${Day | ''}`) => {
    const [sport, when, day] = key.split('/') as [Sport, When, Day | '']
    return readList(db, { sport, when, day: day === '' ? undefined : Number(day) })
  })
  const shown = (bet: WireBet): WireBet => ({ ...bet, betId: ids.show(Number(bet.betId)) })
  return {
    'GET /api/app/sportsbook/sports': async () => ok(await sports('all')),
    'GET /api/app/sportsbook/fixtures': async ({ query: { sport, when, day } }) =>
      ok(await list(`${sport}/${when}/${(when === 'week' && day) || ''}`)),
    'GET /api/app/sportsbook/live': async () => ok(await live('all')),
    'GET /api/app/sportsbook/search': async ({ query: { words } }) =>
      ok(await findFixtures(db, await index('all'), words)),
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
    'POST /api/app/sportsbook/betPlay': async ({ body, caller: { playerId } }) => {
      const legs = body.legs.flatMap(({ outcomeId, priceMilli, isBanker = false }) =>
        idsOf(outcomeId).map((id) => ({ outcomeId: id, priceMilli, isBanker })),
      )
      if (legs.length < body.legs.length) return refuse('not_found')
      const answer = await placeBet({ ...body, folds: body.folds ?? [legs.length], legs, playerId })
      return answer.ok ? ok(shown(answer.value)) : answer
    },
    'GET /api/app/sportsbook/cashOuts': async ({ query: { betIds }, caller: { playerId } }) => {
      const wanted = betIds.split(',').map((betId) => ids.read(betId))
      const offers = await cashOuts.offers(playerId, wanted)
      return ok(
        offers.map((offer) => ({
          ...offer,
          betId: ids.show(offer.betId),
          expiresAt: offer.expiresAt.toISOString(),
        })),
      )
    },
    'POST /api/app/sportsbook/cashOut': async ({ body, caller: { playerId } }) => {
      const { unitStakeCents: unitCents, minShareBps = 10_000, ...own } = body
      const answer = await cashOuts.take({ ...own, unitCents, minShareBps, playerId })
      if (!answer.ok) return answer
      const bet = await readBet(db, playerId, answer.value.betId)
      return bet ? ok({ paidCents: answer.value.paidCents, bet: shown(bet) }) : refuse('not_found')
    },
    'GET /api/app/sportsbook/bets': async ({ query, caller: { playerId } }) => {
      const { cursor, ...filter } = query
      const before = cursor === undefined ? undefined : ids.read(cursor)
      const { bets, next } = await readBets(db, playerId, { ...filter, before })
      return ok({ bets: bets.map(shown), next: next === null ? null : ids.show(next) })
    },
    'GET /api/app/sportsbook/bets/:betId': async ({ params, caller: { playerId } }) => {
      const bet = await readBet(db, playerId, ids.read(params.betId))
      return bet ? ok(shown(bet)) : refuse('not_found')
    },
  }
}

type Asked = Calls['GET /api/app/sportsbook/fixtures']['query']
type When = Asked['when']
type Day = NonNullable<Asked['day']>

/** The id in a path; none for one too large to be an id of ours. */
function idsOf(text: string): number[] {
  const id = Number(text)
  return Number.isSafeInteger(id) ? [id] : []
}

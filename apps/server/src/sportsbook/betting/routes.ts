import { type Refusal, refusals, type Calls } from '@palpite/contract'
import { present, Busy } from '../../platform/errors.ts'
import { cachedRead } from '../../platform/cached-read.ts'
import type { InTurn } from '../../platform/costly-work.ts'
import { isFault, type Db, type Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Api, serve } from '../../platform/http/serve.ts'
import type { PublicIds } from '../../platform/public-ids.ts'
import type { Closed } from '../../platform/maintenance.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type Lang, refusalText } from '../../platform/texts.ts'
import { idsOf } from '../catalogue/wire-fixture.ts'
import type { SportsbookSettings } from '../settings.ts'
import type { PlaceBet, PlaceBetRefusal, RequestedLeg } from './bet-request.ts'
import { bookSlip, readBooking } from './bookings.ts'
import { selectOpenBoosts, selectOpenFreeBets } from './promotion-queries.ts'
import { readBuilder, type BuilderPriceRefusal, findBuilder } from './builders.ts'
import type { Referred } from './bet-referrals.ts'
import type { AskedStake, MaxStake } from './preview-bets.ts'
import { type Period, selectProfit } from './bet-queries.ts'
import { readBet, readBets } from './read-bets.ts'
import { readReceipt } from './receipts.ts'
import { cancelBet, readRequest, type RequestStatus } from './waiting-bets.ts'
import type { WireBet } from './wire-bet.ts'
import { type Sport, SPORTS } from '@palpite/odds'
import { readFixtures } from '../catalogue/read-catalogue.ts'
import { selectPopular } from './queries.ts'

type Needs = Pick<Deps, 'db' | 'reads' | 'config' | 'log' | 'limits' | 'random'> & {
  /** Bets as they are shown outside. */
  ids: PublicIds
  readSettings: () => Promise<SportsbookSettings>
  placeBet: (request: PlaceBet) => Promise<Result<WireBet, PlaceBetRefusal>>
  referBet: (request: PlaceBet) => Promise<Result<Referred, PlaceBetRefusal>>
  maxStake: (asked: AskedStake) => Promise<MaxStake>
  /** The queue in which bet builders are priced for quotes. */
  priceInTurn: InTurn
  /** The queue for filtered lists of bets. */
  searchInTurn: InTurn
  /** Whether the policy has promotions. */
  hasPromotions: boolean
}

/** The most popular bets change over an evening. */
const popularAgeMs = 60_000

/** Of profits: a month of days, a quarter of weeks, a year of months. */
const profitCounts: Readonly<Record<Period, number>> = { day: 30, week: 13, month: 12 }

/** Slips a player may share in an hour: each new one is a row kept for weeks. */
const BOOKINGS = 120
const BOOKINGS_SECONDS = 3600
/**
 * Live bets a player may cancel in an hour. A player who always has a cancellable one waiting bets on what the house
 * has not seen yet, after only the rest of the delay.
 */
const CALL_OFFS = 60
const CALL_OFFS_SECONDS = 3600
/** Bets a player may refer to a trader in an hour. */
const REFERRALS = 20
const REFERRALS_SECONDS = 3600
/** Boosted prices shown at once: more would be a catalogue of their own. */
const MAX_BOOSTS = 50
/** Every slip requests this same list. */
const BOOSTS_AGE_MS = 2000

/** The bet calls: placing, status and history; popular bets and profits; booking codes; free bets and boosts. */
export function bettingRoutes(api: Api, needs: Needs): void {
  placingRoutes(api, needs)
  readingRoutes(api, needs)
  bookingRoutes(api, needs)
  promotionRoutes(api, needs)
}

type Placing = { playerId: number; closed: Closed | undefined }

function placingRoutes(api: Api, needs: Needs): void {
  const { db, ids, log, readSettings, placeBet, referBet, maxStake, priceInTurn } = needs
  const place = async <Placed>(
    body: WireTicket,
    { playerId, closed }: Placing,
    by: (request: PlaceBet) => Promise<Result<Placed, PlaceBetRefusal>>,
  ) => {
    const legs = await legsOf(body.legs, playerId)
    if (!legs.ok) return closed ?? legs
    const answer = await by({ ...body, folds: body.folds ?? allOf(body), legs: legs.value, playerId, closed })
    return answer.ok ? answer : named(answer, legs.value, body.legs)
  }
  const legsOf = legReader(db, readSettings)
  serve(api, 'POST /api/app/sportsbook/betPlay', async ({ body, caller: { playerId }, closed }) => {
    const answer = await place(body, { playerId, closed }, placeBet)
    return answer.ok ? ok(shown(ids, answer.value)) : answer
  })
  const referrals = needs.limits.limiter('bets-referred', REFERRALS, REFERRALS_SECONDS)
  serve(api, 'POST /api/app/sportsbook/referBet', async ({ body, caller: { playerId }, closed }) => {
    if (!(await referrals.consume(String(playerId)))) return refuse('too_many_requests')
    const answer = await place(body, { playerId, closed }, referBet)
    if (!answer.ok) return answer
    const { bet, until } = answer.value
    return ok({ bet: bet && shown(ids, bet), until: until?.toISOString() ?? null })
  })
  serve(api, 'POST /api/app/sportsbook/betSlip', async ({ body, caller: { playerId }, lang, closed }) => {
    const answers = await eachAnswered(
      body.tickets.map((ticket) => place(ticket, { playerId, closed }, placeBet)),
      (error) => log.error({ err: error, playerId }, 'a fault of one of several bets'),
    )
    return ok({
      answers: body.tickets.map(({ requestId }, at) => {
        const answer = present(answers[at], 'the answer to a ticket')
        return answer.ok
          ? { requestId, bet: shown(ids, answer.value), refusal: null }
          : { requestId, bet: null, refusal: wireRefusal(answer.refusal, lang) }
      }),
    })
  })
  serve(api, 'POST /api/app/sportsbook/maxStake', async ({ body, caller: { playerId } }) => {
    const read = async () => {
      const legs = await legsOf(body.legs, playerId)
      if (!legs.ok) return legs
      const { isEachWay, priceBoostId } = body
      const folds = body.folds ?? allOf(body)
      const most = await maxStake({ playerId, legs: legs.value, folds, isEachWay, priceBoostId })
      return most.ok ? most : named(most, legs.value, body.legs)
    }
    return body.legs.some(({ outcomeId }) => outcomeId.includes('-')) ? priceInTurn(playerId, read) : read()
  })
  serve(api, 'POST /api/app/sportsbook/builderPrice', async ({ body, ip }) => {
    const settings = await readSettings()
    const priced = await priceInTurn(ip, () => readBuilder(db, settings, body.outcomeIds.flatMap(idsOf)))
    if (!priced.ok) return priced
    const { selections, priceMilli } = priced.value
    return ok({ outcomeId: selections.join('-'), priceMilli })
  })
  serve(
    api,
    'GET /api/app/sportsbook/betRequest/:requestId',
    async ({ params, caller: { playerId }, lang }) => {
      const found = await readRequest(db, playerId, params.requestId)
      const refusal = refusalOf(found)
      return ok({
        status: found.status,
        dueAt: found.status === 'waiting' ? found.dueAt.toISOString() : null,
        cancelUntil: found.status === 'waiting' ? found.cancelUntil.toISOString() : null,
        isReferred: found.status === 'waiting' && found.isReferred === true,
        bet: found.status === 'placed' ? shown(ids, found.bet) : null,
        code: refusal?.code ?? null,
        message: refusal ? refusalText(refusal.code, lang, refusal.values) : null,
        detail: refusal?.detail ?? null,
      })
    },
  )
  const callOffs = needs.limits.limiter('bets-called-off', CALL_OFFS, CALL_OFFS_SECONDS)
  serve(api, 'POST /api/app/sportsbook/cancelBet', async ({ body, caller: { playerId } }) => {
    if (!(await callOffs.consume(String(playerId)))) return refuse('too_many_requests')
    const answer = await cancelBet(db, { playerId, requestId: body.requestId })
    return answer.ok ? ok({ cancelled: true as const }) : answer
  })
}

function readingRoutes(api: Api, { db, reads, config, ids, searchInTurn }: Needs): void {
  serve(api, 'GET /api/app/sportsbook/bets/:betId/receipt', async ({ params, caller: { playerId } }) => {
    const found = await readReceipt({ db, config }, ids.read(params.betId))
    if (found?.receipt.playerId !== playerId) return refuse('not_found')
    return ok({ receipt: found.text, signature: found.signature })
  })
  serve(api, 'GET /api/app/sportsbook/bets', async ({ query, caller: { playerId } }) => {
    const { cursor, ...filter } = query
    const before = cursor === undefined ? undefined : ids.read(cursor)
    const sql = reads.of(`player:${playerId}`)
    const read = () => readBets(sql, playerId, { ...filter, before })
    const isSearch = Object.values(filter).some((by) => by !== undefined)
    const { bets, next } = await (isSearch ? searchInTurn(playerId, read) : read())
    return ok({ bets: bets.map((bet) => shown(ids, bet)), next: next === null ? null : ids.show(next) })
  })
  serve(api, 'GET /api/app/sportsbook/bets/:betId', async ({ params, caller: { playerId } }) => {
    const bet = await readBet(db, playerId, ids.read(params.betId))
    return bet ? ok(shown(ids, bet)) : refuse('not_found')
  })
  const popular = cachedRead(popularAgeMs, () => readPopular(reads.shared))
  serve(api, 'GET /api/app/sportsbook/popular', async () => ok(await popular('all')))
  serve(api, 'GET /api/app/sportsbook/profit', async ({ query: { by }, caller: { playerId } }) =>
    ok(await selectProfit(reads.of(`player:${playerId}`), playerId, { by, count: profitCounts[by] })),
  )
}

function bookingRoutes(api: Api, { readSettings, priceInTurn, ...deps }: Needs): void {
  const bookings = deps.limits.limiter('bookings', BOOKINGS, BOOKINGS_SECONDS)
  serve(
    api,
    'POST /api/app/sportsbook/booking',
    async ({ caller: { playerId }, body: { legs, folds, isEachWay = false } }) => {
      if (!(await bookings.consume(String(playerId)))) return refuse('too_many_requests')
      const selection = {
        legs: legs.map(({ outcomeId, isBanker = false }) => ({
          outcomeIds: outcomeId
            .split('-')
            .map(Number)
            .sort((one, another) => one - another),
          isBanker,
        })),
        folds,
        isEachWay,
      }
      const book = async () => bookSlip(deps, await readSettings(), selection)
      const hasBuilder = selection.legs.some(({ outcomeIds }) => outcomeIds.length > 1)
      const answer = await (hasBuilder ? priceInTurn(playerId, book) : book())
      if (!answer.ok) return answer
      return ok({ code: answer.value.code, expiresAt: answer.value.expiresAt.toISOString() })
    },
  )
  serve(api, 'GET /api/app/sportsbook/booking/:code', async ({ params, ip }) =>
    readBooking({ ...deps, inTurn: (price) => priceInTurn(ip, price) }, await readSettings(), params.code),
  )
}

/** Unused free bets and boosts, and current promises: empty if the policy has no promotions. */
function promotionRoutes(api: Api, { db, hasPromotions, readSettings }: Needs): void {
  serve(api, 'GET /api/app/sportsbook/freeBets', async ({ caller: { playerId } }) => {
    const rows = hasPromotions ? await selectOpenFreeBets(db, playerId) : []
    const { freeBetTimes: wageredTimes } = await readSettings()
    return ok(
      rows.map(({ id: freeBetId, endsAt, ...row }) => ({
        freeBetId,
        ...row,
        endsAt: endsAt.toISOString(),
        wageredTimes,
      })),
    )
  })
  const prices = cachedRead(BOOSTS_AGE_MS, () => selectOpenBoosts(db, MAX_BOOSTS))
  serve(api, 'GET /api/app/sportsbook/boosts', async () => {
    const now = new Date()
    const { winningsBoosts, earlyPayouts, parlayInsurances } = await readSettings()
    const inForce = <Rule extends { from: string; until: string }>(rules: readonly Rule[]): Rule[] =>
      hasPromotions ? rules.filter(({ from, until }) => now >= new Date(from) && now < new Date(until)) : []
    return ok({
      winnings: inForce(winningsBoosts).map(({ until, minPriceMilli, maxCents, steps }) => ({
        until,
        minPriceMilli,
        maxCents,
        steps: [...steps],
      })),
      prices: (hasPromotions ? await prices('all') : []).map((boost) => ({
        boostId: boost.id,
        outcomeId: String(boost.outcomeId),
        fixtureId: String(boost.fixtureId),
        bps: boost.bps,
        maxStakeCents: boost.maxStakeCents,
        endsAt: boost.endsAt.toISOString(),
      })),
      earlyPayouts: inForce(earlyPayouts).map(({ sport, lead, until }) => ({ sport, lead, until })),
      insurances: inForce(parlayInsurances).map(({ minLegs, minPriceMilli, maxCents, until }) => ({
        minLegs,
        minPriceMilli,
        maxCents,
        until,
      })),
    })
  })
}

const shown = (ids: PublicIds, bet: WireBet): WireBet => ({ ...bet, betId: ids.show(Number(bet.betId)) })

/**
 * The answers to several bets. An exception of one bet does not hide the answers of the others: it becomes a refusal that says
 * the result is unknown. If all fail, the call fails as for a single bet.
 */
async function eachAnswered<A>(
  placing: readonly Promise<A>[],
  report: (error: unknown) => void,
): Promise<(A | ReturnType<typeof refuse<'busy' | 'fault'>>)[]> {
  const answers = await Promise.allSettled(placing)
  const failures = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const bug = failures.find((error) => !isFault(error))
  const failed = bug ?? (failures.length === answers.length ? failures[0] : undefined)
  if (failed !== undefined) throw failed
  return answers.map((one) => {
    if (one.status === 'fulfilled') return one.value
    if (one.reason instanceof Busy) return refuse('busy')
    report(one.reason)
    return refuse('fault')
  })
}

/** Why a request has no bet. */
function refusalOf(found: RequestStatus): Refusal | undefined {
  if (found.status === 'cancelled') return { code: 'bet_cancelled' }
  return found.status === 'refused' ? found.refusal : undefined
}

/** A refusal of one of several, answered as it would be alone. */
const wireRefusal = ({ code, values, detail }: Refusal, lang: Lang) => ({
  status: refusals[code].status,
  message: refusalText(code, lang, values),
  data: { code, ...detail },
})

/** A bet in a call. */
type WireTicket = Calls['POST /api/app/sportsbook/betPlay']['body']

/** The legs of a ticket as requested; creates missing bet builders. */
const legReader =
  (db: Db, readSettings: () => Promise<SportsbookSettings>) =>
  async (
    asked: WireTicket['legs'],
    playerId: number,
  ): Promise<Result<RequestedLeg[], BuilderPriceRefusal | 'too_many_requests'>> => {
    const legs: RequestedLeg[] = []
    for (const { outcomeId, isBanker = false, ...leg } of asked) {
      const parts = outcomeId.split('-')
      const selections = parts.flatMap(idsOf)
      if (selections.length < parts.length) return refuse('not_found')
      const found =
        selections.length === 1
          ? ok(selections[0] ?? 0)
          : await findBuilder(db, await readSettings(), { playerId, outcomeIds: selections })
      if (!found.ok) return found
      legs.push({ ...leg, outcomeId: found.value, isBanker, selections })
    }
    return ok(legs)
  }

/** All legs in one; for an each-way bet, those of a half. */
const allOf = ({ legs, isEachWay }: Pick<WireTicket, 'legs' | 'isEachWay'>): number[] => [
  isEachWay ? Math.ceil(legs.length / 2) : legs.length,
]

/** Names the leg of a refusal as it was requested: a bet builder by its selections. */
function named<R extends { ok: false; refusal: Refusal }>(
  answer: R,
  legs: readonly RequestedLeg[],
  asked: WireTicket['legs'],
): R {
  const { detail } = answer.refusal
  const place = legs.findIndex(({ outcomeId }) => String(outcomeId) === detail?.['outcomeId'])
  const outcomeId = asked[place]?.outcomeId
  return outcomeId === undefined
    ? answer
    : { ...answer, refusal: { ...answer.refusal, detail: { ...detail, outcomeId } } }
}

type Popular = Calls['GET /api/app/sportsbook/popular']['data']

/** As many of each as fit on a phone before anything is typed. */
const MAX_SHOWN = 4

/** The most popular bets now: leagues, and matches without their markets, most popular first. */
async function readPopular(sql: Sql): Promise<Popular> {
  const rows = await selectPopular(sql)
  const leagues = rows.flatMap(({ sport, competition, fixtureId }) =>
    fixtureId === null && SPORTS.includes(sport as Sport) ? [{ sport: sport as Sport, competition }] : [],
  )
  const ids = rows.flatMap(({ fixtureId }) => fixtureId ?? []).slice(0, MAX_SHOWN)
  const fixtures = await readFixtures(sql, ids, 'none')
  return {
    leagues: leagues.slice(0, MAX_SHOWN),
    fixtures: fixtures.toSorted(
      (one, other) => ids.indexOf(Number(one.fixtureId)) - ids.indexOf(Number(other.fixtureId)),
    ),
  }
}

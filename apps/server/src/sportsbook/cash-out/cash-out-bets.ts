import { countTurnover, lockAccounts, move, payReturn, post, repayDebt } from '../../ledger/index.ts'
import type { Tx, Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import type { Closed } from '../../platform/maintenance.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { fixturesOf } from '../betting/quote-rows.ts'
import { lockFixturesShared, type OutcomePlace } from '../betting/queries.ts'
import { betDelay } from '../betting/quote-rules.ts'
import { cashOutSold } from '../events.ts'
import { simulatorPlays } from '../../platform/config.ts'
import { addLiabilities, deleteEmpty, lockLiabilities, subtractLiabilities } from '../risk/queries.ts'
import { closedColumns, sumsOf, unboundedColumns } from '../risk/rules.ts'
import { exposedLegs, toStakes } from '../settlement/move-exposures.ts'
import {
  addLegs,
  type CurrentBet,
  readCurrentBets,
  selectCurrentBets,
  updateExposures,
} from '../settlement/current-bet-queries.ts'
import type { SportsbookSettings } from '../settings.ts'
import type { OfferState } from './leg-value.ts'
import * as queries from './queries.ts'
import {
  type Cut,
  cutBet,
  type CutRefusal,
  keptOf,
  type Offer,
  offerFor,
  type OfferRefusal,
} from './rules.ts'
import { readQuotesAt } from '../betting/read-quotes.ts'

/**
 * A part of a bet to cash out (all of it if no unit stake is given), for an offer for the whole bet of at least
 * `minOfferCents`.
 */
export type CashOutRequest = {
  playerId: number
  requestId: string
  betId: number
  unitCents: number | undefined
  minOfferCents: number
  /** Expiry, by the database's clock. */
  expiresAtMs: number
  /** The in-play delay is over, or there is none. One that has yet to wait gets its delay, and sells nothing. */
  hasWaited: boolean
  /** The trigger at which it is cashed out automatically; the player is notified. */
  levelCents?: number
  /** Maintenance, which refuses it unless it was done before. */
  closed?: Closed | undefined
}

export type CashOutRefusal =
  | OfferRefusal
  | CutRefusal
  | 'not_found'
  | 'quote_expired'
  | 'under_maintenance'
  | 'cash_out_changed'
  | 'request_mismatch'
  | 'in_play_paused'
  | 'too_many_requests'

export type CashedOut = { betId: number; paidCents: number }

/** The delay before it is decided. */
type Waits = { ok: true; value: { delayMs: number } }

type CashOutAnswer = Result<CashedOut, CashOutRefusal> | Waits

export const waits = (answer: CashOutAnswer): answer is Waits => answer.ok && 'delayMs' in answer.value

/** What the list cashes out of one bet. */
type Sale = { request: CashOutRequest; bet: CurrentBet; offer: Offer; cut: Cut }

/**
 * Cashes out open bets or parts of them at their current value, or refuses a request with a reason. Returns results
 * in the order of the requests; idempotent. Lock order as in placing: players' accounts, fixtures, liabilities,
 * house accounts. A bet cannot change while its player's accounts are locked, but its legs can: a report of the feed
 * holds or voids them. They are read under the lock of their fixtures, as the quotes are. A second request for one bet
 * in a list is refused because the bet changed.
 */
export function cashOutBets(
  deps: Deps,
  settings: SportsbookSettings,
  requests: readonly CashOutRequest[],
): Promise<CashOutAnswer[]> {
  return deps.db.begin(async (tx) => {
    const playerIds = requests.map(({ playerId }) => playerId)
    const betIds = requests.map(({ betId }) => betId)
    const [batch, earlier, rows, beside] = await Promise.all([
      lockAccounts(tx, playerIds),
      queries.selectEarlier(
        tx,
        playerIds,
        requests.map(({ requestId }) => requestId),
      ),
      selectCurrentBets(tx, betIds),
      queries.selectOutcomesBeside(tx, betIds),
    ])
    const needs = { ...settings, simulatorPlays: simulatorPlays(deps.config) }
    const [, bets, offers] = await Promise.all([
      lockFixturesShared(tx, fixturesOf(beside)),
      addLegs(tx, rows),
      readOfferState(tx, beside, needs),
    ])
    const { answers, sales } = decideCashOuts(requests, { earlier, bets, offers, settings })
    if (sales.length === 0) return answers
    const repaid = sales.map((one) => moveSold(batch, one))
    await Promise.all([
      writeSales(tx, sales),
      writeEvents(tx, cashOutSold, soldByTrigger(sales, repaid)),
      post(tx, batch),
    ])
    return answers
  })
}

/** `repaid`: by sale, how much of its price repaid a debt. */
const soldByTrigger = (sales: readonly Sale[], repaid: readonly number[]) =>
  sales.flatMap(({ request: { playerId, betId, levelCents }, cut }, nth) => {
    if (levelCents === undefined) return []
    const repaidCents = repaid[nth] ?? 0
    const sold = { playerId, betId, result: resultOf(cut), levelCents, paidCents: cut.paidCents }
    return [{ ...sold, ...(repaidCents > 0 && { repaidCents }) }]
  })

type State = {
  earlier: readonly queries.EarlierRow[]
  bets: readonly CurrentBet[]
  offers: OfferState
  settings: SportsbookSettings
}

/** Decides the requests one by one, by what was read under the locks. */
export function decideCashOuts(requests: readonly CashOutRequest[], state: State) {
  const sales: Sale[] = []
  const earlier = new Map(state.earlier.map((one) => [nameOf(one), one]))
  const bets = new Map(state.bets.map((bet) => [bet.id, bet]))
  const soldIds = new Set<number>()
  const answers = requests.map((request): CashOutAnswer => {
    const known = earlier.get(nameOf(request))
    if (known) return isSame(known, request) ? ok(known) : refuse('request_mismatch')
    const bet = bets.get(request.betId)
    if (bet?.playerId !== request.playerId) return refuse('not_found')
    if (request.closed) return request.closed
    const delayMs = request.hasWaited ? 0 : delayOf(bet, state)
    if (delayMs > 0) return ok({ delayMs })
    const offer = offerFor(bet, state.offers, state.settings)
    if (!offer.ok) return offer
    if (offer.value.at.getTime() > request.expiresAtMs) return refuse('quote_expired')
    const { offerCents } = offer.value
    if (soldIds.has(bet.id) || offerCents < request.minOfferCents)
      return refuse('cash_out_changed', { detail: { offerCents } })
    const cut = cutBet(bet, offerCents, request.unitCents, state.settings)
    if (!cut.ok) return cut
    const one = { request, bet, offer: offer.value, cut: cut.value }
    sales.push(one)
    soldIds.add(bet.id)
    earlier.set(nameOf(request), toEarlier(one))
    return ok({ betId: bet.id, paidCents: cut.value.paidCents })
  })
  return { answers, sales }
}

const nameOf = ({ playerId, requestId }: Pick<CashOutRequest, 'playerId' | 'requestId'>) =>
  `${playerId}/${requestId}`

/** The delay before the bet is cashed out: the same as for placing one on its open legs. */
const delayOf = ({ legs }: CurrentBet, { offers, settings }: State): number =>
  betDelay(
    legs.flatMap(({ outcomeId, parts }) => (parts === null ? (offers.quotes.get(outcomeId) ?? []) : [])),
    settings,
  )

/** The same part of the same bet, for at least the amount asked for: identifies a repeated request. */
function isSame(one: queries.EarlierRow, { betId, unitCents, minOfferCents }: CashOutRequest): boolean {
  const { unitBeforeCents } = one
  const unit = Math.min(unitCents ?? unitBeforeCents, unitBeforeCents)
  const minPaidCents = Math.floor((minOfferCents * unit) / unitBeforeCents)
  return one.betId === betId && one.unitCents === unit && one.paidCents >= minPaidCents
}

const toEarlier = ({ request, cut }: Sale): queries.EarlierRow => ({
  ...request,
  ...cut,
  unitBeforeCents: cut.unitCents + cut.keptUnitCents,
})

/**
 * The stake of the part leaves the open bets; the price goes to cash and bonus in the proportion of the stake, and
 * repays a debt first. Answers how much of it did.
 */
export function moveSold(batch: Parameters<typeof move>[0], { request, bet, cut }: Sale): number {
  const { playerId } = bet
  const key = `bet:${bet.id}:out:${request.requestId}`
  const isGuarded = true // by the cash-out, inserted under the player's request
  const closing = { key: `${key}:stake`, cents: cut.stakeCents, isGuarded }
  move(batch, { ...closing, from: 'bets_open', to: 'sportsbook' })
  const { cashCents, bonusCents, paidCents } = cut
  payReturn(batch, {
    playerId,
    key: `${key}:return`,
    cents: paidCents,
    funding: { cashCents, bonusCents },
    from: 'sportsbook',
    isGuarded,
  })
  // It does not count towards wagering: the money is no longer at risk.
  // The stake of a bet that was settled, and reopened by a correction, is counted already.
  const endedUnsettledCents = bet.settledTimes === 0 ? cut.stakeCents : 0
  countTurnover(batch, { playerId, returnedCents: paidCents, endedUnsettledCents })
  return Math.min(paidCents, repayDebt(batch, { playerId, key: `${key}:repaid` }))
}

async function writeSales(tx: Tx, sales: readonly Sale[]): Promise<void> {
  const whole = sales.filter(({ cut }) => cut.isWhole)
  const parts = sales.filter(({ cut }) => !cut.isWhole)
  const kept = parts.map(({ bet, cut }) => ({ id: bet.id, legs: exposedLegs(keptOf(bet, cut)) }))
  const before = sumsOf(sales.flatMap(({ bet }) => toStakes(bet.legs)))
  const after = sumsOf(kept.flatMap(({ legs }) => toStakes(legs)))
  const outcomeIds = [...before, ...after].map(({ outcomeId }) => outcomeId)
  await Promise.all([
    queries.insertCashOuts(tx, sales.map(toRow)),
    queries.addSold(tx, soldColumns(sales)),
    whole.length > 0 && queries.endBets(tx, endedColumns(whole)),
    kept.length > 0 && updateExposures(tx, kept),
    // No offer depends on the liabilities: locked only while they are written, they keep no bet waiting while
    // offers are valued.
    lockLiabilities(tx, outcomeIds),
    subtractLiabilities(tx, closedColumns(before)),
    after.length > 0 && addLiabilities(tx, unboundedColumns(after)),
    deleteEmpty(tx, outcomeIds),
  ])
}

const toRow = ({ request, bet, offer, cut }: Sale) => ({
  betId: bet.id,
  playerId: bet.playerId,
  requestId: request.requestId,
  unitCents: cut.unitCents,
  stakeCents: cut.stakeCents,
  paidCents: cut.paidCents,
  fairCents: Math.floor((offer.fairCents * cut.unitCents) / bet.unitStakeCents),
})

/** Result codes of the specification by the amount returned: more than the stake, the stake, less. */
export const resultOf = ({ paidCents, stakeCents }: Cut): number => {
  if (paidCents > stakeCents) return 10
  return paidCents === stakeCents ? 90 : 11
}

const endedColumns = (whole: readonly Sale[]): queries.EndedColumns => ({
  ids: whole.map(({ bet }) => bet.id),
  results: whole.map(({ cut }) => resultOf(cut)),
  stakes: whole.map(({ cut }) => cut.stakeCents),
  paid: whole.map(({ cut }) => cut.paidCents),
})

const soldColumns = (sales: readonly Sale[]): queries.SoldColumns => ({
  ids: sales.map(({ bet }) => bet.id),
  units: sales.map(({ cut }) => cut.unitCents),
  cash: sales.map(({ cut }) => cut.cashCents),
  bonus: sales.map(({ cut }) => cut.bonusCents),
  paid: sales.map(({ cut }) => cut.paidCents),
})

/** Current offers for each of these bets, of one player or of all; none for bets that cannot be cashed out. */
export async function readOffers(
  { db: sql, config }: Pick<Deps, 'db' | 'config'>,
  settings: SportsbookSettings,
  { playerId, betIds }: { playerId?: number; betIds: readonly number[] },
): Promise<Map<number, Offer>> {
  const bets = (await readCurrentBets(sql, betIds)).filter(
    (bet) => playerId === undefined || bet.playerId === playerId,
  )
  const needs = { ...settings, simulatorPlays: simulatorPlays(config) }
  const state = await readOfferState(sql, await readBeside(sql, bets), needs)
  return new Map(
    bets.flatMap((bet) => {
      const offer = offerFor(bet, state, settings)
      return offer.ok ? [[bet.id, offer.value] as const] : []
    }),
  )
}

/** The outcomes whose quotes determine the value of these bets, their own included. */
const readBeside = async (sql: Sql, bets: readonly CurrentBet[]): Promise<OutcomePlace[]> =>
  bets.length === 0
    ? []
    : queries.selectOutcomesBeside(
        sql,
        bets.map(({ id }) => id),
      )

/** Everything these outcomes are valued by, read in one pipeline: under a lock, all of it is of one moment. */
async function readOfferState(
  sql: Sql,
  places: readonly OutcomePlace[],
  needs: Parameters<typeof readQuotesAt>[2],
): Promise<OfferState> {
  if (places.length === 0) return { quotes: new Map(), pricedFrom: new Map() }
  const [quotes, pricedFrom] = await Promise.all([
    readQuotesAt(sql, places, needs),
    queries.selectPricedFrom(sql, fixturesOf(places)),
  ])
  return { quotes, pricedFrom: new Map(pricedFrom.map((one) => [one.fixtureId, one])) }
}

import { post } from '../../ledger/index.ts'
import { assert, present } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import type { Result } from '../../platform/result.ts'
import { admitStakes, type CompliancePolicy } from '../../protection/index.ts'
import type { WageringSettings } from '../../wagering/index.ts'
import { readPriceBoosts } from './boosts.ts'
import { readFreeBets } from './free-bets.ts'
import { updateHolders } from './promotion-queries.ts'
import { addedColumns } from '../risk/rules.ts'
import { addLiabilities } from '../risk/queries.ts'
import type { ExposureHeadroom, Reservation } from '../risk/exposure-headroom.ts'
import { betPlaced } from '../events.ts'
import { toWireFixtureState } from '../catalogue/wire-fixture.ts'
import { simulatorPlays } from '../../platform/config.ts'
import { isInPlay } from '../sports/match-status.ts'
import type { SportsbookSettings } from '../settings.ts'
import { outcomesOf, type PlaceBetRefusal } from './bet-request.ts'
import { readEarlierBets } from './read-bets.ts'
import { insertBets, insertLegs } from './queries.ts'
import { withOffer } from './counter-offers.ts'
import { betDelay } from './quote-rules.ts'
import { receiptSigner } from './receipts.ts'
import { lockQuotes, type Quote } from './read-quotes.ts'
import { readStakeBounds } from './stake-factors.ts'
import { decideBets, type DueBet, type PlacedBet } from './rules.ts'
import { endWaiting, readCancelled } from './waiting-bets.ts'
import type { WireBet } from './wire-bet.ts'

export type BettingNeeds = {
  policy: CompliancePolicy
  settings: SportsbookSettings
  wagering: WageringSettings
  /** Exposure headroom of matches, competitions, sports and the book. */
  headroom: ExposureHeadroom
}

/** Ids are drawn in blocks of 1024, which bounds the length of a list. */
const MAX_LIST = 1024

/**
 * Debits the stakes and records the bets, or refuses a request with a reason. Returns results in the order of the requests;
 * idempotent: a repeated request returns its earlier bet. Lock order: players' accounts, fixtures, liabilities of the outcomes,
 * house accounts. Settlement and feeds keep the same order.
 */
export async function placeBets(
  deps: Deps,
  needs: BettingNeeds,
  requests: readonly DueBet[],
): Promise<Result<WireBet, PlaceBetRefusal>[]> {
  assert(requests.length <= MAX_LIST, `a list of bets is at most ${MAX_LIST} long`)
  const reservation = needs.headroom.reserve()
  try {
    return await deps.db.begin((tx) => placeIn(tx, deps, { ...needs, reservation }, requests))
  } finally {
    reservation.end()
  }
}

/** Places a list in the transaction of the caller, who ends the reservation after it. */
export async function placeIn(
  tx: Tx,
  deps: Deps,
  { policy, settings, wagering, headroom, reservation }: BettingNeeds & { reservation: Reservation },
  requests: readonly DueBet[],
): Promise<Result<WireBet, PlaceBetRefusal>[]> {
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const outcomeIds = outcomesOf(requests)
  const waited = requests.filter(({ hasWaited }) => hasWaited)
  const freeIds = requests.flatMap(({ freeBetId }) => freeBetId ?? [])
  const [gate, stakeBoundOf, freeBets, boostOf, earlier, cancelled, locked] = await Promise.all([
    admitStakes(tx, { policy, bonusRules: wagering, activity: deps.activity }, playerIds),
    readStakeBounds(tx, policy, playerIds, outcomeIds),
    readFreeBets(tx, freeIds, playerIds),
    readPriceBoosts(tx, requests),
    readEarlierBets(tx, requests),
    readCancelled(tx, waited),
    lockQuotes(tx, outcomeIds, {
      ...settings,
      simulatorPlays: simulatorPlays(deps.config),
    }),
  ])
  const {
    answers: decided,
    placed,
    added,
    costs,
  } = decideBets(requests, {
    settings,
    gate,
    earlier,
    cancelled,
    stakeBoundOf,
    freeBets,
    boostOf,
    headroomOf: (one, own) => headroom.left(one, settings, own),
    ...locked,
  })
  reservation.set(costs)
  const offering = { ...deps, offerSeconds: settings.offerSeconds }
  const answers = await Promise.all(
    decided.map((answer, at) =>
      withOffer(tx, offering, present(requests[at], 'the request of an answer'), answer),
    ),
  )
  await endWaiting(tx, requests, answers)
  if (placed.length === 0) return answers
  const used = placed.flatMap(({ id, request: { freeBetId } }) =>
    freeBetId === undefined ? [] : [{ freeBetId, betId: id }],
  )
  const signer = receiptSigner(deps.config)
  const legs = placed.map(legRows)
  await Promise.all([
    insertBets(
      tx,
      placed.map((bet, at) => {
        const row = betRow(bet, settings)
        const { promises, request, ticket } = bet
        const receipt = { ...row, betId: bet.id, boost: ticket.boost, promises, folds: request.folds }
        return { ...row, signature: signer.sign({ ...receipt, legs: legs[at] ?? [] }) }
      }),
    ),
    insertLegs(tx, legs.flat()),
    writeEvents(
      tx,
      betPlaced,
      placed.map(({ id, cashCents, bonusCents, request: { playerId } }) => ({
        playerId,
        betId: id,
        stakeCents: cashCents + bonusCents,
        bonusStakeCents: bonusCents,
      })),
    ),
    used.length > 0 && updateHolders(tx, used),
    addLiabilities(tx, addedColumns(added, locked.quotes, settings)),
    // Last, because it locks the house accounts, which other lists wait for.
    post(tx, gate.batch),
  ])
  return answers
}

const betRow = (
  { id, request, quotes, ticket, promises, maxStakeCents, cashCents, bonusCents }: PlacedBet,
  settings: SportsbookSettings,
) => ({
  id,
  playerId: request.playerId,
  requestId: request.requestId,
  unitStakeCents: request.unitStakeCents,
  folds: JSON.stringify(request.folds),
  isEachWay: request.isEachWay ?? false,
  stakeCents: ticket.stakeCents,
  cashCents,
  bonusCents,
  freeCents: ticket.stakeCents - cashCents - bonusCents,
  freeBetId: request.freeBetId ?? null,
  potentialReturnCents: ticket.potentialReturnCents,
  boost: ticket.boost && JSON.stringify(ticket.boost),
  promises: JSON.stringify(promises),
  accept: request.accept,
  withinBps: request.withinBps ?? null,
  maxStakeCents,
  delayMs: request.delayMs ?? 0,
  requiredDelayMs: betDelay(quotes, settings),
  isOffered: request.held !== undefined,
  placedAt: present(quotes[0], 'a leg of a bet').at, // prices of a list are read at one instant
})

const legRows = ({ id, request, quotes, ticket }: PlacedBet) =>
  quotes.map((quote, place) => {
    const asked = present(request.legs[place], 'a leg as requested')
    const exposure = present(ticket.exposures[place], 'the exposure of a leg')
    return {
      betId: id,
      playerId: request.playerId,
      place,
      fixtureId: quote.fixtureId,
      outcomeId: quote.outcomeId,
      selections: quote.selections ?? [],
      isBanker: asked.isBanker,
      requestedPriceMilli: asked.priceMilli,
      minPriceMilli: asked.minPriceMilli ?? null,
      priceMilli: quote.priceMilli,
      priceVersion: quote.priceVersion,
      standing: fixtureStateText(quote),
      exposedStakeCents: exposure.stakeCents,
      exposedReturnCents: exposure.returnCents,
    }
  })

/** Status, minute and score of a match in play. */
function fixtureStateText(quote: Quote): string | null {
  if (!isInPlay(quote.matchStatus)) return null
  const { matchStatus, clock, homeScore, awayScore } = toWireFixtureState(quote)
  return JSON.stringify({ matchStatus, minute: clock?.minute ?? null, home: homeScore, away: awayScore })
}

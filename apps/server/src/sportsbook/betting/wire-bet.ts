import type { Calls } from '@palpite/contract'
import { cents } from '@palpite/money'
import { parlayBoostBps, potentialMultipleReturn, priceMilli, VOID } from '@palpite/odds'
import { present } from '../../platform/errors.ts'
import { resultOf, toWireFixtureState } from '../catalogue/wire-fixture.ts'
import { matchStatuses, periodCode } from '../sports/match-status.ts'
import type { Selection } from '../sports/adapter.ts'
import type { BetRequest } from './bet-request.ts'
import type { BetRow, LegRow } from './bet-queries.ts'
import type { AcceptedQuotes } from './quote-rules.ts'
import { ticketOf } from './ticket-rules.ts'

/** A bet as its owner sees it, still with its internal id: routes.ts makes it public. */
export type WireBet = Calls['GET /api/app/sportsbook/bets/:betId']['data']

type BetState = Omit<BetRow, 'playerId' | 'accept' | 'withinBps' | 'isOffered'>
type LegState = Omit<LegRow, 'betId'>

/** The result code of an open bet or leg; on a settled one, 0 means a draw. */
const OPEN = 0
const DRAW = 0
const REFUNDED = 90

/** The current state of a bet and its legs. */
export const toWireBet = (bet: BetState, legs: readonly LegState[]): WireBet => ({
  betId: String(bet.id),
  status: bet.status,
  result: betResult(bet, legs),
  kind: kindOf(bet.folds, bet.isEachWay ? legs.length / 2 : legs.length),
  folds: bet.folds,
  isEachWay: bet.isEachWay,
  unitStakeCents: bet.unitStakeCents,
  stakeCents: bet.stakeCents,
  isFree: bet.freeBetId !== null,
  boost: toWireBoost(bet, legs),
  insurance: toWireInsurance(bet),
  earlyPayout: bet.promises?.earlyPayout ?? null,
  returnCents: bet.returnCents,
  sold: bet.soldUnitCents > 0 ? { stakeCents: bet.soldStakeCents, paidCents: bet.soldPaidCents } : null,
  potentialReturnCents: bet.soldUnitCents > 0 ? potentialOf(bet, legs) : bet.potentialReturnCents,
  placedAt: bet.placedAt.toISOString(),
  settledAt: bet.settledAt?.toISOString() ?? null,
  legs: legs.map(toWireLeg),
})

/** The boost: what it may add, and once the bet is settled, what it added. */
function toWireBoost(bet: BetState, legs: readonly LegState[]): WireBet['boost'] {
  const { boost, stakeCents, soldUnitCents, potentialReturnCents } = bet
  if (!boost) return null
  const { kind } = boost
  const prices = legs.map((leg) => leg.priceMilli)
  if (kind === 'price') {
    const { bps, priceMilli: plainMilli } = boost
    const addsCents = Math.floor((stakeCents * ((prices[0] ?? 0) - plainMilli)) / 1000)
    return { kind, bps, plainPriceMilli: plainMilli, addsCents }
  }
  // A partial cash-out gave it up.
  if (soldUnitCents > 0) return null
  const plain = ticketOf({ ...bet, legs }, prices).potentialReturnCents
  const resolved = legs.map((leg) => ({
    priceMilli: leg.priceMilli,
    resolution: isRefunded(leg) ? VOID : undefined,
  }))
  return {
    kind,
    bps: parlayBoostBps(boost, resolved),
    plainPriceMilli: null,
    addsCents: bet.status === 'open' ? potentialReturnCents - plain : bet.boostCents,
  }
}

/** The insured stake, returned if exactly one leg loses: of the part not sold, up to the promised maximum. */
function toWireInsurance(bet: BetState): WireBet['insurance'] {
  const { promises, stakeCents, soldStakeCents, insuredCents: paidCents } = bet
  const maxCents = promises?.insurance?.maxCents
  return maxCents === undefined
    ? null
    : { maxCents: Math.min(maxCents, stakeCents - soldStakeCents), paidCents }
}

const isRefunded = ({ refunded, parts }: LegState): boolean => parts !== null && refunded === parts

/** A level single is a draw; a stake returned for another reason is a refund. */
function betResult({ result }: BetState, legs: readonly LegState[]): number {
  const [only] = legs
  return result === REFUNDED && legs.length === 1 && only ? legResult(only) : (result ?? OPEN)
}

const legResult = (leg: LegState): number => {
  const result = resultOf(leg)
  if (result === null) return OPEN
  return result === REFUNDED && isTied(leg) ? DRAW : result
}

/** The match was played to its end and landed on the line, or was drawn in a draw-no-bet market: it was not cancelled. */
const isTied = ({ matchStatus, isCancelled, lineQuarters, marketType }: LegState): boolean =>
  matchStatus === matchStatuses.finished &&
  !isCancelled &&
  (lineQuarters !== null || marketType.endsWith('.draw_no_bet'))

/** What the rest of a partly cashed-out bet can still return. */
const potentialOf = (
  { unitStakeCents, soldUnitCents, folds, isEachWay }: BetState,
  legs: readonly LegState[],
): number =>
  potentialMultipleReturn({
    unitStakeCents: cents(unitStakeCents - soldUnitCents),
    folds,
    isEachWay,
    legs: legs.map((leg) => ({ priceMilli: priceMilli(leg.priceMilli), banker: leg.isBanker })),
  })

/** One leg is a single, all legs in one combination a parlay, all else a system. */
function kindOf(folds: readonly number[], legs: number): WireBet['kind'] {
  if (legs === 1) return 'single'
  return folds.length === 1 && folds[0] === legs ? 'parlay' : 'system'
}

/** A bet just placed on these quotes. */
export const toPlacedWireBet = (
  id: number,
  request: BetRequest,
  { quotes, ticket, promises }: AcceptedQuotes,
): WireBet =>
  toWireBet(
    {
      id,
      ...ticket,
      promises,
      ...unsold,
      unitStakeCents: request.unitStakeCents,
      folds: [...request.folds],
      isEachWay: request.isEachWay ?? false,
      freeBetId: request.freeBetId ?? null,
      status: 'open',
      placedAt: present(quotes[0], 'a leg of a bet').at,
      result: null,
      returnCents: null,
      boostCents: 0,
      insuredCents: 0,
      settledAt: null,
    },
    quotes.map((quote, place) => ({
      ...quote,
      ...unresolved,
      isBanker: request.legs[place]?.isBanker ?? false,
      isCancelled: false,
      selections: quote.selected ?? null,
    })),
  )

const unsold = { soldUnitCents: 0, soldStakeCents: 0, soldPaidCents: 0 }
const unresolved = { won: null, refunded: null, parts: null, isPaidEarly: false }

const toWireLeg = (leg: LegState): WireBet['legs'][number] => ({
  outcomeId: leg.selections ? builderId(leg.selections) : String(leg.outcomeId),
  isBanker: leg.isBanker,
  fixtureId: String(leg.fixtureId),
  sport: leg.sport as WireBet['legs'][number]['sport'],
  title: leg.title,
  home: leg.home ?? '',
  away: leg.away ?? '',
  startsAt: leg.startsAt.toISOString(),
  isDayOnly: leg.isDayOnly,
  marketType: leg.marketType,
  period: leg.period,
  periodCode: periodCode({ type: leg.marketType, period: leg.period }),
  lineQuarters: leg.lineQuarters,
  side: leg.side,
  code: leg.code,
  name: leg.name,
  priceMilli: leg.priceMilli,
  result: legResult(leg),
  isPaidEarly: leg.isPaidEarly,
  selections: leg.selections?.map((selection) => toWireSelection(leg, selection)) ?? null,
  ...toWireFixtureState(leg),
  simulated: leg.simulated,
})

/** A bet builder is named by its selections. */
const builderId = (selections: readonly Selection[]) => selections.map(({ outcomeId }) => outcomeId).join('-')

const toWireSelection = (
  leg: LegState,
  { type: marketType, ...selection }: Selection,
): NonNullable<WireBet['legs'][number]['selections']>[number] => {
  const { outcomeId, period, lineQuarters, side, code } = selection
  return {
    outcomeId: String(outcomeId),
    marketType,
    period,
    periodCode: periodCode({ type: marketType, period }),
    lineQuarters,
    side,
    code,
    name: code === 'home' ? leg.home : code === 'away' ? leg.away : null,
    result: legResult({ ...leg, ...selection, marketType }),
  }
}

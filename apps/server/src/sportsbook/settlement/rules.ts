import { type Cents, cents } from '@palpite/money'
import {
  LOST,
  type MultipleBet,
  multipleResultCode,
  multipleReturn,
  parlayBoostCents,
  priceAfterWithdrawals,
  type PriceMilli,
  priceMilli,
  type Resolution,
  resultCode,
  VOID,
  WON,
} from '@palpite/odds'
import { present } from '../../platform/errors.ts'
import { insuranceAt } from '../betting/boost-rules.ts'
import { endingOf } from '../sports/match-status.ts'
import type { Selection, FixtureState } from '../sports/adapter.ts'
import { sportOf } from '../sports/table.ts'
import type { ParlayInsurance } from '../settings.ts'
import type { DecidedFixture, MarketRow } from './queries.ts'
import type { UnsettledBet, UnsettledLeg } from './current-bet-queries.ts'

/** The resolution of one market: one per outcome, or none if it cannot be known yet. */
export type ResolvedMarket = {
  marketId: number
  isSettled: boolean
  /** The match is over, but the deciding score is still missing. */
  awaitsScore: boolean
  /** The reason, if it is a mistake of ours. */
  failure?: unknown
  outcomes: { outcomeId: number; resolution: Resolution | undefined }[]
}

/**
 * Resolves the closed markets of a match by its state. A market that fails to resolve delays no other. An overdue
 * market of a finished match is void.
 */
export function resolveMarkets(fixture: DecidedFixture, rows: readonly MarketRow[]): ResolvedMarket[] {
  const { matchStatus, clockPeriod, minute, state, runners } = fixture
  const clock = clockPeriod === null ? null : { period: clockPeriod, minute }
  const fixtureState: FixtureState = { matchStatus, clock, state, runners }
  return [...Map.groupBy(rows, ({ id }) => id)].map(([marketId, outcomes]) => {
    const { found, failure } = tryResolve(fixture.sport, outcomes, fixtureState)
    const market = present(outcomes[0], 'an outcome of a market')
    const rest = fixture.isOverdue && market.awaitsScore ? VOID : undefined
    const isFound = outcomes.every(({ code }) => found.has(code))
    const resolved = outcomes.map(({ outcomeId, code }) => ({
      outcomeId,
      resolution: isFound ? found.get(code) : rest,
    }))
    const isSettled = resolved.every(({ resolution }) => resolution !== undefined)
    // All or nothing: a market is never settled for one outcome and open for another.
    return {
      marketId,
      isSettled,
      awaitsScore: !isSettled && failure === undefined && endingOf(matchStatus) !== 'running',
      failure,
      outcomes: isSettled
        ? resolved
        : resolved.map(({ outcomeId }) => ({ outcomeId, resolution: undefined })),
    }
  })
}

type Found = { found: ReadonlyMap<string, Resolution>; failure?: unknown }

function tryResolve(sport: string, outcomes: readonly MarketRow[], fixtureState: FixtureState): Found {
  const market = present(outcomes[0], 'an outcome of a market')
  const codes = outcomes.map(({ code }) => code)
  try {
    if (market.selections)
      return { found: resolveBuilder(sport, market.code, market.selections, fixtureState) }
    return { found: sportOf(sport).resolve(market, codes, fixtureState) }
  } catch (failure) {
    return { found: new Map(), failure }
  }
}

/**
 * A bet builder is won if all its selections are, void if one of them is, lost otherwise; open until each is known.
 * Why one void selection makes it void: docs/decisions/0028-the-bet-builder.md.
 */
function resolveBuilder(
  sport: string,
  code: string,
  selections: readonly Selection[],
  fixtureState: FixtureState,
): ReadonlyMap<string, Resolution> {
  const found = selections.map((one) =>
    one.isSaid ? resolutionOf(one) : sportOf(sport).resolve(one, [one.code], fixtureState).get(one.code),
  )
  if (found.includes(undefined)) return new Map()
  const isVoid = found.some((one) => one !== undefined && one.refunded > 0)
  const isWon = found.every((one) => one !== undefined && one.won === one.of)
  return new Map([[code, isVoid ? VOID : isWon ? WON : LOST]])
}

/** The settlement of a bet: its result code and its return, with the parts from a boost or an insurance. */
export type SettledAs = { result: number; returnCents: number; boostCents: number; insuredCents: number }

/** The change of a bet: its previous return is reverted, its new one is paid. */
export type BetChange = {
  bet: UnsettledBet
  /** The insured part of its stake, returned if it is lost by one leg: that part is not at risk. */
  insurableCents: number
  before: SettledAs | undefined
  after: SettledAs | undefined
}

/**
 * The change of a bet whose legs were resolved, corrected or reopened. None for a bet that waits for other legs, and
 * none if the settlement stays the same.
 */
export function changeOf(
  bet: UnsettledBet,
  insurances: readonly ParlayInsurance[] = [],
): BetChange | undefined {
  const { result, returnCents, boostCents, insuredCents } = bet
  const before =
    result === null ? undefined : { result, returnCents: returnCents ?? 0, boostCents, insuredCents }
  const insurableCents = insurableOf(bet, insurances)
  const after = insured(bet, settledAs(bet), insurableCents)
  const isSame =
    before?.result === after?.result &&
    before?.returnCents === after?.returnCents &&
    before?.boostCents === after?.boostCents
  return isSame ? undefined : { bet, insurableCents, before, after }
}

/** An insured parlay returns its stake if all legs but one are won, as promised when it was placed. */
function insured(
  { legs }: UnsettledBet,
  after: SettledAs | undefined,
  insurableCents: number,
): SettledAs | undefined {
  if (after?.returnCents !== 0 || insurableCents === 0) return after
  const lost = legs.filter(({ won, refunded }) => won === 0 && refunded === 0)
  const isWon = ({ won, parts }: UnsettledLeg) => won !== null && won === parts
  if (lost.length !== 1 || legs.filter(isWon).length !== legs.length - 1) return after
  return { ...after, returnCents: insurableCents, insuredCents: insurableCents }
}

/** Promises stored with the bet; older bets go by the current rules at the time they were placed. */
function insurableOf(bet: UnsettledBet, insurances: readonly ParlayInsurance[]): number {
  if (bet.freeBetId !== null) return 0
  const insurance = bet.promises ? bet.promises.insurance : insuranceAt(insurances, bet)
  return insurance ? Math.min(bet.stakeCents, insurance.maxCents) : 0
}

function settledAs(bet: UnsettledBet): SettledAs | undefined {
  const ticket = ticketOf(bet)
  const returnCents = multipleReturn(ticket)
  if (returnCents === undefined) return undefined
  const [only] = ticket.legs
  const single = ticket.legs.length === 1 && only?.resolution
  const result = single ? resultCode(single) : multipleResultCode(ticket)
  const boostCents = boostOf(bet, returnCents)
  return {
    result: present(result, 'the result of a bet that is settled'),
    // A free stake is not returned.
    returnCents:
      bet.freeBetId === null ? returnCents + boostCents : Math.max(0, returnCents - bet.stakeCents),
    boostCents,
    insuredCents: 0,
  }
}

/** The winnings boost of a parlay; a boosted price belongs to its leg. */
function boostOf({ boost, stakeCents, legs }: UnsettledBet, returnCents: Cents): number {
  if (boost?.kind !== 'winnings') return 0
  const counted = legs.map((leg) => ({ priceMilli: leg.priceMilli, resolution: resolutionOf(leg) }))
  return parlayBoostCents(boost, counted, { stakeCents: cents(stakeCents), returnCents })
}

/** A bet by the state of its legs, at the remaining prices. */
export const ticketOf = ({
  unitStakeCents,
  folds,
  isEachWay,
  legs,
}: Pick<UnsettledBet, 'unitStakeCents' | 'folds' | 'isEachWay' | 'legs'>): MultipleBet => ({
  unitStakeCents: cents(unitStakeCents),
  folds,
  isEachWay,
  legs: legs.map((leg) => ({
    priceMilli: priceLeft(leg),
    banker: leg.isBanker,
    resolution: resolutionOf(leg),
  })),
})

/**
 * The price of a leg, reduced for runners withdrawn from its race after the bet was placed. Rounded up to the next
 * thousandth, in favour of the player.
 */
export function priceLeft({
  priceMilli: price,
  withdrawnPrices,
}: Pick<UnsettledLeg, 'priceMilli' | 'withdrawnPrices'>): PriceMilli {
  if (withdrawnPrices.length === 0) return priceMilli(price)
  const { n, d } = priceAfterWithdrawals(priceMilli(price), withdrawnPrices.map(priceMilli))
  return priceMilli(Number((n * 1000n + d - 1n) / d))
}

export const resolutionOf = ({
  won,
  refunded,
  parts,
}: Pick<UnsettledLeg, 'won' | 'refunded' | 'parts'>): Resolution | undefined =>
  won === null || refunded === null || parts === null ? undefined : { won, refunded, of: parts }

/** Resolutions of its legs as stored with the bet: three numbers each. */
export const resolutionsText = ({ legs }: UnsettledBet): string =>
  `{${legs.map(({ won, refunded, parts }) => `${won},${refunded},${parts}`).join()}}`

export const REFUNDED = 90

/** A refunded stake does not count towards wagering. */
export const isVoid = ({ result }: SettledAs): boolean => result === REFUNDED

export const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

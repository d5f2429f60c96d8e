import { cents } from '@palpite/money'
import { isPriceMilli, potentialReturn } from '@palpite/odds'
import { type Fixture, isLive } from '../../../shared/fixture.ts'
import type { Accept, SlipLeg } from '../slip-store.ts'
import { minPriceOf } from './least-price.ts'

/** A slip leg with its match's current data. */
export type LegView = {
  leg: SlipLeg
  fixture: Fixture | undefined
  /** The current price; the agreed one until the match is loaded. */
  nowMilli: number
  /** The same runner's current place price, if each-way is possible. */
  place?: { outcomeId: string; priceMilli: number } | undefined
  /** `outdated`: the current price is unknown. */
  status: 'open' | 'suspended' | 'closed' | 'outdated'
  /** The price's direction since the player accepted it. */
  move: 'up' | 'down' | undefined
  /** The price policy does not accept the current price. */
  mustAgree: boolean
  /** It is below the player's minimum. */
  isBelowLeast?: boolean
}

/** Stake bounds as far as known: for all bets in advance, for this one from a refusal. */
export type StakeBounds = {
  minStakeCents?: number
  maxStakeCents?: number
  /** A bet's maximum return. */
  maxReturnCents?: number
}

/** A leg with its stake; each-way the stake of both bets. */
export type StakedLeg = {
  view: LegView
  stakeCents: number
  bounds: StakeBounds
  isUnanswered: boolean
  isEachWay?: boolean
}

/** The number of bets with the typed stake. */
export const unitsOf = ({ isEachWay = false }: Pick<StakedLeg, 'isEachWay'>): number => (isEachWay ? 2 : 1)

/** What a product block would refuse: in-play bets as soon as one match is in play. */
export const productOf = (legs: readonly { view: Pick<LegView, 'fixture'> }[]): 'in_play' | 'sports' =>
  legs.some(({ view: { fixture } }) => fixture && isLive(fixture)) ? 'in_play' : 'sports'

/** The next step of the slip's one button. */
export type NextStep =
  | { kind: 'login' }
  | { kind: 'line' }
  /** An in-play bet sent by an earlier page: pending. */
  | { kind: 'waiting' }
  | { kind: 'remove'; outcomeIds: readonly string[] }
  /** Changed prices: of one leg, or the joint ones, before and now. */
  | { kind: 'agree'; count: number; odds?: { beforeMilli: number; nowMilli: number } | undefined }
  /** Multiples only: legs that depend on each other, or too many legs. */
  | { kind: 'conflict' }
  | { kind: 'limit' }
  | { kind: 'stake' }
  | { kind: 'bounds' }
  | { kind: 'deposit'; missingCents: number }
  | { kind: 'place'; count: number; stakeCents: number; returnCents: number }

const isOver = ({ matchStatus }: Fixture) => matchStatus < 0

/** The server's answer about a bet builder: its current price, or none. */
export type BuilderView = { priceMilli?: number | undefined; isRefused?: boolean }

/** A bet builder is locked as soon as one selection is. */
const statusOfLeg = (
  fixture: Fixture,
  leg: SlipLeg,
  { isRefused = false }: BuilderView,
): LegView['status'] => {
  const parts = (leg.selections ?? [leg]).map(({ outcomeId }) =>
    statusOf(fixture, findOutcome(fixture, outcomeId)),
  )
  if (parts.includes('closed')) return 'closed'
  return isRefused || parts.includes('suspended') ? 'suspended' : 'open'
}

/** A leg's state. Nothing is blocked before its match is loaded: the server decides. */
export const viewOf = (
  leg: SlipLeg,
  fixture: Fixture | undefined,
  accept: Accept,
  { withinBps = 0, ...builder }: BuilderView & { withinBps?: number } = {},
): LegView => {
  const found = fixture && findOutcome(fixture, leg.outcomeId)
  const nowMilli = builder.priceMilli ?? found?.outcome.priceMilli ?? leg.priceMilli
  const status = fixture ? statusOfLeg(fixture, leg, builder) : 'open'
  // A closed leg's last price direction is irrelevant.
  const isMoved = nowMilli !== leg.priceMilli && status !== 'closed'
  const move = isMoved ? (nowMilli > leg.priceMilli ? 'up' : 'down') : undefined
  return {
    leg,
    fixture,
    nowMilli,
    place: fixture && found && placeOf(fixture, found),
    status,
    move,
    mustAgree: status === 'open' && mustAgree(leg, nowMilli, { accept, withinBps }),
    isBelowLeast: isBelowLeast(leg, nowMilli, accept),
  }
}

/** A leg whose price may be outdated: nothing is asked of the player until it is known. Closed stays closed. */
export const outdated = (view: LegView): LegView =>
  view.status === 'closed' ? view : { ...view, status: 'outdated', move: undefined, mustAgree: false }

const isBelowLeast = (leg: SlipLeg, nowMilli: number, accept: Accept): boolean =>
  nowMilli < (minPriceOf(leg, accept) ?? 0)

const mustAgree = (
  leg: SlipLeg,
  nowMilli: number,
  { accept, withinBps }: { accept: Accept; withinBps: number },
): boolean => {
  const { priceMilli } = leg
  if (isBelowLeast(leg, nowMilli, accept)) return true
  if (nowMilli === priceMilli || accept === 'any') return false
  if (accept === 'exact') return true
  const least = accept === 'within' ? Math.ceil((priceMilli * (10_000 - withinBps)) / 10_000) : priceMilli
  return nowMilli < least
}

const findOutcome = (fixture: Fixture, outcomeId: string) => {
  for (const market of fixture.markets) {
    const outcome = market.outcomes.find((each) => each.outcomeId === outcomeId)
    if (outcome) return { market, outcome }
  }
  return undefined
}

type Found = NonNullable<ReturnType<typeof findOutcome>>

const placeOf = ({ markets }: Fixture, { market, outcome }: Found): LegView['place'] => {
  if (market.type !== 'racing.win' && market.type !== 'outright.winner') return undefined
  const open = markets.find(({ type, status }) => type.endsWith('.each_way') && status === 'open')
  const found = open?.outcomes.find(({ code, status }) => code === outcome.code && status === 'open')
  return found && { outcomeId: found.outcomeId, priceMilli: found.priceMilli }
}

const statusOf = (fixture: Fixture, found: ReturnType<typeof findOutcome>): LegView['status'] => {
  if (!found || isOver(fixture)) return 'closed'
  if (found.market.status === 'suspended') return 'suspended'
  return found.market.status === 'open' ? found.outcome.status : 'closed'
}

/** A single's return at the current price; zero for an invalid price, as a stored slip may have. */
export const returnOf = ({ nowMilli }: LegView, stakeCents: number): number =>
  stakeCents > 0 && isPriceMilli(nowMilli) ? potentialReturn(cents(stakeCents), nowMilli) : 0

/** The return of a leg with its stake; each-way wins and is placed. */
export const stakedReturn = (staked: StakedLeg): number => {
  const { view, stakeCents } = staked
  if (!staked.isEachWay || !view.place) return returnOf(view, stakeCents)
  const unit = stakeCents / unitsOf(staked)
  return returnOf(view, unit) + returnOf({ ...view, nowMilli: view.place.priceMilli }, unit)
}

/** The known bound a stake violates, if any. */
export const brokenBound = (
  stakeCents: number,
  { minStakeCents, maxStakeCents }: StakeBounds,
): { kind: 'least' | 'most'; cents: number } | undefined => {
  if (stakeCents === 0) return undefined
  if (minStakeCents !== undefined && stakeCents < minStakeCents)
    return { kind: 'least', cents: minStakeCents }
  if (maxStakeCents !== undefined && stakeCents > maxStakeCents) return { kind: 'most', cents: maxStakeCents }
  return undefined
}

/** The maximum stake at the current price for a bet's maximum return. */
const maxStakeForReturn = ({ view, bounds, isEachWay }: StakedLeg): number | undefined => {
  const { nowMilli, place } = view
  if (bounds.maxReturnCents === undefined || !isPriceMilli(nowMilli)) return undefined
  const meanMilli = isEachWay && place ? (nowMilli + place.priceMilli) / 2 : nowMilli
  return Math.floor((bounds.maxReturnCents * 1000) / meanMilli)
}

/**
 * The maximum return and the fitting stake, if a stake would exceed it. Undefined once the server stated the leg's own
 * bound, or while an answer is pending.
 */
export const beyondReturn = (
  staked: StakedLeg,
): { maxReturnCents: number; maxStakeCents: number } | undefined => {
  const { stakeCents, bounds, isUnanswered } = staked
  if (isUnanswered || bounds.maxStakeCents !== undefined) return undefined
  const maxStakeCents = maxStakeForReturn(staked)
  if (bounds.maxReturnCents === undefined || maxStakeCents === undefined) return undefined
  return stakeCents > maxStakeCents ? { maxReturnCents: bounds.maxReturnCents, maxStakeCents } : undefined
}

/** What all stakes take from the balance. A bet that may exist already took its own. */
export const totalStake = (legs: readonly StakedLeg[]): number =>
  legs.reduce((sum, { stakeCents }) => sum + stakeCents, 0)

const agreeStep = (views: readonly LegView[]): NextStep => {
  const moved = views.filter(({ mustAgree }) => mustAgree)
  const [first] = moved
  const isOne = first !== undefined && moved.length === 1 && first.nowMilli !== first.leg.priceMilli
  return {
    kind: 'agree',
    count: moved.length,
    odds: isOne ? { beforeMilli: first.leg.priceMilli, nowMilli: first.nowMilli } : undefined,
  }
}

/** The next obstacle before the bets, in order; finally the bets. */
export const nextStep = (
  legs: readonly StakedLeg[],
  player: { isLoggedIn: boolean; balanceCents: number },
): NextStep => {
  if (!player.isLoggedIn) return { kind: 'login' }
  const answered = legs.filter(({ isUnanswered }) => !isUnanswered)
  if (legs.some(({ view }) => view.status === 'outdated')) return { kind: 'line' }
  const blocked = answered.filter(({ view }) => view.status !== 'open')
  if (blocked.length > 0) return { kind: 'remove', outcomeIds: blocked.map(({ view }) => view.leg.outcomeId) }
  const isStaked = ({ stakeCents }: StakedLeg) => stakeCents > 0 || legs.length === 1
  if (answered.some((leg) => leg.view.mustAgree && isStaked(leg)))
    return agreeStep(answered.map(({ view }) => view))
  const staked = legs.filter(({ stakeCents }) => stakeCents > 0)
  if (staked.length === 0) return { kind: 'stake' }
  if (answered.some((leg) => brokenBound(leg.stakeCents, leg.bounds) ?? beyondReturn(leg)))
    return { kind: 'bounds' }
  const missingCents = totalStake(answered) - player.balanceCents
  if (missingCents > 0) return { kind: 'deposit', missingCents }
  return {
    kind: 'place',
    count: staked.length,
    stakeCents: totalStake(staked),
    returnCents: staked.reduce((sum, leg) => sum + stakedReturn(leg), 0),
  }
}

/** A leg's maximum stake: what the others leave of the balance, within the bound. */
export const maxStake = (legs: readonly StakedLeg[], outcomeId: string, balanceCents: number): number => {
  const others = legs.filter(({ view }) => view.leg.outcomeId !== outcomeId)
  const own = legs.find(({ view }) => view.leg.outcomeId === outcomeId)
  const free = Math.max(0, balanceCents - totalStake(others.filter(({ isUnanswered }) => !isUnanswered)))
  return Math.min(free, (own && (own.bounds.maxStakeCents ?? maxStakeForReturn(own))) ?? free)
}

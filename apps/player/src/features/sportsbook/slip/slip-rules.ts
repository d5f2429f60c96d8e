import { cents } from '@palpite/money'
import { isPriceMilli, potentialReturn } from '@palpite/odds'
import { type Fixture, isLive } from '../../../shared/fixture.ts'
import type { Accept, SlipLeg } from '../slip-store.ts'
import { minPriceOf } from './least-price.ts'

/** A leg of the slip beside what its match says now. */
export type LegView = {
  leg: SlipLeg
  fixture: Fixture | undefined
  /** The price now; the agreed one until the match has answered. */
  nowMilli: number
  /** The same runner to be placed, at the price of now, where it is one and can be backed for that too. */
  place?: { outcomeId: string; priceMilli: number } | undefined
  /** `outdated`: the app cannot know the price of now. */
  status: 'open' | 'suspended' | 'closed' | 'outdated'
  /** Which way the price went since the player agreed to it. */
  move: 'up' | 'down' | undefined
  /** The player's rule does not take the price of now without a word. */
  mustAgree: boolean
  /** It is less than the least that the player wanted. */
  isBelowLeast?: boolean
}

/** Bounds of a stake, as far as the server has told them: for all tickets beforehand, for this one by refusing it. */
export type StakeBounds = {
  minStakeCents?: number
  maxStakeCents?: number
  /** The most a ticket returns. */
  maxReturnCents?: number
}

/** A leg with its stake; of one each way that of both its bets. */
export type StakedLeg = {
  view: LegView
  stakeCents: number
  bounds: StakeBounds
  isUnanswered: boolean
  isEachWay?: boolean
}

/** How many bets the stake that is typed is put on. */
export const unitsOf = ({ isEachWay = false }: Pick<StakedLeg, 'isEachWay'>): number => (isEachWay ? 2 : 1)

/** What a block would keep out of these: bets in play as soon as one of their matches is being played. */
export const productOf = (legs: readonly { view: Pick<LegView, 'fixture'> }[]): 'in_play' | 'sports' =>
  legs.some(({ view: { fixture } }) => fixture && isLive(fixture)) ? 'in_play' : 'sports'

/** What the one button of the slip does next. */
export type NextStep =
  | { kind: 'login' }
  | { kind: 'line' }
  /** A bet in play that a page sent which is gone: it is on its way. */
  | { kind: 'waiting' }
  | { kind: 'remove'; outcomeIds: readonly string[] }
  /** Prices that are another now than the player agreed to; one alone, or all as one bet, before and now. */
  | { kind: 'agree'; count: number; odds?: { beforeMilli: number; nowMilli: number } | undefined }
  /** Only of a bet on several: two legs of one match, or more legs than there may be. */
  | { kind: 'conflict' }
  | { kind: 'limit' }
  | { kind: 'stake' }
  | { kind: 'bounds' }
  | { kind: 'deposit'; missingCents: number }
  | { kind: 'place'; count: number; stakeCents: number; returnCents: number }

const isOver = ({ matchStatus }: Fixture) => matchStatus < 0

/** What the server says of a bet builder: its price of now, or that there is none. */
export type BuilderView = { priceMilli?: number | undefined; isRefused?: boolean }

/** A bet builder is locked as soon as one of its selections is. */
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

/** How a leg stands. Nothing is blocked before its match has answered: the server has the last word. */
export const viewOf = (
  leg: SlipLeg,
  fixture: Fixture | undefined,
  accept: Accept,
  { withinBps = 0, ...builder }: BuilderView & { withinBps?: number } = {},
): LegView => {
  const found = fixture && findOutcome(fixture, leg.outcomeId)
  const nowMilli = builder.priceMilli ?? found?.outcome.priceMilli ?? leg.priceMilli
  const status = fixture ? statusOfLeg(fixture, leg, builder) : 'open'
  // What is over moves no more: which way its last price went is nobody's gain.
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

/** A leg whose price may be another one by now: nothing is asked of the player until it is known. Closed it stays. */
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

/** What a single returns when it wins at the price of now; nothing at what is no price, as a slip kept on a device may hold. */
export const returnOf = ({ nowMilli }: LegView, stakeCents: number): number =>
  stakeCents > 0 && isPriceMilli(nowMilli) ? potentialReturn(cents(stakeCents), nowMilli) : 0

/** The same of a leg with its stake; each way it wins and is placed. */
export const stakedReturn = (staked: StakedLeg): number => {
  const { view, stakeCents } = staked
  if (!staked.isEachWay || !view.place) return returnOf(view, stakeCents)
  const unit = stakeCents / unitsOf(staked)
  return returnOf(view, unit) + returnOf({ ...view, nowMilli: view.place.priceMilli }, unit)
}

/** Which bound a stake breaks, if the server has told of one. */
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

/** The most that can be staked at the price of now for what a ticket returns at most. */
const maxStakeForReturn = ({ view, bounds, isEachWay }: StakedLeg): number | undefined => {
  const { nowMilli, place } = view
  if (bounds.maxReturnCents === undefined || !isPriceMilli(nowMilli)) return undefined
  const meanMilli = isEachWay && place ? (nowMilli + place.priceMilli) / 2 : nowMilli
  return Math.floor((bounds.maxReturnCents * 1000) / meanMilli)
}

/**
 * What a ticket returns at most and the stake that fits, where a stake would return more. Nothing once the server has
 * told its own bound of the leg, or where its answer is still awaited.
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

/** What all stakes take from the balance. A bet that may stand already has taken its own. */
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

/** What stands between the player and the bets, first things first; in the end the bets themselves. */
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

/** The most that can be staked on one leg: what the others leave of the balance, within our bound. */
export const maxStake = (legs: readonly StakedLeg[], outcomeId: string, balanceCents: number): number => {
  const others = legs.filter(({ view }) => view.leg.outcomeId !== outcomeId)
  const own = legs.find(({ view }) => view.leg.outcomeId === outcomeId)
  const free = Math.max(0, balanceCents - totalStake(others.filter(({ isUnanswered }) => !isUnanswered)))
  return Math.min(free, (own && (own.bounds.maxStakeCents ?? maxStakeForReturn(own))) ?? free)
}

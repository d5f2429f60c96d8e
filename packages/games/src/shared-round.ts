import type { Cents } from '@palpite/money'
import { isNextInChain } from './chain.ts'
import { checkStake, type StakeRefusal } from './stake.ts'

/** One player's bet in a shared round (double, lucky colour). */
export type SharedBet<Bet> = { readonly ticket: string; readonly stakeCents: Cents; readonly bet: Bet }

/**
 * A shared round for the house: it accepts bets while open, none once closed, and shows its seed when drawn. `known`
 * is the previous seed, or the chain's commitment.
 */
export type SharedRound<Bet> = {
  readonly known: string
  readonly seed: string
  readonly salt: string
  readonly status: 'open' | 'closed' | 'drawn'
  readonly bets: readonly SharedBet<Bet>[]
}

/** The public view of a round: the seed only once drawn. */
export type SharedView = {
  readonly known: string
  readonly salt: string
  readonly status: 'open' | 'closed' | 'drawn'
  readonly betCount: number
  readonly stakedCents: number
  readonly seed?: string
}

export type SharedRefusal = StakeRefusal | 'betting_closed' | 'ticket_taken' | 'not_open' | 'not_closed'

type Moved<Bet> =
  | { readonly ok: true; readonly round: SharedRound<Bet> }
  | { readonly ok: false; readonly reason: SharedRefusal }

/** A new round. Asserts: its seed follows from `known`. */
export const openSharedRound = <Bet>(known: string, seed: string, salt: string): SharedRound<Bet> => {
  if (!isNextInChain(known, seed)) throw new Error('this seed does not follow from the one before it')
  return { known, seed, salt, status: 'open', bets: [] }
}

/** Accepts a bet while the round is open. A player may bet on several outcomes, each as its own ticket. */
export const placeSharedBet = <Bet>(round: SharedRound<Bet>, bet: SharedBet<Bet>): Moved<Bet> => {
  if (round.status !== 'open') return { ok: false, reason: 'betting_closed' }
  const refusal = checkStake(bet.stakeCents)
  if (refusal) return { ok: false, reason: refusal }
  if (round.bets.some(({ ticket }) => ticket === bet.ticket)) return { ok: false, reason: 'ticket_taken' }
  return { ok: true, round: { ...round, bets: [...round.bets, bet] } }
}

/** Ends betting. */
export const closeSharedRound = <Bet>(round: SharedRound<Bet>): Moved<Bet> =>
  round.status === 'open'
    ? { ok: true, round: { ...round, status: 'closed' } }
    : { ok: false, reason: 'not_open' }

/** Draws a closed round, so that nobody bets on a visible seed. */
export const drawSharedRound = <Bet>(round: SharedRound<Bet>): Moved<Bet> =>
  round.status === 'closed'
    ? { ok: true, round: { ...round, status: 'drawn' } }
    : { ok: false, reason: 'not_closed' }

/** The public view of the round. */
export const sharedView = <Bet>(round: SharedRound<Bet>): SharedView => {
  const view = {
    known: round.known,
    salt: round.salt,
    status: round.status,
    betCount: round.bets.length,
    stakedCents: round.bets.reduce((sum, { stakeCents }) => sum + stakeCents, 0),
  }
  return round.status === 'drawn' ? { ...view, seed: round.seed } : view
}

import { combinationCount, LOST, multipleReturn, type Resolution, VOID, WON } from '@palpite/odds'
import { present } from '../../platform/errors.ts'
import { boostAtBest } from '../betting/boost-rules.ts'
import { ticketOf } from './rules.ts'
import { type CurrentBet, readCurrentBets, updateExposures } from './current-bet-queries.ts'
import { lockAccounts } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { addLiabilities, deleteEmpty, lockLiabilities, subtractLiabilities } from '../risk/queries.ts'
import { closedColumns, sumsOf, unboundedColumns } from '../risk/rules.ts'

/** A bet whose exposure moves, and its player. */
export type WaitingBet = Pick<CurrentBet, 'id' | 'playerId'>

/**
 * Moves the exposure of bets still open to their remaining legs: once the other matches of a parlay are won, the
 * last leg carries its whole return. No limit is checked, because the bets are accepted. They are read again under
 * the lock of their players, so later changes count too. Returns the number of bets moved.
 */
export async function moveExposures(
  { db }: Pick<Deps, 'db'>,
  waiting: readonly WaitingBet[],
): Promise<number> {
  if (waiting.length === 0) return 0
  return db.begin(async (tx) => {
    const [, current] = await Promise.all([
      lockAccounts(
        tx,
        waiting.map(({ playerId }) => playerId),
      ),
      readCurrentBets(
        tx,
        waiting.map(({ id }) => id),
      ),
    ])
    const moved = current.filter((bet) => bet.status === 'open' && isMoved(bet))
    if (moved.length === 0) return 0
    const placed = moved.map((bet) => ({ id: bet.id, legs: exposedLegs(bet) }))
    const before = sumsOf(moved.flatMap(({ legs }) => toStakes(legs)))
    const after = sumsOf(placed.flatMap(({ legs }) => toStakes(legs)))
    await Promise.all([
      lockLiabilities(
        tx,
        [...before, ...after].map(({ outcomeId }) => outcomeId),
      ),
      updateExposures(tx, placed),
      subtractLiabilities(tx, closedColumns(before)),
      addLiabilities(tx, unboundedColumns(after)),
      deleteEmpty(
        tx,
        before.map(({ outcomeId }) => outcomeId),
      ),
    ])
    return moved.length
  })
}

/** One leg of a multiple was decided or reopened, and others are still open. */
export const isMoved = (bet: CurrentBet): boolean =>
  bet.legs.length > 1 && bet.legs.some(({ parts }) => parts === null) && isExposedElsewhere(bet)

type Exposure = { stakeCents: number; returnCents: number }

type Exposed = Pick<CurrentBet, 'unitStakeCents' | 'folds' | 'isEachWay' | 'boost' | 'freeBetId' | 'legs'>

/**
 * The exposure of an open bet on each of its legs, in order: zero on a decided leg; on an open one a share of the
 * stake, and the return if it wins. Decided legs count by their result, other open legs by their prices; a return
 * that is certain already is shared out. With no leg decided it equals the exposure at placement.
 */
export function exposuresOf(bet: Exposed): Exposure[] {
  const ticket = ticketOf(bet)
  const open = ticket.legs.flatMap(({ resolution }, place) => (resolution ? [] : [place]))
  const returnIf = (becomes: (place: number) => Resolution): number => {
    const legs = ticket.legs.map((leg, place) => ({ ...leg, resolution: leg.resolution ?? becomes(place) }))
    return present(multipleReturn({ ...ticket, legs }), 'the return of a bet that is decided')
  }
  const stakeCents = bet.unitStakeCents * Number(combinationCount(ticket))
  const shareCents = Math.floor(stakeCents / open.length)
  const restCents = stakeCents - shareCents * open.length
  const sureCents = Math.floor(returnIf(() => LOST) / open.length)
  const boostCents = boostAtBest(
    bet.boost,
    ticket.legs.map(({ priceMilli }) => priceMilli),
    { stakeCents, returnCents: returnIf(() => WON) },
  )
  const othersOdds = (place: number) =>
    open.reduce((all, at) => (at === place ? all : (all * (ticket.legs[at]?.priceMilli ?? 0)) / 1000), 1)
  return ticket.legs.map((_, place) => {
    if (!open.includes(place)) return { stakeCents: 0, returnCents: 0 }
    const own = place === open[0] ? shareCents + restCents : shareCents
    const only = (resolution: Resolution) => returnIf((at) => (at === place ? resolution : VOID))
    const returned = Math.max(own, only(WON) - only(LOST) + sureCents)
    const returnCents = returned + (boostCents === 0 ? 0 : Math.ceil(boostCents / othersOdds(place)))
    // A free stake is no income of a market, so its exposure is the profit alone.
    return bet.freeBetId === null
      ? { stakeCents: own, returnCents }
      : { stakeCents: 0, returnCents: Math.max(0, returnCents - stakeCents) }
  })
}

/** Whether the stored exposure is out of date: a leg was decided or reopened since. */
const isExposedElsewhere = (bet: CurrentBet): boolean =>
  exposuresOf(bet).some(({ stakeCents, returnCents }, place) => {
    const leg = present(bet.legs[place], 'a leg of a bet')
    return stakeCents !== leg.exposedStakeCents || returnCents !== leg.exposedReturnCents
  })

/** Exposure rows of legs; legs without exposure have no row. */
export const toStakes = (
  legs: readonly Pick<
    CurrentBet['legs'][number],
    'outcomeId' | 'marketId' | 'exposedStakeCents' | 'exposedReturnCents'
  >[],
) =>
  legs
    .filter(({ exposedStakeCents, exposedReturnCents }) => exposedStakeCents + exposedReturnCents > 0)
    .map(({ outcomeId, marketId, exposedStakeCents, exposedReturnCents }) => ({
      outcomeId,
      marketId,
      stakeCents: exposedStakeCents,
      returnCents: exposedReturnCents,
    }))

/** The legs with their current exposure. */
export const exposedLegs = (bet: Exposed): CurrentBet['legs'] =>
  exposuresOf(bet).map(({ stakeCents, returnCents }, place) => ({
    ...present(bet.legs[place], 'a leg of a bet'),
    exposedStakeCents: stakeCents,
    exposedReturnCents: returnCents,
  }))

import { countTurnover, type LedgerBatch } from '../../ledger/index.ts'
import {
  type ContributingGame,
  type Counted,
  countedOf,
  type WageringSettings,
} from '../../wagering/index.ts'
import { present } from '../../platform/assert.ts'
import type { UnsettledBet } from './standing-queries.ts'
import { type BetChange, isVoid, resolutionOf } from './rules.ts'

type Counting = {
  wagering: WageringSettings
  /** Bets whose player also staked on another outcome of the same thing. */
  opposedIds: ReadonlySet<number>
}

/**
 * Counts what these changes of bets add to their players' turnover. A stake counts as settled once, and stays so when
 * its result is corrected or taken back: a requirement that was met stays met. What a promise may give back of it counts for nothing from
 * the first, so that it does not matter in which order its matches end. What comes back is counted as it is: what a corrected
 * result takes back is lost after all, and a limit on losses sees it (docs/decisions).
 */
export function countStakes(batch: LedgerBatch, changes: readonly BetChange[], counting: Counting): void {
  for (const change of changes) {
    const { bet, insurableCents, before, after } = change
    if (bet.freeBetId !== null) continue // nothing of its player's own was staked
    const isSettledNow = isCounted(after) && (before ? !isCounted(before) : bet.settledTimes === 0)
    countTurnover(batch, {
      playerId: bet.playerId,
      settledCents: isSettledNow ? bet.stakeCents - insurableCents : 0,
      returnedCents: (after?.returnCents ?? 0) - (before?.returnCents ?? 0),
      ...(isSettledNow ? wageredOf(change, counting) : {}),
    })
  }
}

const isCounted = (result: BetChange['after']) => result !== undefined && !isVoid(result)

/** Only what was at risk counts: of a single that is half given back the other half, of a parlay what no promise gives back. */
function wageredOf(
  { bet, insurableCents, after }: BetChange,
  { wagering, opposedIds }: Counting,
): Partial<Counted> {
  if (!after) return {}
  const { refunded, of } =
    (bet.legs.length === 1 && resolutionOf(present(bet.legs[0], 'a leg of a bet'))) || whole
  return countedOf(wagering, {
    game: kindOf(bet),
    priceMilli: leastPrice(bet),
    ownRiskedCents: Math.floor((cashAtRisk(bet, insurableCents) * (of - refunded)) / of),
    isOpposed: opposedIds.has(bet.id),
  })
}

const cashAtRisk = ({ cashCents, stakeCents }: UnsettledBet, insurableCents: number): number =>
  insurableCents === 0 ? cashCents : Math.floor((cashCents * (stakeCents - insurableCents)) / stakeCents)

const whole = { refunded: 0, of: 1 }

/** As what a bet counts: one of one leg as a single, one of all its legs as a parlay, any other as a system. */
function kindOf({ folds, legs }: UnsettledBet): ContributingGame {
  if (legs.length === 1) return 'football'
  return folds.length === 1 && folds[0] === legs.length ? 'parlay' : 'system'
}

/** What the cheapest of its combinations is priced at: a parlay's odds, of a system at most its lowest leg's. */
function leastPrice(bet: UnsettledBet): number {
  const prices = bet.legs.map((leg) => leg.priceMilli)
  return kindOf(bet) === 'system'
    ? Math.min(...prices)
    : prices.reduce((all, price) => (all * price) / 1000, 1000)
}

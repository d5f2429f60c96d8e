import { readTraits } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { SportsbookSettings } from '../settings.ts'
import {
  insertReviewFlags,
  upsertLateFlags,
  openNoted,
  selectCompared,
  selectPlaced,
  selectStaked,
} from './review-flag-queries.ts'
import { flagsOf, groupRelated } from './review-flag-rules.ts'

type Needs = Pick<Deps, 'log' | 'metrics'>
type Rules = Pick<SportsbookSettings, 'bigLossCents' | 'marks'>

/**
 * Checks placed bets after their commit: big ones, correlated ones, both sides of a market from related accounts,
 * prices above their value. Placing a bet does not wait for it.
 */
export async function flagBets(
  { log, metrics }: Needs,
  tx: Tx,
  { betIds, rules }: { betIds: readonly number[]; rules: Rules },
): Promise<void> {
  const placed = await selectPlaced(tx, betIds, rules.marks.minLossCents)
  if (placed.length === 0) return
  const marketIds = [...new Set(placed.map(({ marketId }) => marketId))]
  const fixtureIds = [...new Set(placed.map(({ fixtureId }) => fixtureId))]
  const [staked, compared] = await Promise.all([
    selectStaked(tx, { fixtureIds, hours: rules.marks.hours }),
    selectCompared(tx, marketIds),
  ])
  const playerIds = [...new Set([...staked, ...placed].map(({ playerId }) => playerId))]
  const groups = groupRelated(playerIds, await readTraits(tx, playerIds))
  const flags = flagsOf({ placed, staked, groups, compared }, rules)
  if (flags.length === 0) return
  const made = await insertReviewFlags(tx, flags)
  const often = await openNoted(
    tx,
    flags.filter(({ kind }) => kind === 'value').map(({ playerId }) => playerId),
    rules.marks,
  )
  tx.afterCommit(() => {
    const counter = reviewFlagsCounter(metrics)
    for (const { betId, kind } of [...made.filter((one) => one.kind !== 'value'), ...often]) {
      counter.inc({ kind })
      log.warn({ betId, kind }, 'a bet was marked for review')
    }
  })
}

/** Flags bets whose price fell within seconds after they were placed. */
export async function flagLateBets(
  { db, log, metrics }: Needs & Pick<Deps, 'db'>,
  { lateBets }: Pick<SportsbookSettings, 'lateBets'>,
): Promise<void> {
  const made = (await upsertLateFlags(db, lateBets)).filter(({ isNew }) => isNew)
  for (const { betId } of made) {
    reviewFlagsCounter(metrics).inc({ kind: 'late' })
    log.warn({ betId, kind: 'late' }, 'a bet was marked for review')
  }
}

const counters = new WeakMap<Metrics, ReturnType<Metrics['counter']>>()

/** Created once per server, however many sports books are opened on it. */
export function reviewFlagsCounter(metrics: Metrics): ReturnType<Metrics['counter']> {
  const made = counters.get(metrics)
  if (made) return made
  const counter = metrics.counter('sportsbook_bet_marks_total', 'Bets marked for review, by reason', ['kind'])
  counters.set(metrics, counter)
  return counter
}

import { readTraits } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { SportsbookSettings } from '../settings.ts'
import {
  insertMarks,
  markLateBets,
  openNoted,
  selectCompared,
  selectPlaced,
  selectStaked,
} from './mark-queries.ts'
import { marksOf, groupRelated } from './mark-rules.ts'

type Needs = Pick<Deps, 'log' | 'metrics'>
type Rules = Pick<SportsbookSettings, 'bigLossCents' | 'marks'>

/**
 * Checks placed bets after their commit: big ones, correlated ones, both sides of a market from related accounts,
 * prices above their value. Placing a bet does not wait for it.
 */
export async function markBets(
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
  const marks = marksOf({ placed, staked, groups, compared }, rules)
  if (marks.length === 0) return
  const made = await insertMarks(tx, marks)
  const often = await openNoted(
    tx,
    marks.filter(({ kind }) => kind === 'value').map(({ playerId }) => playerId),
    rules.marks,
  )
  tx.afterCommit(() => {
    const counter = marksCounter(metrics)
    for (const { betId, kind } of [...made.filter((one) => one.kind !== 'value'), ...often]) {
      counter.inc({ kind })
      log.warn({ betId, kind }, 'a bet was marked for review')
    }
  })
}

/** The same for bets whose price fell at once. */
export async function markLate(
  { db, log, metrics }: Needs & Pick<Deps, 'db'>,
  { lateBets }: Pick<SportsbookSettings, 'lateBets'>,
): Promise<void> {
  const made = (await markLateBets(db, lateBets)).filter(({ isNew }) => isNew)
  for (const { betId } of made) {
    marksCounter(metrics).inc({ kind: 'late' })
    log.warn({ betId, kind: 'late' }, 'a bet was marked for review')
  }
}

const counters = new WeakMap<Metrics, ReturnType<Metrics['counter']>>()

/** Created once per server, however many sports books are opened on it. */
export function marksCounter(metrics: Metrics): ReturnType<Metrics['counter']> {
  const made = counters.get(metrics)
  if (made) return made
  const counter = metrics.counter('sportsbook_bet_marks_total', 'Bets marked for review, by reason', ['kind'])
  counters.set(metrics, counter)
  return counter
}

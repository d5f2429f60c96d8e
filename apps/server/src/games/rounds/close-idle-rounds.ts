import { lockAccounts, post } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { nodeHmac } from './hmac.ts'
import type { PlayNeeds } from './play-rounds.ts'
import { type RoundRow, selectIdle, selectNow, selectRounds } from './queries.ts'
import { closeAsRefunded, pacedAdapter, payRound, releaseStakes, replay } from './step-rules.ts'
import { writeClosed } from './write-closed.ts'

/** Rounds closed per transaction. */
const MAX_LIST = 500

/**
 * Closes open rounds older than the rules allow: cashed out if possible, else the stake is refunded. Returns the
 * number closed; fewer than a full list means that none is left.
 */
export async function closeIdleRounds(
  { db }: Deps,
  { settings, wagering }: Pick<PlayNeeds, 'settings' | 'wagering'>,
): Promise<number> {
  const idle = await selectIdle(db, { hours: settings.idleHours, max: MAX_LIST })
  if (idle.length === 0) return 0
  return db.begin(async (tx) => {
    // Every step of a round holds its player's accounts: under their lock it stays as it was read.
    const [batch, rounds, at] = await Promise.all([
      lockAccounts(
        tx,
        idle.map(({ playerId }) => playerId),
      ),
      selectRounds(tx, idle),
      selectNow(tx),
    ])
    const closed = rounds.filter(({ status }) => status === 'open').map((round) => closedByRule(round, at))
    if (closed.length === 0) return 0
    releaseStakes(batch, closed)
    for (const round of closed) payRound(batch, round, { wagering })
    await Promise.all([writeClosed(tx, closed), post(tx, batch)])
    return closed.length
  })
}

/** An open round with its steps, as the rule closes it: cashed out or refunded. */
export function closedByRule(round: RoundRow, closedAt: Date): RoundRow {
  const adapter = pacedAdapter(round)
  const before = replay(round, nodeHmac)
  const taken = adapter.step(before, null)
  if (taken.ok) {
    const { payoutCents, multiplierE4, state } = adapter.stand(taken.round)
    return { ...round, status: 'won', payoutCents, multiplierE4, state, closedAt }
  }
  const { state } = adapter.stand(before)
  return closeAsRefunded(round, closedAt, state)
}

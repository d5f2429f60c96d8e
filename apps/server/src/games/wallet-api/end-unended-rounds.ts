import { lockAccounts, post } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import type { WageringSettings } from '../../wagering/index.ts'
import { studioRoundEnded } from '../events.ts'
import { toEvent } from './apply-transactions.ts'
import { selectStudioRounds, selectUnended, upsertRounds } from './queries.ts'
import { endRound } from './rules.ts'

const MAX_LIST = 500

/**
 * Ends rounds that their studio has not ended in so many hours: what was staked counts as settled, and the player may withdraw
 * again. The studio reads in its statement which they were; a return that comes later still lands. Answers how many.
 */
export async function endUnendedRounds(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { hours, wagering }: { hours: number; wagering: WageringSettings },
): Promise<number> {
  const unended = await selectUnended(db, { hours, max: MAX_LIST })
  if (unended.length === 0) return 0
  return db.begin(async (tx) => {
    const [batch, rounds] = await Promise.all([
      lockAccounts(
        tx,
        unended.map(({ playerId }) => playerId),
      ),
      selectStudioRounds(tx, unended),
    ])
    const ended = rounds
      .filter(({ status }) => status === 'open')
      .map((round) => endRound({ gate: { batch }, wagering }, round, 'rule'))
    if (ended.length === 0) return 0
    await Promise.all([
      upsertRounds(tx, ended),
      writeEvents(tx, studioRoundEnded, ended.map(toEvent)),
      post(tx, batch),
    ])
    log.warn({ rounds: ended.length }, 'rounds that a studio never ended')
    return ended.length
  })
}

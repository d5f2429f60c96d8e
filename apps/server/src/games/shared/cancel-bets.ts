import { balancesOf, type LedgerBatch, lockAccounts, post } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { present } from '../../platform/errors.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { adapters } from '../adapters/games.ts'
import { type Stakes, updateStakes } from '../draws/queries.ts'
import { sharedRoundChanged } from '../events.ts'
import { closeAsRefunded } from '../rounds/step-rules.ts'
import { payRound, releaseStakes } from '../rounds/step-rules.ts'
import type { PlayNeeds } from '../rounds/rules.ts'
import { type RoundRow, selectNow, selectRounds } from '../rounds/queries.ts'
import { writeClosed } from '../rounds/close-rounds.ts'
import { lockStillOpen } from './queries.ts'

export type CancelBet = { playerId: number; roundId: number }

/**
 * Withdraws bets on shared rounds while these are open, or refuses with a reason. Answers in the order of the
 * requests; an already withdrawn bet answers the same, with the player's current balance.
 */
export async function cancelBets(
  { db }: Deps,
  { wagering }: Pick<PlayNeeds, 'wagering'>,
  requests: readonly CancelBet[],
): Promise<Result<RoundRow>[]> {
  if (requests.length === 0) return []
  return db.begin(async (tx) => {
    const keys = requests.map(({ playerId, roundId }) => ({ playerId, id: roundId }))
    const [batch, rows, at] = await Promise.all([
      lockAccounts(
        tx,
        requests.map(({ playerId }) => playerId),
      ),
      selectRounds(tx, keys),
      selectNow(tx),
    ])
    const bets = new Map(rows.map((row) => [`${row.playerId}:${row.id}`, row]))
    const sharedIds = rows.flatMap(({ sharedRoundId }) => (sharedRoundId === null ? [] : [sharedRoundId]))
    const open = new Map((await lockStillOpen(tx, [...new Set(sharedIds)])).map((round) => [round.id, round]))
    const closed: RoundRow[] = []
    const answers = requests.map(({ playerId, roundId }): Result<RoundRow> => {
      const bet = bets.get(`${playerId}:${roundId}`)
      if (!bet || bet.sharedRoundId === null) return refuse('not_found')
      if (bet.status === 'refunded') return ok(withBalances(bet, batch))
      const round = open.get(bet.sharedRoundId)
      const adapter = adapters[bet.game]
      if (bet.status !== 'open' || !round || adapter.kind !== 'shared') return refuse('betting_closed')
      const refundedBet = closeAsRefunded(bet, at, adapter.waiting)
      subtractStake(round.stakes, adapter.pickOf(bet.choice), bet.stakeCents)
      payRound(batch, refundedBet, { wagering })
      closed.push(refundedBet)
      bets.set(`${playerId}:${roundId}`, refundedBet)
      return ok(withBalances(refundedBet, batch))
    })
    if (closed.length === 0) return answers
    releaseStakes(batch, closed)
    const changed = [...open.values()].filter(({ id }) =>
      closed.some(({ sharedRoundId }) => sharedRoundId === id),
    )
    await Promise.all([
      updateStakes(tx, changed),
      writeClosed(tx, closed),
      writeEvents(
        tx,
        sharedRoundChanged,
        changed.map(({ room }) => ({ room })),
      ),
      post(tx, batch),
    ])
    return answers
  })
}

/** The bet with the player's current balance: its row stores the balance right after it was placed. */
function withBalances(bet: RoundRow, batch: LedgerBatch): RoundRow {
  const { version: balanceVersion, cashCents, bonusCents } = balancesOf(batch, bet.playerId)
  return { ...bet, cashCents, bonusCents, balanceVersion }
}

function subtractStake(stakes: Stakes, pick: string, cents: number): void {
  const [sum, bets] = present(stakes[pick], 'the stakes on the pick')
  stakes[pick] = [sum - cents, bets - 1]
}

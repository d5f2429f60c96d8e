import { lockAccounts, post } from '../../ledger/index.ts'
import { assert, present } from '../../platform/assert.ts'
import type { Deps } from '../../platform/deps.ts'
import { adapters } from '../adapters/index.ts'
import type { PlayNeeds } from './play-rounds.ts'
import { writeClosed } from './write-closed.ts'
import { type RoundRow, selectNow, selectOpenBets, selectRounds } from './queries.ts'
import { payRound, releaseStakes } from './step-rules.ts'

/** Bets that are settled at once: a round of as many is one list. */
const MAX_LIST = 5000

/**
 * Settles the bets of a shared round by what was drawn, or gives them back where nothing was (null): a list at a time, each in
 * one transaction, so that it may be asked twice, or by two servers at once. Answers how many it settled; none says that
 * every bet of the round is settled.
 */
export async function settleBets(
  { db }: Deps,
  { wagering }: Pick<PlayNeeds, 'wagering'>,
  { id: sharedRoundId, outcome }: { id: number; outcome: number | null },
): Promise<number> {
  const bets = wholePlayers(await selectOpenBets(db, sharedRoundId, MAX_LIST))
  if (bets.length === 0) return 0
  return db.begin(async (tx) => {
    // Whoever changes a bet holds its player's accounts: under their lock it stays as it is read.
    const [batch, rows, at] = await Promise.all([
      lockAccounts(
        tx,
        bets.map(({ playerId }) => playerId),
      ),
      selectRounds(tx, bets),
      selectNow(tx),
    ])
    const closed = rows.filter(({ status }) => status === 'open').map((row) => closedBy(row, outcome, at))
    if (closed.length === 0) return 0
    releaseStakes(batch, closed)
    const hedged = hedgedPlayers(closed)
    for (const round of closed) payRound(batch, round, { wagering, isHedged: hedged.has(round.playerId) })
    await Promise.all([writeClosed(tx, closed), post(tx, batch)])
    return closed.length
  })
}

/** A list that is full may have cut its last player's bets in two: they wait for the next one, to be seen together. */
function wholePlayers<B extends { playerId: number }>(bets: readonly B[]): readonly B[] {
  const last = bets.at(-1)?.playerId
  const whole = bets.length < MAX_LIST ? bets : bets.filter(({ playerId }) => playerId !== last)
  return whole.length > 0 ? whole : bets
}

/** Who bet on more than one pick of the draw: red and black together hardly risk anything. */
function hedgedPlayers(closed: readonly RoundRow[]): ReadonlySet<number> {
  const picks = new Map<number, Set<string>>()
  for (const { playerId, game, choice } of closed) {
    const adapter = adapters[game]
    if (adapter.kind !== 'shared') continue
    picks.set(playerId, (picks.get(playerId) ?? new Set()).add(adapter.pickOf(choice)))
  }
  return new Set([...picks].filter(([, own]) => own.size > 1).map(([playerId]) => playerId))
}

function closedBy(row: RoundRow, outcome: number | null, closedAt: Date): RoundRow {
  const adapter = adapters[row.game]
  assert(adapter.kind === 'shared', `${row.game} is drawn for many`)
  const { stakeCents, choice } = row
  if (outcome === null) return closeAsRefunded(row, closedAt, adapter.waiting)
  const { status, payoutCents, multiplierE4, state } = adapter.resolve(outcome, { stakeCents, choice })
  assert(status !== 'open', 'what was drawn ends the bet')
  return { ...row, status, payoutCents, multiplierE4, state: present(state, 'its state'), closedAt }
}

/** A round whose stake comes back. */
export const closeAsRefunded = (row: RoundRow, closedAt: Date, state: RoundRow['state']): RoundRow => ({
  ...row,
  status: 'refunded',
  payoutCents: row.stakeCents,
  multiplierE4: 10_000,
  state,
  closedAt,
})

import { lockAccounts, post } from '../../ledger/index.ts'
import { assert, present } from '../../platform/assert.ts'
import type { Deps } from '../../platform/deps.ts'
import { adapters } from '../adapters/table.ts'
import type { PlayNeeds } from './play-rounds.ts'
import { type Bet, selectBets, selectOpenBets } from './queries.ts'
import { payRound, refunded, releaseStakes } from './step-rules.ts'
import { type Closed, writeClosed } from './write-closed.ts'

/** Bets settled per transaction: a round of this size is one list. */
const MAX_LIST = 5000

/**
 * Settles the bets of a shared round by its draw, or refunds them if there was none (null). Works list by list, each
 * in its own transaction, so it may run twice, or on two servers at once. Returns the number settled; 0 means that
 * all bets of the round are settled.
 */
export async function settleBets(
  { db }: Deps,
  { wagering }: Pick<PlayNeeds, 'wagering'>,
  { id: sharedRoundId, outcome }: { id: number; outcome: number | null },
): Promise<number> {
  const bets = wholePlayers(await selectOpenBets(db, sharedRoundId, MAX_LIST))
  if (bets.length === 0) return 0
  return db.begin(async (tx) => {
    // Every change of a bet holds its player's accounts: under their lock it stays as it was read.
    const [batch, rows] = await Promise.all([
      lockAccounts(
        tx,
        bets.map(({ playerId }) => playerId),
      ),
      selectBets(tx, bets),
    ])
    const closed = rows.filter(({ status }) => status === 'open').map((bet) => closedBy(bet, outcome))
    if (closed.length === 0) return 0
    releaseStakes(batch, closed)
    const hedged = hedgedPlayers(closed)
    for (const round of closed) payRound(batch, round, { wagering, isHedged: hedged.has(round.playerId) })
    await Promise.all([writeClosed(tx, closed), post(tx, batch)])
    return closed.length
  })
}

/** A full list may have cut the bets of its last player in two: they wait for the next list, to be seen together. */
function wholePlayers<B extends { playerId: number }>(bets: readonly B[]): readonly B[] {
  const last = bets.at(-1)?.playerId
  const whole = bets.length < MAX_LIST ? bets : bets.filter(({ playerId }) => playerId !== last)
  return whole.length > 0 ? whole : bets
}

/** Players who bet on more than one pick of the draw: red and black together risk hardly anything. */
function hedgedPlayers(closed: readonly Bet[]): ReadonlySet<number> {
  const picks = new Map<number, Set<string>>()
  for (const { playerId, game, choice } of closed) {
    const adapter = adapters[game]
    if (adapter.kind !== 'shared') continue
    picks.set(playerId, (picks.get(playerId) ?? new Set()).add(adapter.pickOf(choice)))
  }
  return new Set([...picks].filter(([, own]) => own.size > 1).map(([playerId]) => playerId))
}

function closedBy(bet: Bet, outcome: number | null): Bet & Closed {
  const adapter = adapters[bet.game]
  assert(adapter.kind === 'shared', `${bet.game} is drawn for many`)
  const { stakeCents, choice } = bet
  if (outcome === null) return { ...bet, ...refunded(stakeCents, adapter.waiting) }
  const { status, payoutCents, multiplierE4, state } = adapter.resolve(outcome, { stakeCents, choice })
  assert(status !== 'open', 'what was drawn ends the bet')
  return { ...bet, status, payoutCents, multiplierE4, state: present(state, 'its state') }
}

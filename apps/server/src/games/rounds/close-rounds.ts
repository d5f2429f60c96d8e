import { lockAccounts, post } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { skipFailing, skipFailingInPages, skippedBy } from '../../platform/skip-failing.ts'
import { nodeHmac } from '../seeds/seeds.ts'
import type { PlayNeeds } from './rules.ts'
import {
  type RoundKey,
  type RoundRow,
  selectIdle,
  selectNow,
  selectRounds,
  type Bet,
  selectBets,
  selectOpenBets,
  type ClosedRound,
  closeRounds,
} from './queries.ts'
import {
  closeAsRefunded,
  pacedAdapter,
  payRound,
  releaseStakes,
  replay,
  type Closed,
  refunded,
  type Over,
} from './step-rules.ts'
import { assert, present } from '../../platform/errors.ts'
import { adapters } from '../adapters/games.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { roundPlayed } from '../events.ts'

/** Rounds closed per transaction. */
const MAX_IDLE = 500

/**
 * Closes open rounds older than the rules allow: cashed out if possible, else the stake is refunded. A round that
 * cannot be closed is skipped and tried again in the next run. Returns the number closed.
 */
export async function closeIdleRounds(
  deps: Deps,
  { settings, wagering }: Pick<PlayNeeds, 'settings' | 'wagering'>,
): Promise<number> {
  const report = skippedBy(deps, 'close-idle-rounds')
  const closed = await skipFailingInPages({
    size: MAX_IDLE,
    read: (last?: RoundKey) =>
      selectIdle(deps.db, { hours: settings.idleHours, afterId: last?.id ?? 0, max: MAX_IDLE }),
    run: (idle) => closeList(deps, wagering, idle),
    skip: ({ playerId, id }, error) => report({ playerId, roundId: id }, error),
  })
  return closed.reduce((sum, count) => sum + count, 0)
}

function closeList(
  { db }: Deps,
  wagering: PlayNeeds['wagering'],
  idle: readonly RoundKey[],
): Promise<number> {
  return db.begin(async (tx) => {
    // Every step of a round locks its player's accounts: under that lock it stays as read.
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
  const cashedOut = adapter.step(before, null)
  if (cashedOut.ok) {
    const { payoutCents, multiplierE4, state } = adapter.outcomeOf(cashedOut.round)
    return { ...round, status: 'won', payoutCents, multiplierE4, state, closedAt }
  }
  const { state } = adapter.outcomeOf(before)
  return closeAsRefunded(round, closedAt, state)
}

/** Bets settled per transaction: a round of this size is one list. */
const MAX_BETS = 5000

type Draw = { id: number; outcome: number | null }

/**
 * Settles the bets of a shared round by its draw, or refunds them if there was none (null). Works list by list, each
 * in its own transaction, so it may run twice, or on two servers at once. A player whose bets cannot be settled is
 * skipped, and every other player is paid. Returns whether all bets of the round are settled.
 */
export async function settleBets(
  deps: Deps,
  needs: Pick<PlayNeeds, 'wagering'>,
  draw: Draw,
): Promise<boolean> {
  const report = skippedBy(deps, 'shared-rounds')
  let isAllSettled = true
  let after: RoundKey = { playerId: 0, id: 0 }
  for (;;) {
    const page = wholePlayers(await selectOpenBets(deps.db, { sharedRoundId: draw.id, after, max: MAX_BETS }))
    const last = page.at(-1)
    if (!last) return isAllSettled
    after = last
    // One item is all bets of a player: two picks of one draw are decided together.
    await skipFailing([...Map.groupBy(page, ({ playerId }) => playerId).values()], {
      run: (players) => settleList(deps, needs, { bets: players.flat(), outcome: draw.outcome }),
      skip: (bets, error) => {
        isAllSettled = false
        const [bet] = bets
        report({ playerId: bet?.playerId, sharedRoundId: draw.id, bets: bets.length }, error)
      },
      // They are not settled, so the round is tried again.
      leave: () => (isAllSettled = false),
    })
  }
}

function settleList(
  { db }: Deps,
  { wagering }: Pick<PlayNeeds, 'wagering'>,
  { bets, outcome }: { bets: readonly RoundKey[]; outcome: number | null },
): Promise<void> {
  return db.begin(async (tx) => {
    // Every change of a bet locks its player's accounts: under that lock it stays as read.
    const [batch, rows] = await Promise.all([
      lockAccounts(
        tx,
        bets.map(({ playerId }) => playerId),
      ),
      selectBets(tx, bets),
    ])
    const closed = rows.filter(({ status }) => status === 'open').map((bet) => closedBy(bet, outcome))
    if (closed.length === 0) return
    releaseStakes(batch, closed)
    const hedged = hedgedPlayers(closed)
    for (const round of closed) payRound(batch, round, { wagering, isHedged: hedged.has(round.playerId) })
    await Promise.all([writeClosed(tx, closed), post(tx, batch)])
  })
}

/** A full list may have cut its last player's bets in two: they wait for the next list, to be decided together. */
function wholePlayers<B extends { playerId: number }>(bets: readonly B[]): readonly B[] {
  const last = bets.at(-1)?.playerId
  const whole = bets.length < MAX_BETS ? bets : bets.filter(({ playerId }) => playerId !== last)
  return whole.length > 0 ? whole : bets
}

/** Players who bet on more than one pick of the draw: red and black together risk almost nothing. */
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
  assert(status !== 'open', 'the draw ends the bet')
  return { ...bet, status, payoutCents, multiplierE4, state: present(state, 'its state') }
}

/** Writes how these open rounds ended, and publishes it. */
export const writeClosed = (tx: Tx, closed: readonly Closed[]) =>
  Promise.all([closed.length > 0 && closeRounds(tx, closed.map(closedRow)), writePlayed(tx, closed)])

const closedRow = ({ playerId, id, status, payoutCents, multiplierE4, state }: Closed): ClosedRound => ({
  playerId,
  id,
  status,
  payoutCents,
  multiplierE4,
  state: present(state, 'the state of a closed round'),
})

/** Publishes closed rounds. */
export const writePlayed = (tx: Tx, rounds: readonly Over[]) =>
  writeEvents(
    tx,
    roundPlayed,
    rounds.map(({ playerId, id, game, stakeCents, bonusStakeCents, payoutCents }) => ({
      playerId,
      roundId: id,
      game,
      stakeCents,
      bonusStakeCents,
      payoutCents,
    })),
  )

import type { RefusalCode } from '@palpite/contract'
import type { WalletRefusal } from '@palpite/contract/studio'
import {
  balancesOf,
  countTurnover,
  type LedgerBatch,
  move,
  payReturn,
  repayDebt,
  type Split,
  takeStake,
} from '../../ledger/index.ts'
import { Bug } from '../../platform/assert.ts'
import { admitStake, type StakeGate } from '../../protection/index.ts'
import { countedOf, type WageringSettings } from '../../wagering/index.ts'
import type { SessionRow } from '../sessions/index.ts'
import { type WalletChanges, walletChanges } from './wallet-changes.ts'
import type { RoundRow, TransactionRow } from './queries.ts'

type Of<K, T> = { kind: K; session: string; roundId: string } & T

/** What a studio asks of the wallet. `transactionId` is the studio's own: asked twice, it acts once. */
export type WalletRequest = { studioId: string } & (
  | Of<'debit', { transactionId: string; cents: number }>
  | Of<'credit', { transactionId: string; cents: number; endsRound: boolean }>
  | Of<'rollback', { transactionId: string; refersTo: string }>
  | Of<'end', object>
)

export type Moved = { balanceCents: number; isReplay: boolean }

export type WalletAnswer = { ok: true; value: Moved } | { ok: false; code: WalletRefusal }

/** What the requests of a list are decided by, as it stands while the players' accounts are locked. */
export type WalletState = {
  gate: StakeGate
  /** By id. */
  sessions: ReadonlyMap<string, SessionRow>
  /** The account of each studio in the ledger. */
  accounts: ReadonlyMap<string, number>
  /** Transactions that these requests name, of the same studio: their own, what they refer to, what undoes them. */
  earlier: readonly TransactionRow[]
  rounds: readonly RoundRow[]
  wagering: WageringSettings
}

export type WalletDecided = {
  answers: WalletAnswer[]
  transactions: TransactionRow[]
  /** Rounds that began or changed. */
  rounds: RoundRow[]
  /** Rounds that ended now. */
  ended: RoundRow[]
}

const no = (code: WalletRefusal): WalletAnswer => ({ ok: false, code })

/**
 * Decides the requests one after the other: each sees what the ones before it did. Moves the money in the batch. Stakes pass
 * the one gate; returns and rollbacks always land.
 */
export function decideTransactions(requests: readonly WalletRequest[], state: WalletState): WalletDecided {
  const changes = walletChanges(state)
  const answers = requests.map((request) => decide(request, state, changes))
  return { answers, ...changes.written() }
}

function decide(request: WalletRequest, state: WalletState, changes: WalletChanges): WalletAnswer {
  const session = state.sessions.get(request.session)
  if (!session || session.studioId !== request.studioId) return no('session_unknown')
  const at = { ...request, playerId: session.playerId }
  const round = changes.round(at)
  if (request.kind === 'end') {
    if (!round) return no('round_unknown')
    if (round.status === 'open') changes.write(endRound(state, round, 'studio'))
    return done(state, session)
  }
  const before = changes.find(request.studioId, request.transactionId)
  if (before) return replay(request, before, session)
  switch (request.kind) {
    case 'debit':
      return debit({ request, session, round }, state, changes)
    case 'credit':
      return credit({ request, session, round }, state, changes)
    case 'rollback':
      return rollback({ request, session }, state, changes)
    default:
      return request satisfies never
  }
}

type Transaction = Exclude<WalletRequest, { kind: 'end' }>

/** The answer of then, where it is the same request; two different ones by one id are a mistake of the studio. */
function replay(request: Transaction, row: TransactionRow, { playerId }: SessionRow): WalletAnswer {
  const isSame =
    row.kind === request.kind &&
    row.playerId === playerId &&
    row.roundId === request.roundId &&
    (request.kind === 'rollback'
      ? row.refersTo === request.refersTo
      : row.cents === request.cents && row.endsRound === (request.kind === 'credit' && request.endsRound))
  if (!isSame) return no('transaction_mismatch')
  return { ok: true, value: { balanceCents: row.balanceCents, isReplay: true } }
}

/** What stands against a stake, as studios hear it: which rule of protection it was is the player's alone. */
const stakeRefusals: Partial<Record<RefusalCode, WalletRefusal>> = {
  insufficient_funds: 'insufficient_funds',
  bonus_stake_above_max: 'insufficient_funds',
  daily_loss_limit: 'limit_reached',
}

type Asked<K> = {
  request: Extract<Transaction, { kind: K }>
  session: SessionRow
  round: RoundRow | undefined
}

function debit(
  { request, session, round }: Asked<'debit'>,
  state: WalletState,
  changes: WalletChanges,
): WalletAnswer {
  const { studioId, transactionId, roundId, cents } = request
  const { playerId, minStakeCents, maxStakeCents } = session
  if (changes.undoing(studioId, transactionId)) return no('rolled_back')
  if (!session.isOpen) return no('session_closed')
  if (!session.isGameOpen) return no('game_closed')
  if (round?.status === 'ended') return no('round_ended')
  if (cents < minStakeCents || cents > maxStakeCents) return no('stake_out_of_bounds')
  const admitted = admitStake(state.gate, { playerId, stakeCents: cents })
  if (!admitted.ok) return no(stakeRefusals[admitted.refusal.code] ?? 'player_blocked')
  const split = admitted.value
  const { batch } = state.gate
  takeStake(batch, { playerId, key: keyOf(request), split, to: accountOf(state, studioId) })
  countTurnover(batch, { playerId, stakedCents: cents })
  session.stakedCents += cents
  const { gameCode, id } = session
  changes.write({
    ...(round ?? { ...newRound, studioId, playerId, roundId, sessionId: id, gameCode }),
    stakedCents: (round?.stakedCents ?? 0) + cents,
    bonusStakedCents: (round?.bonusStakedCents ?? 0) + split.bonusCents,
  })
  return write(request, { state, session, changes }, { cents, bonusCents: split.bonusCents })
}

const newRound = { status: 'open', endedBy: null, returnedCents: 0 } as const

function credit(
  { request, session, round }: Asked<'credit'>,
  state: WalletState,
  changes: WalletChanges,
): WalletAnswer {
  if (!round || round.stakedCents === 0) return no('round_unknown')
  const { cents, endsRound, studioId } = request
  const { playerId } = session
  const { batch } = state.gate
  payReturn(batch, {
    playerId,
    key: keyOf(request),
    cents,
    split: splitOf(round),
    from: accountOf(state, studioId),
  })
  repayDebt(batch, { playerId, key: `${keyOf(request)}:repaid` })
  countTurnover(batch, { playerId, returnedCents: cents })
  session.returnedCents += cents
  const paid = { ...round, returnedCents: round.returnedCents + cents }
  changes.write(endsRound && round.status === 'open' ? endRound(state, paid, 'studio') : paid)
  return write(request, { state, session, changes }, { cents, bonusCents: 0 })
}

function rollback(
  { request, session }: Omit<Asked<'rollback'>, 'round'>,
  state: WalletState,
  changes: WalletChanges,
): WalletAnswer {
  const { studioId, refersTo } = request
  const { playerId } = session
  const undone = changes.find(studioId, refersTo)
  const nothing = { cents: 0, bonusCents: 0 }
  if (!undone) return write(request, { state, session, changes }, nothing)
  if (undone.playerId !== playerId || undone.roundId !== request.roundId) return no('transaction_mismatch')
  if (undone.kind !== 'debit') return no('not_a_debit')
  if (changes.undoing(studioId, refersTo)) return write(request, { state, session, changes }, nothing)
  const { cents, bonusCents } = undone
  const from = accountOf(state, studioId)
  const { batch } = state.gate
  const key = keyOf(request)
  const cashCents = cents - bonusCents
  if (cashCents > 0) move(batch, { key, from, to: { playerId, kind: 'cash' }, cents: cashCents })
  if (bonusCents > 0) {
    move(batch, { key: `${key}:bonus`, from, to: { playerId, kind: 'bonus' }, cents: bonusCents })
  }
  repayDebt(batch, { playerId, key: `${key}:repaid` })
  // A stake that was given back counts as returned, not as settled.
  countTurnover(batch, { playerId, returnedCents: cents })
  session.returnedCents += cents
  const round = changes.round({ studioId, playerId, roundId: request.roundId })
  if (!round) throw new Bug(`debit ${refersTo} of studio ${studioId} has a round`)
  const left = {
    ...round,
    stakedCents: round.stakedCents - cents,
    bonusStakedCents: round.bonusStakedCents - bonusCents,
  }
  // With its last stake given back a round has nothing to wait for.
  changes.write(left.stakedCents === 0 && left.status === 'open' ? endRound(state, left, 'studio') : left)
  return write(request, { state, session, changes }, { cents, bonusCents })
}

/** The round as it ends: what was staked in it is settled, and counts towards wagering as what was at risk. */
export function endRound(
  { gate, wagering }: Pick<WalletState, 'wagering'> & { gate: { batch: LedgerBatch } },
  round: RoundRow,
  endedBy: 'studio' | 'rule',
): RoundRow {
  const { playerId, stakedCents, bonusStakedCents, returnedCents } = round
  if (stakedCents > 0) {
    // Who got less back than the stake has lost, however the game calls it.
    const isLost = returnedCents < stakedCents
    const priceMilli = isLost ? wagering.minPriceMilli : Math.floor((returnedCents * 1000) / stakedCents)
    const ownRiskedCents = stakedCents - bonusStakedCents
    countTurnover(gate.batch, {
      playerId,
      settledCents: stakedCents,
      ...countedOf(wagering, { game: 'studio', priceMilli, ownRiskedCents }),
    })
  }
  return { ...round, status: 'ended', endedBy }
}

const splitOf = ({ stakedCents, bonusStakedCents }: RoundRow): Split => ({
  cashCents: stakedCents - bonusStakedCents,
  bonusCents: bonusStakedCents,
})

const keyOf = ({ studioId, transactionId }: Transaction) => `studio:${studioId}:${transactionId}`

function accountOf({ accounts }: WalletState, studioId: string) {
  const houseAccountId = accounts.get(studioId)
  if (houseAccountId === undefined) throw new Bug(`studio ${studioId} has an account`)
  return { houseAccountId }
}

const balanceOf = ({ gate }: WalletState, { playerId }: SessionRow): number => {
  const { cashCents, bonusCents } = balancesOf(gate.batch, playerId)
  return cashCents + bonusCents
}

const done = (state: WalletState, session: SessionRow): WalletAnswer => ({
  ok: true,
  value: { balanceCents: balanceOf(state, session), isReplay: false },
})

type At = { state: WalletState; session: SessionRow; changes: WalletChanges }

function write(
  request: Transaction,
  { state, session, changes }: At,
  { cents, bonusCents }: { cents: number; bonusCents: number },
): WalletAnswer {
  const { studioId, transactionId, roundId, kind } = request
  const balanceCents = balanceOf(state, session)
  changes.add({
    studioId,
    transactionId,
    playerId: session.playerId,
    sessionId: session.id,
    roundId,
    kind,
    cents,
    bonusCents,
    refersTo: kind === 'rollback' ? request.refersTo : null,
    endsRound: kind === 'credit' && request.endsRound,
    balanceCents,
  })
  return done(state, session)
}

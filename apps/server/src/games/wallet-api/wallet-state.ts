import type { RefusalCode } from '@palpite/contract'
import type { WalletRefusal } from '@palpite/contract/studio'
import { balancesOf } from '../../ledger/index.ts'
import { Bug } from '../../platform/errors.ts'
import type { StakeGate } from '../../protection/index.ts'
import type { WageringBatch, WageringSettings } from '../../wagering/index.ts'
import type { FreeRoundsRow } from '../free-rounds/queries.ts'
import type { SessionRow } from '../sessions/queries.ts'
import type { RoundRow, TransactionRow } from './queries.ts'

type Of<K, T> = { kind: K; session: string; roundId: string } & T

/** What begins play. `isClosed`: maintenance refuses it, unless it was done before. */
type Beginning = { isClosed?: boolean }

/** A studio's wallet request. `transactionId` is the studio's own: repeated, it acts once. */
export type WalletRequest = { studioId: string } & (
  | Of<'debit', { transactionId: string; cents: number } & Beginning>
  | Of<'credit', { transactionId: string; cents: number; endsRound: boolean }>
  | Of<'rollback', { transactionId: string; refersTo: string }>
  | Of<'free', { transactionId: string; grant: string; cents: number } & Beginning>
  | Of<'end', object>
)

type Moved = { balanceCents: number; isReplay: boolean }

export type WalletAnswer = { ok: true; value: Moved } | { ok: false; code: WalletRefusal }

/** The state that decides a list of requests, read while the players' accounts are locked. */
export type WalletState = {
  gate: StakeGate
  /** By id. */
  sessions: ReadonlyMap<string, SessionRow>
  /** Each studio's ledger account. */
  accounts: ReadonlyMap<string, number>
  /** Transactions these requests refer to, of the same studio: their own, their references, and reversals. */
  earlier: readonly TransactionRow[]
  rounds: readonly RoundRow[]
  wagering: WageringSettings
  /** The free round grants the requests name, by id, under the lock of their players. */
  grants: ReadonlyMap<string, FreeRoundsRow>
  /** The wagering requirements of players whose free rounds may win. */
  gifts: WageringBatch | undefined
  /** How often free round winnings must be wagered. */
  freeRoundTimes: number
}

/** A refusal. */
export const no = (code: WalletRefusal): WalletAnswer => ({ ok: false, code })

/** Refusals of a stake or free round as sent to studios: only the player sees which protection rule it was. */
const protectionRefusals: Partial<Record<RefusalCode, WalletRefusal>> = {
  insufficient_funds: 'insufficient_funds',
  bonus_stake_above_max: 'insufficient_funds',
  daily_loss_limit: 'limit_reached',
  loss_limit: 'limit_reached',
  stake_limit: 'limit_reached',
  bet_count_limit: 'limit_reached',
  time_limit: 'limit_reached',
}

/** A stake or free round refused by protection. */
export const notAdmitted = ({ code }: { code: RefusalCode }): WalletAnswer =>
  no(protectionRefusals[code] ?? 'player_blocked')

/** A request with an id of the studio's own. */
export type Transaction = Exclude<WalletRequest, { kind: 'end' }>

/** A transaction of a kind with its session, and its round if any. */
export type Asked<K> = {
  request: Extract<Transaction, { kind: K }>
  session: SessionRow
  round: RoundRow | undefined
}

/** The key of a transaction's transfers. */
export const keyOf = ({ studioId, transactionId }: Transaction) => `studio:${studioId}:${transactionId}`

/** The account of a studio. */
export function accountOf({ accounts }: WalletState, studioId: string) {
  const houseAccountId = accounts.get(studioId)
  if (houseAccountId === undefined) throw new Bug(`studio ${studioId} has an account`)
  return { houseAccountId }
}

const balanceOf = ({ gate }: WalletState, { playerId }: SessionRow): number => {
  const { cashCents, bonusCents } = balancesOf(gate.batch, playerId)
  return cashCents + bonusCents
}

/** The player's current balance. */
export const done = (state: WalletState, session: SessionRow): WalletAnswer => ({
  ok: true,
  value: { balanceCents: balanceOf(state, session), isReplay: false },
})

type At = { state: WalletState; session: SessionRow; changes: WalletChanges }

/** Records a decided transaction; returns the player's balance. */
export function write(
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
    grantId: kind === 'free' ? request.grant : null,
    endsRound: kind === 'credit' && request.endsRound,
    balanceCents,
  })
  return done(state, session)
}

export type WalletChanges = ReturnType<typeof walletChanges>

/** The transactions and rounds of a list: the existing ones, and those its requests add. */
export function walletChanges({
  earlier,
  rounds: before,
}: {
  earlier: readonly TransactionRow[]
  rounds: readonly RoundRow[]
}) {
  const transactions = new Map(earlier.map((row) => [`${row.studioId} ${row.transactionId}`, row]))
  // By player: a rollback by another player's session reverses nothing. It shares no lock with the debit, so the two
  // may be accepted concurrently, and the debit's own rollback must still refund the stake.
  const undone = new Map(
    earlier.flatMap((row) => (row.refersTo === null ? [] : [[undoneKey(row, row.refersTo), row]])),
  )
  const rounds = new Map(before.map((row) => [roundKey(row), row]))
  const added: TransactionRow[] = []
  const changed = new Set<string>()
  const ended = new Set<string>()
  return {
    find: (studioId: string, id: string) => transactions.get(`${studioId} ${id}`),
    undoing: (of: { studioId: string; playerId: number }, id: string) => undone.get(undoneKey(of, id)),
    round: (key: { studioId: string; playerId: number; roundId: string }) => rounds.get(roundKey(key)),
    add: (row: TransactionRow) => {
      transactions.set(`${row.studioId} ${row.transactionId}`, row)
      if (row.refersTo !== null) undone.set(undoneKey(row, row.refersTo), row)
      added.push(row)
    },
    write: (row: RoundRow) => {
      const before = rounds.get(roundKey(row))
      const wasOver = before?.status === 'ended' && !before.awaitsStudio
      rounds.set(roundKey(row), row)
      changed.add(roundKey(row))
      if (!wasOver && row.status === 'ended' && !row.awaitsStudio) ended.add(roundKey(row))
    },
    written: () => ({
      transactions: added,
      rounds: [...changed].map((key) => found(rounds, key)),
      ended: [...ended].map((key) => found(rounds, key)),
    }),
  }
}

const found = (rounds: ReadonlyMap<string, RoundRow>, key: string): RoundRow => {
  const row = rounds.get(key)
  if (!row) throw new Bug(`the round ${key} was written`)
  return row
}

const undoneKey = ({ studioId, playerId }: { studioId: string; playerId: number }, id: string) =>
  `${studioId} ${playerId} ${id}`

const roundKey = (key: { studioId: string; playerId: number; roundId: string }) =>
  `${key.studioId} ${key.playerId} ${key.roundId}`

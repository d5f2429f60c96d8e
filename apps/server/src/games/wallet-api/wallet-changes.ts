import { Bug } from '../../platform/assert.ts'
import type { RoundRow, TransactionRow } from './queries.ts'

export type WalletChanges = ReturnType<typeof walletChanges>

/** The transactions and rounds of a list: what was there, and what its requests add. */
export function walletChanges({
  earlier,
  rounds: before,
}: {
  earlier: readonly TransactionRow[]
  rounds: readonly RoundRow[]
}) {
  const transactions = new Map(earlier.map((row) => [`${row.studioId} ${row.transactionId}`, row]))
  // By player: one by the session of another player undoes nothing. It shares no lock with the debit, so the two may be
  // accepted at once, and the debit's own rollback has still to give the stake back.
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
      const wasOpen = rounds.get(roundKey(row))?.status !== 'ended'
      rounds.set(roundKey(row), row)
      changed.add(roundKey(row))
      if (wasOpen && row.status === 'ended') ended.add(roundKey(row))
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

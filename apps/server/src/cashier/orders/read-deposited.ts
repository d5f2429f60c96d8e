import type { Sql } from '../../platform/db/index.ts'
import { accountsCounted, addDeposited, type Deposited, type TopUpGate } from '../../protection/index.ts'
import { cpfHashOf, readPayers } from '../read-payers.ts'
import { selectDeposited, selectPayTraits } from './topup-queries.ts'

/**
 * What these players put in today, this week and this month, whatever became of it since, with what their orders and
 * transfers on their way may still bring: what their limits bound.
 */
export async function readDeposited(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, Deposited>> {
  const rows = playerIds.length > 0 ? await selectDeposited(sql, playerIds) : []
  const found = new Map(rows.map(({ playerId, ...deposited }) => [playerId, deposited]))
  return new Map(playerIds.map((id) => [id, found.get(id) ?? { day: 0, week: 0, month: 0 }]))
}

/** The same of the players of a gate who may have a limit, each with what all accounts of the person put in. */
export async function readDepositedByAll(sql: Sql, gate: TopUpGate): Promise<ReadonlyMap<number, Deposited>> {
  const counted = [...gate.rules.keys()].map((id) => [id, accountsCounted(gate, id)] as const)
  const deposited = await readDeposited(sql, [...new Set(counted.flatMap(([, accounts]) => accounts))])
  return new Map(
    counted.map(([id, accounts]) => [id, addDeposited(accounts.flatMap((one) => deposited.get(one) ?? []))]),
  )
}

/** Of these players those whose own CPF has paid for a top-up of theirs, where the bank shows the whole tax id. */
export async function readProven(sql: Sql, playerIds: readonly number[]): Promise<ReadonlySet<number>> {
  const [payers, traits] = await Promise.all([readPayers(sql, playerIds), selectPayTraits(sql, playerIds)])
  const proofs = traits.filter(({ playerId, kind, value }) => {
    const payer = payers.get(playerId)
    return kind === 'payer' && payer !== undefined && value === cpfHashOf(payer)
  })
  return new Set(proofs.map(({ playerId }) => playerId))
}

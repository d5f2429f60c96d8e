import { createHash } from 'node:crypto'
import { readPlayers } from '../identity/index.ts'
import type { Sql } from '../platform/db/index.ts'

/** What the cashier must know of a player: who it is to the bank, once KYC is done. */
export type Payer = {
  isTestAccount: boolean
  hasUsdt: boolean
  person: { name: string; cpf: string } | undefined
  /** Whether the register of persons confirmed who that is. */
  isConfirmed: boolean
  /** Whether document and face were checked. */
  hasDocuments: boolean
}

/** The `lx` of a player that may withdraw in USDT (SPEC §3). */
const OPENS_USDT = '20'

/** These players as the bank must know them. */
export async function readPayers(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, Payer>> {
  const players = await readPlayers(sql, playerIds)
  return new Map(
    [...players].map(([playerId, { isTest, lx, name, cpf, isConfirmed, hasDocuments }]) => [
      playerId,
      {
        isTestAccount: isTest,
        hasUsdt: lx === OPENS_USDT,
        person: name === null || cpf === null ? undefined : { name, cpf },
        isConfirmed,
        hasDocuments,
      },
    ]),
  )
}

/** A person is known by the CPF alone; it is not kept a second time for that. */
export const cpfHashOf = ({ person }: Payer): string | undefined =>
  person && createHash('sha256').update(person.cpf).digest('hex')

/** Who paid, where the bank shows the whole tax id; the id itself is not kept. */
export function payerHashOf(taxId: string | undefined): string | null {
  const marks = taxId?.replaceAll(/[.\-/\s]/g, '') ?? ''
  return /^(\d{11}|[0-9A-Z]{12}\d{2})$/.test(marks) ? createHash('sha256').update(marks).digest('hex') : null
}

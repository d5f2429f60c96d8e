import { createHash } from 'node:crypto'
import { readPlayers } from '../identity/index.ts'
import type { Sql } from '../platform/db/index.ts'

/** A player's identity as the cashier and the bank need it, after KYC. */
export type Payer = {
  isTestAccount: boolean
  hasUsdt: boolean
  person: { name: string; cpf: string } | undefined
  /** Whether the register of persons confirmed the identity. */
  isConfirmed: boolean
  /** Whether document and face were checked. */
  hasDocuments: boolean
}

/** The `lx` of a player who may withdraw in USDT (SPEC §3). */
const OPENS_USDT = '20'

/** Reads these players' identities for the bank. */
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

/** Identifies a person by the hash of the CPF, so the CPF itself is not stored a second time. */
export const cpfHashOf = ({ person }: Payer): string | undefined =>
  person && createHash('sha256').update(person.cpf).digest('hex')

/** Identifies a payer by the hash of the tax id, where the bank shows it whole; the id itself is not stored. */
export function payerHashOf(taxId: string | undefined): string | null {
  const marks = taxId?.replaceAll(/[.\-/\s]/g, '') ?? ''
  return /^(\d{11}|[0-9A-Z]{12}\d{2})$/.test(marks) ? createHash('sha256').update(marks).digest('hex') : null
}

import { createHash } from 'node:crypto'
import { readPlayers } from '../identity/index.ts'
import type { Sql } from '../platform/db/index.ts'

/** What the cashier must know of a player: who it is to the bank, once KYC is done. */
export type Payer = { isTestAccount: boolean; person: { name: string; cpf: string } | undefined }

/** These players as the bank must know them. */
export async function readPayers(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, Payer>> {
  const players = await readPlayers(sql, playerIds)
  return new Map(
    [...players].map(([playerId, { isTest, name, cpf }]) => [
      playerId,
      { isTestAccount: isTest, person: name === null || cpf === null ? undefined : { name, cpf } },
    ]),
  )
}

/** A person is known by the CPF alone; it is not kept a second time for that. */
export const cpfHashOf = ({ person }: Payer): string | undefined =>
  person && createHash('sha256').update(person.cpf).digest('hex')

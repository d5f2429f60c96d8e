import type { ListGround } from '@palpite/contract/backoffice'
import { areOfOneTree, lockPersons, readAccountsOf } from '../identity/index.ts'
import type { Config } from '../platform/config.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { cpfHash } from './breaks.ts'
import {
  insertListed,
  type ListedRow,
  selectListed,
  selectListedPage,
  updateToRemoved,
} from './listed-queries.ts'
import { suspendAccounts } from './suspensions.ts'

export { selectListedPage as readListedPersons }

type Keyed = Pick<Config, 'PUBLIC_ID_SECRET'>

/** Why a listed person's account is suspended. Operators without the list read it: it names no ground and no source. */
export const listedReason = 'Lei 14.790/2023, art. 26'

/** Persons whom an operator lists, by CPF (eleven digits), with the ground of art. 26. */
export type ListPersons = {
  cpfs: readonly string[]
  ground: ListGround
  reason: string
  operatorId: number
}

/**
 * Lists persons who may not bet (Lei 14.790/2023, art. 26) and suspends their open accounts; operators decide what
 * becomes of the money there. Takes the lock of the persons, which an identification takes too: a later one finds the
 * list. Returns how many persons were new, and which accounts were suspended.
 */
export async function listPersons(
  tx: Tx,
  config: Keyed,
  { cpfs, ground, reason, operatorId }: ListPersons,
): Promise<{ listed: number; playerIds: number[] }> {
  const persons = [...new Set(cpfs)]
  await lockPersons(tx, persons)
  const rows = await insertListed(
    tx,
    persons.map((cpf) => ({ cpfHash: cpfHash(config, cpf), ground, reason, listedBy: operatorId })),
  )
  const accounts = await readAccountsOf(tx, persons)
  const answers = await suspendAccounts(
    tx,
    accounts.map(({ playerId }) => ({ playerId, operatorId, reason: listedReason })),
  )
  const suspended = accounts.filter((_account, at) => answers[at]?.ok)
  return { listed: rows.length, playerIds: suspended.map(({ playerId }) => playerId) }
}

type Unlist = { cpf: string; reason: string; operatorId: number }

/**
 * Takes a person off the list, for an operator of another tree than the one who listed them. The accounts stay suspended
 * until operators lift the suspensions too.
 */
export async function unlistPerson(
  tx: Tx,
  config: Keyed,
  { cpf, reason, operatorId }: Unlist,
): Promise<Result<ListedRow, 'not_found' | 'four_eyes'>> {
  await lockPersons(tx, [cpf])
  const [row] = await selectListed(tx, [cpfHash(config, cpf)])
  if (!row) return refuse('not_found')
  if (await areOfOneTree(tx, row.listedBy, operatorId)) return refuse('four_eyes')
  await updateToRemoved(tx, { id: row.id, operatorId, reason })
  return ok(row)
}

/** Those of these CPFs that are listed. Locks needed where a decision depends on it: the persons. */
export async function readListed(
  sql: Sql,
  config: Keyed,
  cpfs: readonly string[],
): Promise<ReadonlySet<string>> {
  const byHash = new Map(cpfs.map((cpf) => [cpfHash(config, cpf), cpf]))
  const rows = await selectListed(sql, [...byHash.keys()])
  return new Set(rows.flatMap((row) => byHash.get(row.cpfHash) ?? []))
}

/**
 * Suspends an account whose CPF an operator has corrected, or that opens again, if the person is listed. Returns whether
 * it was suspended now. Locks needed: the person and the account.
 */
export async function suspendIfListed(
  tx: Tx,
  config: Keyed,
  { playerId, cpf, operatorId }: { playerId: number; cpf: string; operatorId: number },
): Promise<boolean> {
  const [row] = await selectListed(tx, [cpfHash(config, cpf)])
  if (!row) return false
  const [answer] = await suspendAccounts(tx, [{ playerId, operatorId, reason: listedReason }])
  return answer?.ok === true
}

import { lockPersons, readAccountsOf, readPlayers } from '../identity/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import type { Db, Sql, Tx } from '../platform/db/index.ts'
import { Fault } from '../platform/errors.ts'
import { writeEvents } from '../platform/outbox.ts'
import { breakBegun, toBegun } from './events.ts'
import { insertBreaks, selectBreaksInForce } from './queries.ts'

/**
 * Locks the ledger accounts of these players and of every other open account with the same CPF, and returns all
 * accounts by player, their own included. Persons are locked before accounts, so two accounts of one person never
 * deadlock. Undefined if a CPF was recorded or corrected meanwhile: then retry the transaction.
 */
async function lockWholePersons(
  tx: Tx,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]> | undefined> {
  const cpfs = await cpfsOf(tx, playerIds)
  const known = [...new Set(cpfs.values())]
  if (known.length > 0) await lockPersons(tx, known)
  const accounts = known.length > 0 ? await readAccountsOf(tx, known) : []
  await lockAccounts(tx, [...new Set([...playerIds, ...accounts.map(({ playerId }) => playerId)])])
  const now = await cpfsOf(tx, playerIds)
  if (playerIds.some((playerId) => cpfs.get(playerId) !== now.get(playerId))) return undefined
  return new Map(
    playerIds.map((playerId) => {
      const same = accounts.filter(({ cpf }) => cpf === cpfs.get(playerId)).map((one) => one.playerId)
      return [playerId, [...new Set([playerId, ...same])]]
    }),
  )
}

/** Few are enough: a CPF is recorded once, and rarely corrected. */
const ATTEMPTS = 3

/**
 * Runs a transaction with all accounts of these players' persons locked by `lockWholePersons`; retries if a CPF was
 * recorded meanwhile.
 */
export async function withWholePersons<T>(
  db: Db,
  playerIds: readonly number[],
  decide: (tx: Tx, accounts: ReadonlyMap<number, readonly number[]>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const decided = await db.begin(async (tx) => {
      const accounts = await lockWholePersons(tx, playerIds)
      return accounts && { value: await decide(tx, accounts) }
    })
    if (decided) return decided.value
  }
  throw new Fault('a player’s CPF kept changing during the retries')
}

async function cpfsOf(tx: Tx, playerIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const players = await readPlayers(tx, playerIds)
  return new Map(
    [...players.values()].flatMap(({ playerId, cpf }) => (cpf === null ? [] : [[playerId, cpf]])),
  )
}

export type Person = { playerId: number; cpf: string }

/** Those of these players whose own CPF has paid a top-up of theirs, according to the bank. */
export type ReadProven = (sql: Sql, playerIds: readonly number[]) => Promise<ReadonlySet<number>>

/**
 * Whether a break of one account applies to another with the same CPF: no, if payments prove the CPF for the other
 * account's player and not for this one's. Otherwise anybody could enter another person's CPF and exclude them for
 * good.
 */
export const reaches = (proven: ReadonlySet<number>, from: number, to: number): boolean =>
  from === to || proven.has(from) || !proven.has(to)

/**
 * Locks these persons and their ledger accounts before their CPFs are recorded or corrected, or their accounts reopened;
 * returns their open accounts.
 */
export async function lockNewPersons(tx: Tx, persons: readonly Person[]): Promise<readonly Person[]> {
  const cpfs = persons.map(({ cpf }) => cpf)
  await lockPersons(tx, cpfs)
  const accounts = await readAccountsOf(tx, cpfs)
  await lockAccounts(tx, [...new Set([...persons, ...accounts].map(({ playerId }) => playerId))])
  return accounts
}

/**
 * Gives every account of a person each break in force in any of them, subject to `reaches`. Locks needed: all
 * accounts with their CPF. A second account is no way around a break, whichever came first.
 */
export async function shareBreaks(
  tx: Tx,
  persons: readonly Person[],
  { policyVersion, readProven }: { policyVersion: string; readProven: ReadProven },
): Promise<void> {
  const playerIds = [...new Set(persons.map(({ playerId }) => playerId))]
  const cpfs = new Map(persons.map(({ playerId, cpf }) => [playerId, cpf]))
  const inForce = await selectBreaksInForce(tx, playerIds)
  if (inForce.length === 0) return
  const proven = await readProven(tx, playerIds)
  const shared = inForce.flatMap((one) =>
    playerIds
      .filter((playerId) => playerId !== one.playerId && cpfs.get(playerId) === cpfs.get(one.playerId))
      .filter((playerId) => reaches(proven, one.playerId, playerId))
      .map((playerId) => ({ ...one, playerId })),
  )
  if (shared.length === 0) return
  const begun = await insertBreaks(tx, shared, policyVersion)
  await writeEvents(tx, breakBegun, begun.map(toBegun))
}

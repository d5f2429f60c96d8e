import { createHmac } from 'node:crypto'
import type { Config } from '../platform/config.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import { signingKey } from '../platform/signing-key.ts'
import { insertBreaks, selectExcludedPersons, selectExclusionEnd, upsertExcludedPerson } from './queries.ts'

type Keyed = Pick<Config, 'PUBLIC_ID_SECRET'>

/** What is kept of a CPF: by a key that is not in the database, so that nobody finds the CPF by trying all there are. */
const cpfHash = (config: Keyed, cpf: string): string =>
  createHmac('sha256', signingKey(config, 'excluded persons')).update(cpf).digest('base64url')

/** Keeps the exclusion of a player whose account is closed, by person: their CPF is recognised when it registers anew. */
export async function keepExclusion(
  tx: Tx,
  config: Keyed,
  { playerId, cpf }: { playerId: number; cpf: string },
): Promise<void> {
  const [exclusion] = await selectExclusionEnd(tx, playerId)
  if (exclusion) await upsertExcludedPerson(tx, { cpfHash: cpfHash(config, cpf), endsAt: exclusion.endsAt })
}

/** Whether a person excluded themselves, until when it may be, in an account that is closed now. */
export const isExcludedPerson = async (sql: Sql, config: Keyed, cpf: string): Promise<boolean> =>
  (await selectExcludedPersons(sql, [cpfHash(config, cpf)])).length > 0

/** Excludes players who turn out to be excluded persons once their CPF is known. Their accounts are locked. */
export async function excludeKnownPersons(
  tx: Tx,
  config: Keyed,
  {
    persons,
    policyVersion,
  }: { persons: readonly { playerId: number; cpf: string }[]; policyVersion: string },
): Promise<void> {
  if (persons.length === 0) return
  const hashes = new Map(persons.map(({ playerId, cpf }) => [cpfHash(config, cpf), playerId]))
  const known = await selectExcludedPersons(tx, [...hashes.keys()])
  if (known.length === 0) return
  const breaks = known.flatMap(({ cpfHash: hash, lasts }) => {
    const playerId = hashes.get(hash)
    return playerId === undefined ? [] : [{ playerId, kind: 'exclusion' as const, product: null, lasts }]
  })
  await insertBreaks(tx, breaks, policyVersion)
}

/**
 * Refuses for an hour what a player's calls still on their way would stake or pay in, where the account is being closed: no further
 * call can begin, for all sessions end with it. The player's accounts are locked.
 */
export const holdForClosing = (tx: Tx, playerId: number, policyVersion: string) =>
  insertBreaks(tx, [{ playerId, kind: 'time_out', product: null, lasts: '1 hour' }], policyVersion)

import { readPlayers } from '../identity/index.ts'
import type { Sql } from '../platform/db/index.ts'
import type { CompliancePolicy, PersonStanding } from './policy.ts'

/** Somebody of whom nothing is known. */
export const stranger: PersonStanding = {
  isTestAccount: false,
  isIdentified: false,
  isConfirmed: false,
  hasDocuments: false,
}

/**
 * Who of these players is a test account and who is identified. Where the policy lets even a stranger bet, nobody is
 * read.
 */
export async function readStandings(
  sql: Sql,
  policy: CompliancePolicy,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, PersonStanding>> {
  if (policy.canBet(stranger).ok) return new Map()
  const players = await readPlayers(sql, playerIds)
  return new Map(
    [...players].map(([id, { isTest, isIdentified, isConfirmed, hasDocuments }]) => [
      id,
      { isTestAccount: isTest, isIdentified, isConfirmed, hasDocuments },
    ]),
  )
}

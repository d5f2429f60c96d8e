import type { Sql } from '../../platform/db/index.ts'
import { selectIdsByEmail } from './find-queries.ts'
import { type Player, readPlayers } from './read-players.ts'

/** Players by whole e-mail or by id, each once, by ascending id. */
export async function findPlayers(
  sql: Sql,
  { emails, playerIds }: { emails: readonly string[]; playerIds: readonly number[] },
): Promise<Player[]> {
  const rows = await selectIdsByEmail(
    sql,
    emails.map((email) => email.trim().toLowerCase()),
  )
  const players = await readPlayers(sql, [...playerIds, ...rows.map(({ playerId }) => playerId)])
  return [...players.values()].toSorted((a, b) => a.playerId - b.playerId)
}

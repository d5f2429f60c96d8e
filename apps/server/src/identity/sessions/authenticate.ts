import type { Sql } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/callers.ts'
import type { IdentitySettings } from '../settings.ts'
import { selectSessions } from './queries.ts'
import { tokenHash } from './token.ts'

/** Whose sessions these tokens are, in the order asked; nothing for a token that opens none (any more). */
export async function authenticate(
  sql: Sql,
  settings: IdentitySettings['session'],
  tokens: readonly string[],
): Promise<(PlayerSession | undefined)[]> {
  const hashes = tokens.map(tokenHash)
  const rows = await selectSessions(sql, [...new Set(hashes)], settings)
  const callers = new Map(rows.map(({ tokenHash: hash, ...session }) => [hash, session]))
  return hashes.map((hash) => callers.get(hash))
}

import { hash } from 'node:crypto'
import type { Sql } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/callers.ts'
import type { IdentitySettings } from '../settings.ts'
import { selectSessions } from './queries.ts'

/** 256 random bits: nobody guesses a session. */
export const TOKEN_BYTES = 32

/** What is kept of a token. Tokens are random, so one plain round of SHA-256 is enough. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')

/**
 * Whose sessions these tokens are, in the order asked; nothing for a token that opens none (any more). `termsVersion` is the version of
 * the terms that players are to have accepted; null where none is asked for.
 */
export async function authenticate(
  sql: Sql,
  settings: Pick<IdentitySettings['session'], 'idleSeconds' | 'longestSeconds'> & {
    termsVersion: string | null
  },
  tokens: readonly string[],
): Promise<(PlayerSession | undefined)[]> {
  const hashes = tokens.map(tokenHash)
  const rows = await selectSessions(sql, [...new Set(hashes)], settings)
  const callers = new Map(
    rows.map(({ tokenHash: hash, owesTerms, ...session }) => [
      hash,
      { ...session, ...(owesTerms && { owesTerms }) },
    ]),
  )
  return hashes.map((hash) => callers.get(hash))
}

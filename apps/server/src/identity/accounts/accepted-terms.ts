import type { Config } from '../../platform/config.ts'
import type { Sql } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { insertAcceptedTerms, selectAcceptedTerms } from './person-queries.ts'

/** What everybody accepted who registered before versions were kept. */
const FIRST_VERSION = '1'

type Terms = Pick<Config, 'TERMS_VERSION'>

/** The version of the terms that players are asked for; null while it is the one that everybody accepted. */
export const askedVersion = ({ TERMS_VERSION: version }: Terms) =>
  version === FIRST_VERSION ? null : version

/** The version of the terms that this player is still to accept; null where there is none. */
export async function readTermsDue(sql: Sql, terms: Terms, playerId: number) {
  const version = askedVersion(terms)
  if (version === null) return null
  const [accepted] = await selectAcceptedTerms(sql, playerId, version)
  return accepted ? null : version
}

/** Keeps that players accepted a version, once; one that is not in force any more is shown anew instead. */
export async function acceptTerms(
  sql: Sql,
  { TERMS_VERSION }: Terms,
  { version, ...player }: { playerId: number; version: string; ip: string },
): Promise<Result<null, 'terms_changed'>> {
  if (version !== TERMS_VERSION) return refuse('terms_changed')
  await insertAcceptedTerms(sql, version, [player])
  return ok(null)
}

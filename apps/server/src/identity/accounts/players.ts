import type { Config } from '../../platform/config.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { insertAcceptedTerms, selectAcceptedTerms } from './person-queries.ts'
import {
  type PlayerRow,
  selectIdsByCpf,
  selectIdsByEmail,
  selectPlayers,
  lockLx,
  updateLx,
} from './queries.ts'

/** A player as other modules see one: no password, no session. */
export type Player = PlayerRow & {
  isIdentified: boolean
  /** Whether the register confirmed name, CPF and age. */
  isConfirmed: boolean
}

/** These players by id; unknown ids are omitted. */
export async function readPlayers(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, Player>> {
  const rows = await selectPlayers(sql, playerIds)
  return new Map(
    rows.map((row) => [
      row.playerId,
      { ...row, isIdentified: row.cpf !== null, isConfirmed: row.birthDate !== null },
    ]),
  )
}

type Wanted = { emails: readonly string[]; playerIds: readonly number[]; cpfs?: readonly string[] }

/** One person may have many accounts: as many as fit on a page. */
const MAX_OF_CPFS = 50

/** Players by full e-mail, CPF or id, each once, by ascending id. */
export async function findPlayers(sql: Sql, { emails, playerIds, cpfs = [] }: Wanted): Promise<Player[]> {
  const asked = emails.map((email) => email.trim().toLowerCase())
  const byEmail = await selectIdsByEmail(sql, asked)
  const byCpf = cpfs.length === 0 ? [] : await selectIdsByCpf(sql, cpfs, MAX_OF_CPFS)
  const found = [...byEmail, ...byCpf].map(({ playerId }) => playerId)
  const players = await readPlayers(sql, [...playerIds, ...found])
  return [...players.values()].toSorted((a, b) => a.playerId - b.playerId)
}

/** The flag of a player that opens withdrawals in USDT: '20'. */
type UsdtWithdrawalFlag = { playerId: number; lx: string }

/**
 * Sets players' flags, each player once in a list; returns the previous values. Answers in the order of the requests.
 */
export async function setUsdtWithdrawals(
  tx: Tx,
  requests: readonly UsdtWithdrawalFlag[],
): Promise<Result<{ before: string }, 'not_found'>[]> {
  const rows = await lockLx(
    tx,
    requests.map(({ playerId }) => playerId),
  )
  const lxOf = new Map(rows.map(({ playerId, lx }) => [playerId, lx]))
  await updateLx(tx, {
    playerIds: requests.map(({ playerId }) => playerId),
    values: requests.map(({ lx }) => lx),
  })
  return requests.map(({ playerId }) => {
    const before = lxOf.get(playerId)
    return before === undefined ? refuse('not_found') : ok({ before })
  })
}

/** The version accepted by everybody who registered before versions were stored. */
const FIRST_VERSION = '1'

type Terms = Pick<Config, 'TERMS_VERSION'>

/** The version of the terms to request; null while the first is in force, which everybody accepted. */
export const askedVersion = ({ TERMS_VERSION: version }: Terms) =>
  version === FIRST_VERSION ? null : version

/** The version of the terms this player has still to accept, if any. */
export async function readTermsDue(sql: Sql, terms: Terms, playerId: number) {
  const version = askedVersion(terms)
  if (version === null) return null
  const [accepted] = await selectAcceptedTerms(sql, playerId, version)
  return accepted ? null : version
}

/**
 * Records that players accepted a version, once; a version no longer in force is not recorded and the current one is
 * shown.
 */
export async function acceptTerms(
  sql: Sql,
  { TERMS_VERSION }: Terms,
  { version, ...player }: { playerId: number; version: string; ip: string },
): Promise<Result<null, 'terms_changed'>> {
  if (version !== TERMS_VERSION) return refuse('terms_changed')
  await insertAcceptedTerms(sql, version, [player])
  return ok(null)
}

import type { Sql } from '../../platform/db/index.ts'
import {
  type Invitee,
  selectDirectlyInvited,
  selectIdsByCpf,
  selectIdsByEmail,
  selectInvited,
  selectPlayers,
  selectReferrers,
} from './queries.ts'
import type { PersonDoubt } from './rules.ts'

/** A player as other modules may know one: no password, no session. */
export type Player = {
  playerId: number
  email: string
  /** E.164. */
  phone: string | null
  invitationCode: string
  referrerId: number | null
  avatar: number
  isTest: boolean
  /** '20' opens withdrawals in USDT. */
  lx: string
  /** Name and CPF are there once the player is identified, both or neither. */
  name: string | null
  cpf: string | null
  isIdentified: boolean
  /** As the register of persons told it (YYYY-MM-DD). */
  birthDate: string | null
  /** Whether the register confirmed name, CPF and age. */
  isConfirmed: boolean
  /** Why it did not, of a person who was known before it was asked. */
  personDoubt: PersonDoubt | null
  /** Whether document and face were checked and are this person's. */
  hasDocuments: boolean
  createdAt: Date
  /** No session opens since then. */
  closedAt: Date | null
}

/** These players, by id; an id that nobody has is not in the map. */
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

const REFERRAL_LEVELS = 3

/** Who invited each of these players, up to three levels, the nearest first. */
export async function readReferrers(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await selectReferrers(sql, playerIds, REFERRAL_LEVELS)
  const chains = new Map<number, number[]>(playerIds.map((playerId) => [playerId, []]))
  for (const { playerId, referrerId } of rows) chains.get(playerId)?.push(referrerId)
  return chains
}

/** Whom a player invited, level by level: by the own code, by the codes of those, and by theirs. */
export async function readInvited(sql: Sql, playerId: number): Promise<readonly (readonly number[])[]> {
  const rows = await selectInvited(sql, playerId, REFERRAL_LEVELS)
  return Array.from({ length: REFERRAL_LEVELS }, (_none, at) =>
    rows.filter(({ level }) => level === at + 1).map((row) => row.playerId),
  )
}

/** Whom each of these players invited by the own code, in the order they came. */
export async function readDirectlyInvited(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Invitee[]>> {
  const invited = new Map<number, Invitee[]>(playerIds.map((playerId) => [playerId, []]))
  for (const invitee of await selectDirectlyInvited(sql, playerIds)) {
    invited.get(invitee.referrerId)?.push(invitee)
  }
  return invited
}

type Wanted = { emails: readonly string[]; playerIds: readonly number[]; cpfs?: readonly string[] }

/** One person may have opened many accounts: as many as fit on a page. */
const MAX_OF_CPFS = 50

/** Players by whole e-mail, by CPF or by id, each once, by ascending id. */
export async function findPlayers(sql: Sql, { emails, playerIds, cpfs = [] }: Wanted): Promise<Player[]> {
  const asked = emails.map((email) => email.trim().toLowerCase())
  const byEmail = await selectIdsByEmail(sql, asked)
  const byCpf = cpfs.length === 0 ? [] : await selectIdsByCpf(sql, cpfs, MAX_OF_CPFS)
  const found = [...byEmail, ...byCpf].map(({ playerId }) => playerId)
  const players = await readPlayers(sql, [...playerIds, ...found])
  return [...players.values()].toSorted((a, b) => a.playerId - b.playerId)
}

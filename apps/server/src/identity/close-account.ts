import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Lang } from '../platform/texts.ts'
import type { Result } from '../platform/result.ts'
import { ok, refuse } from '../platform/result.ts'
import { confirmPassword } from './credentials/passwords.ts'
import { confirmCode } from './credentials/second-factor.ts'
import type { Identity } from './identity.ts'
import { endSessionsOf } from './sessions/sessions.ts'
import {
  type ClosingReason,
  deleteByEmailOf,
  deleteClosing,
  insertClosing,
  updateClosed,
  updateContactGone,
  updateDeleted,
  updatePersonGone,
  updateReopened,
  upsertExport,
} from './personal-data-queries.ts'
import { insertSecuredNotice, lockSecret } from './accounts/queries.ts'

/**
 * How long data of a closed account are kept. Contact data stay a month, for a player who returns through support.
 * Name and CPF stay five years: Portaria SPA/MF 722/2024 (records of the operation) and 1.143/2024 (money
 * laundering).
 */
const retention = { contactDays: 30, personYears: 5 } as const

export type CloseAccount = {
  playerId: number
  why: ClosingReason
  /** Contact data are deleted at once; the account cannot be reopened. */
  deletesNow: boolean
  /** The language of the mail to the player. */
  lang: Lang
}

/** The reason shown to the player's ended sessions. None for an impediment: the message centre and a mail tell of it. */
const endings = { player: 'closed', exclusion: 'excluded', impediment: 'blocked' } as const

/**
 * Closes an account: all sessions, links and pushes end, no new session opens, and the player gets a mail. The caller
 * checks the other conditions (no money, no open bet) with the player's accounts locked. False if it was closed
 * before.
 */
export async function closeAccount(tx: Tx, { playerId, lang, ...closing }: CloseAccount): Promise<boolean> {
  const [player] = await lockSecret(tx, playerId)
  if (!player || (await updateClosed(tx, playerId)).length === 0) return false
  await insertClosing(tx, { playerId, ...closing, ...retention })
  await endSessionsOf(tx, [playerId], { ending: endings[closing.why] })
  await insertSecuredNotice(tx, { playerId, email: player.email, lang, what: 'account_closed' })
  return true
}

/** Reopens an account that no exclusion closed, while the contact data exist; otherwise not found. */
export async function reopenAccount(tx: Tx, playerId: number): Promise<Result<null, 'not_found'>> {
  await lockSecret(tx, playerId)
  if ((await deleteClosing(tx, playerId)).length === 0) return refuse('not_found')
  await updateReopened(tx, playerId)
  return ok(null)
}

export type ConfirmOwner = {
  playerId: number
  sessionId: number
  password: string
  /** Of the second factor; empty if the player has none. */
  code: string
  lang: Lang
}

type OwnerRefusal = 'too_many_requests' | 'wrong_password' | 'wrong_second_factor'

/** Whether the account's owner asks: verified by the password, and a code if there is a second factor. */
export async function confirmOwner(
  identity: Identity,
  request: ConfirmOwner,
): Promise<Result<null, OwnerRefusal>> {
  const confirmed = await confirmPassword(identity, { ...request, countedAs: 'change-password' })
  if (!confirmed.ok) return confirmed
  const coded = await confirmCode(identity, request)
  return coded.ok ? ok(null) : refuse(coded.refusal.code)
}

/**
 * Deletes contact data and location traces; the personal data catalogue names the rows of other tables. The password
 * becomes unusable. Locks needed: the closing's row.
 */
export async function deleteContact(
  tx: Tx,
  { random }: Pick<Deps, 'random'>,
  playerId: number,
): Promise<void> {
  await deleteByEmailOf(tx, playerId)
  await updateContactGone(tx, playerId, hashOfNothing(random.token(32)))
  await updateDeleted(tx, playerId, { isPersonDue: false })
}

/** An argon2id digest that no password matches. */
const hashOfNothing = (token: string): string =>
  `$argon2id$v=19$m=64,t=1,p=1$bm9ib2R5cw$${token.slice(0, 43)}`

/** Deletes name and CPF. Locks needed: the closing's row. */
export async function deletePerson(tx: Tx, playerId: number): Promise<void> {
  await updatePersonGone(tx, playerId)
  await updateDeleted(tx, playerId, { isPersonDue: true })
}

/** Records that a player exports their data; false if they did within a day. */
export const noteExport = async (tx: Tx, playerId: number): Promise<boolean> =>
  (await upsertExport(tx, playerId)).length > 0

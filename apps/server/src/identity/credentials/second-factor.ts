import { createHmac } from 'node:crypto'
import type { RefusalCode } from '@palpite/contract'
import { present } from '../../platform/errors.ts'
import { audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Device } from '../../platform/http/request.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { signingKey } from '../../platform/crypto.ts'
import type { Lang } from '../../platform/texts.ts'
import { refundOnFault, type Try } from '../abuse/throttles.ts'
import {
  insertSecuredNotice,
  lockSecret,
  type SecretRow,
  type Secured,
  updateSecured,
} from '../accounts/queries.ts'
import { type NewFactor, newFactor, openSecret, sealSecret, stepOf } from '../totp.ts'
import { secondFactorChanged } from '../events.ts'
import type { Identity } from '../identity.ts'
import type { DeviceSecret } from '../sessions/devices.ts'
import { endSessionsOf, tokenHash } from '../sessions/sessions.ts'
import { type ClosedRefusal, isOfClosed, type OpenedSession } from '../sessions/open-sessions.ts'
import {
  deleteTicket,
  deleteTicketsOf,
  lockTicket,
  selectSessionsOf,
  selectTicket,
  updateTicketTried,
  updateUntrusted,
} from '../sessions/queries.ts'
import { confirmPassword } from './passwords.ts'
import {
  deleteFactor,
  deleteFactorResets,
  deleteFreshFactor,
  lockFactor,
  replaceRecoveryCodes,
  selectFactorLang,
  consumeRecoveryCode,
  updateFactorOn,
  updateLastStep,
  upsertFactor,
} from './factor-queries.ts'

const owners = 'players' as const

/** Without look-alike letters and digits; 32 of them, so that five bits of a byte choose one. */
const RECOVERY_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const RECOVERY_LENGTH = 10

type Own = { playerId: number; sessionId: number }
type Guarded = 'too_many_requests' | 'wrong_password'

/**
 * Creates the secret of an authenticator app, with the password. Each request creates another, until the first code
 * of the last one confirms it.
 */
export async function askSecondFactor(
  identity: Identity,
  { password, ...own }: Own & { password: string },
): Promise<Result<NewFactor, Guarded | 'second_factor_on'>> {
  const confirmed = await confirmPassword(identity, { ...own, password, countedAs: 'change-password' })
  if (!confirmed.ok) return confirmed
  const { deps } = identity
  const { playerId } = own
  return deps.db.begin(async (tx) => {
    const { hasSecondFactor, email } = await lockPlayer(tx, playerId)
    if (hasSecondFactor) return refuse('second_factor_on')
    const made = newFactor(deps, email)
    await upsertFactor(tx, playerId, sealSecret(deps, { owners, ownerId: playerId, secret: made.secret }))
    return ok(made)
  })
}

type RecoveryCodes = { recoveryCodes: string[] }
type CodeRefusal = 'too_many_requests' | 'wrong_second_factor'

/**
 * Enables the second factor with the app's first code, and returns the recovery codes, once. Sessions stay. Repeated
 * it answers that it is enabled, whatever the code: recovery codes are not stored in clear, so if the answer was lost
 * the player creates others.
 */
export function confirmSecondFactor(
  identity: Identity,
  { code, lang, ...own }: Own & { code: string; lang: Lang },
): Promise<Result<RecoveryCodes, CodeRefusal | 'second_factor_on'>> {
  return guessed(
    identity,
    own,
    async (tx): Promise<Result<RecoveryCodes, CodeRefusal | 'second_factor_on'>> => {
      const player = await lockPlayer(tx, own.playerId)
      // A password reset meanwhile ended all sessions and removed what they would have enabled.
      const sessions = await selectSessionsOf(tx, own.playerId)
      const stands = sessions.some(({ sessionId }) => sessionId === own.sessionId)
      if (stands && player.hasSecondFactor) return refuse('second_factor_on')
      if (!stands || !(await consumeAppCode(tx, identity.deps, player, code))) {
        return refuse('wrong_second_factor')
      }
      await updateFactorOn(tx, own.playerId, lang)
      // Devices were trusted with an earlier factor.
      await updateUntrusted(tx, own.playerId)
      await recordChange(tx, player, { lang, what: 'factor_on' })
      return ok({ recoveryCodes: await renewCodes(tx, identity, own.playerId) })
    },
  )
}

type OwnCode = Own & { code: string; lang: Lang }

/** Whether a code is unnecessary (no second factor), or right and now used up. */
export const confirmCode = (identity: Identity, request: OwnCode): Promise<Result<null, CodeRefusal>> =>
  guessed(identity, request, (tx) => confirmOwnCode(tx, identity, request))

/** The same within a transaction, whose caller counts the guess. */
export async function confirmOwnCode(
  tx: Tx,
  { deps }: Pick<Identity, 'deps'>,
  { playerId, code, lang }: Omit<OwnCode, 'sessionId'>,
): Promise<Result<null, 'wrong_second_factor'>> {
  const player = await lockPlayer(tx, playerId)
  const isRight = !player.hasSecondFactor || (await consumeCode(tx, deps, player, { code, lang }))
  return isRight ? ok(null) : refuse('wrong_second_factor')
}

/**
 * Removes a second factor enabled within the last days, for a player who has proved the mailbox: a thief of the
 * password may have locked the player out with it. A mailbox set after the factor proves nothing: a thief with
 * session and password may have set their own. Locks needed: the player's row.
 */
export async function removeFreshFactor(
  tx: Tx,
  { playerId, lang, days }: { playerId: number; lang: Lang; days: number },
): Promise<void> {
  const player = await lockPlayer(tx, playerId)
  if ((await deleteFreshFactor(tx, playerId, days)).length === 0) return
  await recordChange(tx, player, { lang, what: 'factor_off' })
}

type Guards = Own & { password: string; code: string; lang: Lang }

/** Disables the second factor, with the password and an app or recovery code. No device stays trusted. */
export const removeSecondFactor = (identity: Identity, request: Guards) =>
  withBoth(identity, request, async (tx, player) => {
    const { playerId } = player
    await deleteFactor(tx, playerId)
    await deleteTicketsOf(tx, [playerId])
    await updateUntrusted(tx, playerId)
    await recordChange(tx, player, { lang: request.lang, what: 'factor_off' })
    return null
  })

/**
 * Removes a second factor by decision of operators: no device stays trusted, all sessions end, the player is notified
 * who did it and what to do, in the language it was enabled in, and withdrawals wait as after a new password. Locks
 * needed: the player's row.
 */
export async function clearSecondFactor(tx: Tx, player: SecretRow): Promise<void> {
  const { playerId } = player
  const [kept] = await selectFactorLang(tx, playerId)
  await deleteFactor(tx, playerId)
  await deleteFactorResets(tx, playerId)
  await updateUntrusted(tx, playerId)
  await updateSecured(tx, playerId)
  await endSessionsOf(tx, [playerId], { ending: 'blocked' })
  await insertSecuredNotice(tx, {
    playerId,
    email: player.email,
    lang: kept?.lang ?? 'pt-BR',
    what: 'factor_reset',
  })
  await writeEvents(tx, secondFactorChanged, [{ playerId, what: 'factor_off' }])
}

/** Replaces the recovery codes, with the password and a code, and returns them once. */
export const renewRecoveryCodes = (identity: Identity, request: Guards) =>
  withBoth(identity, request, async (tx, player): Promise<RecoveryCodes> => {
    const recoveryCodes = await renewCodes(tx, identity, player.playerId)
    await recordChange(tx, player, { lang: request.lang, what: 'recovery_renewed' })
    return { recoveryCodes }
  })

export type FinishSignIn = {
  /** The ticket returned for the first factor. */
  ticket: string
  /** Of the app, or a recovery code. */
  code: string
  /** Whether to trust this device for some time. */
  isTrusted: boolean
  lang: Lang
  ip: string
  country: string | undefined
  device: Device
  deviceSecret: DeviceSecret
}

type FinishRefusal = 'wrong_second_factor' | 'second_factor_over' | ClosedRefusal

/**
 * Opens the session of a sign-in that waited for its second factor. A code is valid once, a ticket for one session.
 * Wrong codes are counted by player, and on known devices separately, so that a holder of the password cannot lock
 * the player out there. A wrong or used code, and one of a player who disabled the factor, get the same refusal.
 */
export async function finishSignIn(
  identity: Identity,
  { ticket, code, lang, ...where }: FinishSignIn,
): Promise<Result<OpenedSession, FinishRefusal | 'too_many_requests'>> {
  const { deps, settings, throttles } = identity
  const { ticketTries } = settings.secondFactor
  const hash = tokenHash(ticket)
  const [owner] = await selectTicket(deps.db, hash, ticketTries)
  if (!owner) return refuse('second_factor_over')
  const { playerId } = owner
  const { ip, country, device, deviceSecret, isTrusted } = where
  const tries: Try[] = deviceSecret.isKnownFor(playerId)
    ? [{ name: 'second-factor-device', of: `${playerId} ${deviceSecret.hash}` }]
    : [{ name: 'second-factor', of: String(playerId) }]
  if ((await throttles.count(tries)).size > 0) return refuse('too_many_requests')
  // In one transaction: a code is used up only if the session opens.
  const open = async (tx: Tx): Promise<Result<OpenedSession & { factor: string }, FinishRefusal>> => {
    const player = await lockPlayer(tx, playerId)
    const [waiting] = await lockTicket(tx, hash, ticketTries)
    if (!waiting) return refuse('second_factor_over')
    const factor = player.hasSecondFactor ? await consumeCode(tx, deps, player, { code, lang }) : undefined
    if (!factor) {
      await updateTicketTried(tx, hash)
      return refuse('wrong_second_factor')
    }
    await deleteTicket(tx, hash)
    const opening = { playerId, ip, country, device, deviceHash: deviceSecret.hash, isTrusted, lang }
    const opened = await identity.openSessionIn(tx, { ...opening, ...waiting, factor })
    if (opened.ok) return ok({ ...opened.value, factor })
    // A ticket from before a password change was deleted: what is left is an account closed meanwhile.
    return refuse(isOfClosed(opened.refusal.code) ? opened.refusal.code : 'second_factor_over')
  }
  const opened = await refundOnFault(throttles, tries, () => deps.db.begin(open))
  if (!opened.ok && opened.refusal.code === 'wrong_second_factor') {
    deps.log.info({ playerId }, 'a second factor was wrong')
    return opened
  }
  // Another call with the ticket has signed in: this one guessed nothing.
  await throttles.refund(tries)
  if (!opened.ok) return opened
  const { factor, ...session } = opened.value
  deps.log.info({ playerId, factor }, 'a sign-in with a second factor')
  return ok(session)
}

const lockPlayer = async (tx: Tx, playerId: number): Promise<SecretRow> =>
  present((await lockSecret(tx, playerId))[0], `player ${playerId}`)

/** Runs an action that needs both the right password and a right code. */
async function withBoth<T>(
  identity: Identity,
  { password, code, lang, ...own }: Guards,
  change: (tx: Tx, player: SecretRow) => Promise<T>,
): Promise<Result<T, Guarded | CodeRefusal>> {
  const confirmed = await confirmPassword(identity, { ...own, password, countedAs: 'change-password' })
  if (!confirmed.ok) return confirmed
  return guessed(identity, own, async (tx): Promise<Result<T, CodeRefusal>> => {
    const player = await lockPlayer(tx, own.playerId)
    const factor = player.hasSecondFactor && (await consumeCode(tx, identity.deps, player, { code, lang }))
    return factor ? ok(await change(tx, player)) : refuse('wrong_second_factor')
  })
}

/** Counts a wrong code given within a session against the session and its player. */
export async function guessed<T, R extends RefusalCode = CodeRefusal>(
  { deps, throttles }: Pick<Identity, 'deps' | 'throttles'>,
  { playerId, sessionId }: Own,
  work: (tx: Tx) => Promise<Result<T, R>>,
): Promise<Result<T, R | 'too_many_requests'>> {
  const tries: Try[] = [
    { name: 'change-factor', of: `${playerId} ${sessionId}` },
    { name: 'change-factor-player', of: String(playerId) },
  ]
  if ((await throttles.count(tries)).size > 0) return refuse('too_many_requests')
  const answer = await deps.db.begin(work)
  if (answer.ok || answer.refusal.code !== 'wrong_second_factor') await throttles.refund(tries)
  return answer
}

/** Consumes an authenticator code or a recovery code; each is accepted once. Locks needed: the player's row. */
async function consumeCode(
  tx: Tx,
  deps: Deps,
  player: SecretRow,
  { code, lang }: { code: string; lang: Lang },
): Promise<'code' | 'recovery' | undefined> {
  if (/^\s*\d[\d\s]*$/.test(code)) return (await consumeAppCode(tx, deps, player, code)) ? 'code' : undefined
  const hash = recoveryHash(deps, player.playerId, code)
  if ((await consumeRecoveryCode(tx, player.playerId, hash)).length === 0) return undefined
  await recordChange(tx, player, { lang, what: 'recovery_used' })
  return 'recovery'
}

async function consumeAppCode(
  tx: Tx,
  { config }: Deps,
  { playerId }: SecretRow,
  code: string,
): Promise<boolean> {
  const [kept] = await lockFactor(tx, playerId)
  if (!kept) return false
  const secret = openSecret(config, { owners, ownerId: playerId, sealed: kept.sealedSecret })
  const step = stepOf(secret, code.replaceAll(/\s/g, ''), kept.now)
  if (step === undefined || step <= (kept.lastStep ?? -1)) return false
  await updateLastStep(tx, playerId, step)
  return true
}

async function renewCodes(tx: Tx, { deps, settings }: Identity, playerId: number): Promise<string[]> {
  const codes = Array.from({ length: settings.secondFactor.recoveryCodes }, () => freshRecoveryCode(deps))
  await replaceRecoveryCodes(
    tx,
    playerId,
    codes.map((code) => recoveryHash(deps, playerId, code)),
  )
  return codes
}

/** 50 random bits, in two groups to read out and type: `ABCDE-23456`. */
function freshRecoveryCode({ random }: Pick<Deps, 'random'>): string {
  const letters = Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_LETTERS[random.below(RECOVERY_LETTERS.length)],
  ).join('')
  return `${letters.slice(0, RECOVERY_LENGTH / 2)}-${letters.slice(RECOVERY_LENGTH / 2)}`
}

/**
 * The stored hash of a recovery code: independent of how it is typed, for one player, keyed by a secret outside the
 * database.
 */
const recoveryHash = ({ config }: Pick<Deps, 'config'>, playerId: number, code: string): string =>
  createHmac('sha256', signingKey(config, 'recovery codes of players'))
    .update(`${playerId}:${code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')}`)
    .digest('base64url')

const actions = {
  factor_on: 'second_factor.turned_on',
  factor_off: 'second_factor.turned_off',
  recovery_used: 'second_factor.recovery_code_used',
  recovery_renewed: 'second_factor.recovery_codes_renewed',
} as const satisfies Partial<Record<Secured, string>>

type Change = { lang: Lang; what: keyof typeof actions }

/** Records a change of the second factor: an e-mail, a message in the message centre and an audit entry. */
async function recordChange(tx: Tx, { playerId, email }: SecretRow, { lang, what }: Change): Promise<void> {
  await insertSecuredNotice(tx, { playerId, email, lang, what })
  await writeEvents(tx, secondFactorChanged, [{ playerId, what }])
  const actor = { kind: 'player', id: playerId } as const
  await audit(tx, { actor, action: actions[what], subject: `player:${playerId}` })
}

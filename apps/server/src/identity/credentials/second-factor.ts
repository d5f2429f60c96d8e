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
import { orGiveBack, type Try } from '../abuse/throttles.ts'
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
  updateFactorTaken,
  upsertFactor,
} from './factor-queries.ts'

const owners = 'players' as const

/** Without letters and digits that are read for one another; 32 of them, so that a byte's five bits choose one. */
const RECOVERY_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const RECOVERY_LENGTH = 10

type Own = { playerId: number; sessionId: number }
type Guarded = 'too_many_requests' | 'wrong_password'

/**
 * Makes the secret of an authenticator app for the password. Asked again it is another one, until the first code of the last
 * one confirms it.
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
 * Turns the second factor on by the first code of the app, and tells the recovery codes, once. Sessions stay. Asked again it says
 * that it is on, whatever the code: of recovery codes whose answer was lost nothing is kept, and the player makes others.
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
      // A password set anew meanwhile has ended all sessions, and taken away what they would have turned on.
      const sessions = await selectSessionsOf(tx, own.playerId)
      const stands = sessions.some(({ sessionId }) => sessionId === own.sessionId)
      if (stands && player.hasSecondFactor) return refuse('second_factor_on')
      if (!stands || !(await consumeAppCode(tx, identity.deps, player, code))) {
        return refuse('wrong_second_factor')
      }
      await updateFactorOn(tx, own.playerId, lang)
      // What a device was trusted with was an earlier factor.
      await updateUntrusted(tx, own.playerId)
      await recordChange(tx, player, { lang, what: 'factor_on' })
      return ok({ recoveryCodes: await renewCodes(tx, identity, own.playerId) })
    },
  )
}

type OwnCode = Own & { code: string; lang: Lang }

/** Whether a code may be spared: the player has no second factor; or the code is right, and is taken. */
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
 * Takes away a second factor that was turned on within the last days, for who has proved the mailbox: a thief of the password
 * may have put it between the player and the account. A mailbox that came after the factor proves nothing: with session and
 * password somebody may have put in their own. The player's row is locked.
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

/** Turns the second factor off, for the password and a code of the app or of recovery. No device is trusted any more. */
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
 * Removes a second factor as operators decided: no device is trusted, all sessions end, the player is told who did it
 * and what to do, in the language it was turned on in, and withdrawals wait as after a new password. The player's row is locked.
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

/** Puts fresh recovery codes in place of those of before, for the password and a code, and tells them once. */
export const renewRecoveryCodes = (identity: Identity, request: Guards) =>
  withBoth(identity, request, async (tx, player): Promise<RecoveryCodes> => {
    const recoveryCodes = await renewCodes(tx, identity, player.playerId)
    await recordChange(tx, player, { lang: request.lang, what: 'recovery_renewed' })
    return { recoveryCodes }
  })

export type FinishSignIn = {
  /** What the first factor was answered with. */
  ticket: string
  /** Of the app, or a recovery code. */
  code: string
  /** Whether this device is to be trusted for some time. */
  isTrusted: boolean
  lang: Lang
  ip: string
  country: string | undefined
  device: Device
  deviceSecret: DeviceSecret
}

type FinishRefusal = 'wrong_second_factor' | 'second_factor_over' | ClosedRefusal

/**
 * Opens the session of a sign-in that waited for its second factor. A code is good once, a ticket for one session. Wrong ones
 * are counted by player: on a device that the player signed in on apart from all others, so that who knows the password keeps
 * nobody out there. A wrong code, a used one and one of a player who turned the factor off answer alike.
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
  if ((await throttles.take(tries)).size > 0) return refuse('too_many_requests')
  // In one transaction: a code that is taken has opened the session, whatever fails on the way.
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
    // A ticket of before another password is gone: what is left is an account that was closed meanwhile.
    return refuse(isOfClosed(opened.refusal.code) ? opened.refusal.code : 'second_factor_over')
  }
  const opened = await orGiveBack(throttles, tries, () => deps.db.begin(open))
  if (!opened.ok && opened.refusal.code === 'wrong_second_factor') {
    deps.log.info({ playerId }, 'a second factor was wrong')
    return opened
  }
  // Who was first with the ticket has signed in: another one guessed nothing.
  await throttles.giveBack(tries)
  if (!opened.ok) return opened
  const { factor, ...session } = opened.value
  deps.log.info({ playerId, factor }, 'a sign-in with a second factor')
  return ok(session)
}

const lockPlayer = async (tx: Tx, playerId: number): Promise<SecretRow> =>
  present((await lockSecret(tx, playerId))[0], `player ${playerId}`)

/** For the password and a code, both of them right. */
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

/** Counts a code that is given within a session against the session and its player, where it was wrong. */
export async function guessed<T, R extends RefusalCode = CodeRefusal>(
  { deps, throttles }: Pick<Identity, 'deps' | 'throttles'>,
  { playerId, sessionId }: Own,
  work: (tx: Tx) => Promise<Result<T, R>>,
): Promise<Result<T, R | 'too_many_requests'>> {
  const tries: Try[] = [
    { name: 'change-factor', of: `${playerId} ${sessionId}` },
    { name: 'change-factor-player', of: String(playerId) },
  ]
  if ((await throttles.take(tries)).size > 0) return refuse('too_many_requests')
  const answer = await deps.db.begin(work)
  if (answer.ok || answer.refusal.code !== 'wrong_second_factor') await throttles.giveBack(tries)
  return answer
}

/** Consumes an authenticator code or a recovery code; each is accepted once. The caller holds the lock of the player's row. */
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
  await updateFactorTaken(tx, playerId, step)
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

/** 50 random bits, in two groups to be read out and typed: `ABCDE-23456`. */
function freshRecoveryCode({ random }: Pick<Deps, 'random'>): string {
  const letters = Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_LETTERS[random.below(RECOVERY_LETTERS.length)],
  ).join('')
  return `${letters.slice(0, RECOVERY_LENGTH / 2)}-${letters.slice(RECOVERY_LENGTH / 2)}`
}

/** What is kept of a recovery code: however it is typed, for one player, by a key that is not in the database. */
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

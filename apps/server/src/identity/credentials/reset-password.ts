import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { networkOf, refundOnFault, type Try } from '../abuse/throttles.ts'
import { lockSecret, updateEmailConfirmed } from '../accounts/queries.ts'
import { emailOf } from '../accounts/rules.ts'
import { codeHash, isSameHash, freshCode } from '../totp.ts'
import type { Identity } from '../identity.ts'
import { mailErrorCode, MAILS_AT_ONCE, mailText, type SendMail } from '../mail.ts'
import { selectPlayersOfDevice } from '../sessions/queries.ts'
import { TOKEN_BYTES, tokenHash } from '../sessions/sessions.ts'
import { accountTries } from '../sessions/sign-in.ts'
import type { IdentitySettings } from '../settings.ts'
import { replacePassword } from './change-password.ts'
import {
  insertReset,
  lockLastCode,
  selectAllowed,
  selectGuessSource,
  consumeAllowed,
  type GuessSource,
  updateTried,
  type DueReset,
  lockDueResets,
  updateResetCodes,
  updateResetsMailed,
} from './code-queries.ts'
import { deletePasskeysOf } from './factor-queries.ts'
import { isWeakPassword, ofSession } from './passwords.ts'
import { removeFreshFactor } from './second-factor.ts'

/**
 * Step one of a forgotten password. Only records the request: the mail job later looks up the e-mail and whether the
 * request comes from a network of its player, so that neither the answer nor its timing reveals anything. Over an
 * e-mail's daily limit, per network or overall, it answers yes and mails nothing. Requests over one network's limit
 * do not count against the overall limit, and the overall limit does not apply to networks the player signed in from:
 * otherwise attackers could keep a player from codes for a day. The limit over all e-mails works alike: a flood from
 * many networks for many accounts mails up to this many a minute. If attackers in the same network have used that up, a
 * known device passes a few times a day; the job then mails a code only if the device belongs to the e-mail's player.
 */
export async function requestReset(
  identity: Identity,
  request: { email: string; lang: Lang; ip: string; deviceHash: string | undefined },
): Promise<Result<null, 'invalid_email' | 'too_many_requests'>> {
  const email = emailOf(request.email)
  if (email === undefined) return refuse('invalid_email')
  const network = networkOf(request.ip)
  const { lang, deviceHash = null } = request
  const { deps, throttles } = identity
  const ofNetwork = await throttles.count([{ name: 'reset-mail-network', of: network }])
  const ofBoth =
    ofNetwork.size > 0
      ? ofNetwork
      : await throttles.count([{ name: 'reset-mail-email-network', of: `${email} ${network}` }])
  if (ofBoth.size > 0) {
    if (await passesByDevice(identity, deviceHash)) {
      await insertReset(deps.db, { email, lang, network, deviceHash, isOver: true, isByDevice: true })
      return ok(null)
    }
    return ofNetwork.size > 0 ? refuse('too_many_requests') : ok(null)
  }
  const inAll = await throttles.count([{ name: 'reset-mail-email', of: email }])
  const ofAll = inAll.size > 0 ? inAll : await throttles.count([{ name: 'reset-mail', of: 'all' }])
  await insertReset(deps.db, { email, lang, network, deviceHash, isOver: ofAll.size > 0, isByDevice: false })
  return ok(null)
}

/** Whether any player signed in on this device, and it is under its limit. Looks up no e-mail. */
async function passesByDevice({ deps, settings, throttles }: Identity, deviceHash: string | null) {
  if (deviceHash === null) return false
  const owners = await selectPlayersOfDevice(deps.db, deviceHash, settings.knownNetworkSeconds)
  if (owners.length === 0) return false
  return (await throttles.count([{ name: 'reset-mail-device', of: deviceHash }])).size === 0
}

/**
 * Step two of a forgotten password: exchanges the mailed code for an id that allows one new password. A wrong,
 * exhausted or expired code and an unknown e-mail get the same answer. Guesses from networks the player signed in
 * from are counted separately, and those on the player's devices again separately: no attacker can use them up by
 * guessing, even behind the same carrier.
 */
export async function checkCode(
  identity: Identity,
  request: { email: string; code: string; ip: string; deviceHash: string | undefined },
): Promise<Result<string, 'wrong_reset_code' | 'too_many_requests'>> {
  const { deps, settings } = identity
  const { codeTries, chkSeconds } = settings.reset
  const email = request.email.trim().toLowerCase()
  const network = networkOf(request.ip)
  const { deviceHash = null } = request
  const from = await selectGuessSource(deps.db, email, {
    network,
    deviceHash,
    seconds: settings.knownNetworkSeconds,
  })
  if (from !== 'device') {
    const isPutOff = (await identity.throttles.count([{ name: 'reset-code-network', of: network }])).size > 0
    if (isPutOff) return refuse('too_many_requests')
  }
  const counted = countedBy(from, email, deviceHash ?? '')
  const isOver = (await identity.throttles.count([counted])).size > 0
  const chkId = deps.random.token(TOKEN_BYTES)
  return deps.db.begin(async (tx) => {
    const [row] = await lockLastCode(tx, email, from)
    const id = row?.id ?? 0 // an unknown row: the statement below runs all the same
    const isRight = isSameHash(row?.codeHash ?? '', codeHash(id, request.code.trim()))
    const mayTry = row !== undefined && row.lives && row.codeTries < codeTries && !isOver
    // A code for an unknown e-mail was never mailed, and is tried like any other.
    const passes = mayTry && isRight && row.playerId !== null
    const chkHash = passes ? tokenHash(chkId) : null
    await updateTried(tx, { id: mayTry ? id : 0, from, chkHash, chkSeconds })
    return passes ? ok(chkId) : refuse('wrong_reset_code')
  })
}

/** Which counter a guess uses: unknown sources, the player's networks and devices each have their own. */
function countedBy(from: GuessSource, email: string, deviceHash: string): Try {
  if (from === 'device') return { name: 'reset-code-device', of: deviceHash }
  return { name: from === 'network' ? 'reset-code-email-known' : 'reset-code-email', of: email }
}

type SetPasswordRefusal = 'too_many_requests' | 'weak_password' | 'wrong_reset_code'

/**
 * Step three of a forgotten password: sets the new one, once, and ends every session of the player. Passkeys and a
 * recently enabled second factor are removed too: a thief of the old password may have added them. A change with the
 * old password leaves them. The holder of the id has proved the mailbox, so neither attackers in the same network nor
 * a crowd of sign-ins delay the call.
 */
export async function setPassword(
  identity: Identity,
  request: { password: string; chkId: string; lang: Lang; ip: string },
): Promise<Result<null, SetPasswordRefusal>> {
  const { deps, settings, throttles } = identity
  const chkHash = tokenHash(request.chkId)
  const [allowed] = await selectAllowed(deps.db, chkHash)
  if (!allowed) {
    const over = await throttles.count([{ name: 'new-password-network', of: networkOf(request.ip) }])
    return refuse(over.size > 0 ? 'too_many_requests' : 'wrong_reset_code')
  }
  if (isWeakPassword(request.password, { min: settings.password.minLength, email: allowed.email })) {
    return refuse('weak_password') // the id is not used up: the player may choose again
  }
  const tries: Try[] = [{ name: 'new-password', of: chkHash }]
  if ((await throttles.count(tries)).size > 0) return refuse('too_many_requests')
  const passwordHash = await refundOnFault(throttles, tries, () =>
    identity.passwords.hash(request.password, ofSession),
  )
  return deps.db.begin(async (tx) => {
    await lockSecret(tx, allowed.playerId)
    const [taken] = await consumeAllowed(tx, chkHash)
    if (!taken) return refuse('wrong_reset_code')
    const { playerId, email } = taken
    await updateEmailConfirmed(tx, playerId)
    await deletePasskeysOf(tx, playerId)
    await removeFreshFactor(tx, { playerId, lang: request.lang, days: settings.secondFactor.freshDays })
    await replacePassword(tx, { playerId, passwordHash, report: { email, lang: request.lang } })
    // Guesses at the old password do not count against the new one.
    for (const guesses of accountTries(taken.email, networkOf(request.ip)))
      await throttles.forget(tx, guesses)
    deps.log.info({ playerId: taken.playerId }, 'a password was set by mail')
    return ok(null)
  })
}

type Given = {
  deps: Deps
  settings: IdentitySettings['reset'] & Pick<IdentitySettings, 'knownNetworkSeconds'>
  sendMail: SendMail
}

type Letter = { id: number; email: string; lang: DueReset['lang']; code: string }

/**
 * Mails a new code for each due reset. The code is valid before the mail leaves; a failed mail is retried later with
 * another code. Several servers may run this: locked rows are skipped.
 */
export async function mailCodes(given: Given): Promise<void> {
  for (;;) {
    const { letters, taken } = await claimLetters(given)
    await Promise.all(letters.map((letter) => mail(given, letter)))
    if (taken < MAILS_AT_ONCE) return
  }
}

const claimLetters = ({ deps, settings }: Given) =>
  deps.db.begin(async (tx): Promise<{ letters: Letter[]; taken: number }> => {
    const due = await lockDueResets(tx, {
      maxTries: settings.mailTries,
      seconds: settings.codeSeconds,
      knownSeconds: settings.knownNetworkSeconds,
      max: MAILS_AT_ONCE,
    })
    // An unknown e-mail gets a code too: trying one then costs the same for all.
    const coded = due
      .filter(({ isCoded, givesUp }) => isCoded && !givesUp)
      .map((row) => ({ ...row, code: freshCode(settings.codeDigits, deps.random.below) }))
    const letters = coded.filter(({ playerId }) => playerId !== null)
    await updateResetCodes(
      tx,
      {
        ids: coded.map(({ id }) => id),
        playerIds: coded.map(({ playerId }) => playerId),
        codeHashes: coded.map(({ id, code }) => codeHash(id, code)),
      },
      { codeSeconds: settings.codeSeconds, retrySeconds: settings.mailRetrySeconds },
    )
    const mailed = new Set(letters.map(({ id }) => id))
    await updateResetsMailed(
      tx,
      due.filter(({ id }) => !mailed.has(id)).map(({ id }) => id),
    )
    return { letters, taken: due.length } // dropped ones count too: others wait behind them
  })

async function mail({ deps, settings, sendMail }: Given, { id, email, lang, code }: Letter): Promise<void> {
  const values = { code, minutes: Math.floor(settings.codeSeconds / 60), url: deps.config.publicUrl }
  try {
    await sendMail({
      to: email,
      subject: mailText('reset.mail.subject', lang, values),
      text: mailText('reset.mail.text', lang, values),
    })
    await updateResetsMailed(deps.db, [id])
  } catch (error) {
    deps.log.error(
      { resetId: id, mailError: mailErrorCode(error) },
      'could not mail a reset code; it is retried',
    )
  }
}

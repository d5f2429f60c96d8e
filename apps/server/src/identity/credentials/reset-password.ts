import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { networkOf, orGiveBack, type Try } from '../abuse/throttles.ts'
import { lockSecret } from '../accounts/queries.ts'
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
  selectTriedFrom,
  consumeAllowed,
  type TriedFrom,
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
 * Step one of a forgotten password. Only notes the request: whose e-mail it is, and whether it comes from a network of
 * its player, is looked up by the job that mails, on its own beat: neither the answer nor its time nor what the server
 * does just after it can tell. Past an e-mail's daily number, from one network or in all, it answers yes and mails
 * nothing. Requests that one network has too many of do not count against all, and what all have does not bind a
 * network that the player signed in from: else strangers could keep a player from the own codes for a day. So it is with
 * what all e-mails have together: a flood from many networks for many accounts mails so many a minute and no more.
 * Where strangers of the same network have used that up, a device that somebody signed in on passes a few times a day. The
 * job then mails a code only if the device belongs to that e-mail's player.
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
  const ofNetwork = await throttles.take([{ name: 'reset-mail-network', of: network }])
  const ofBoth =
    ofNetwork.size > 0
      ? ofNetwork
      : await throttles.take([{ name: 'reset-mail-email-network', of: `${email} ${network}` }])
  if (ofBoth.size > 0) {
    if (await passesByDevice(identity, deviceHash)) {
      await insertReset(deps.db, { email, lang, network, deviceHash, isOver: true, isByDevice: true })
      return ok(null)
    }
    return ofNetwork.size > 0 ? refuse('too_many_requests') : ok(null)
  }
  const inAll = await throttles.take([{ name: 'reset-mail-email', of: email }])
  const ofAll = inAll.size > 0 ? inAll : await throttles.take([{ name: 'reset-mail', of: 'all' }])
  await insertReset(deps.db, { email, lang, network, deviceHash, isOver: ofAll.size > 0, isByDevice: false })
  return ok(null)
}

/** Whether somebody signed in on this device, whoever it was, and it has room left. Looks at no e-mail. */
async function passesByDevice({ deps, settings, throttles }: Identity, deviceHash: string | null) {
  if (deviceHash === null) return false
  const owners = await selectPlayersOfDevice(deps.db, deviceHash, settings.knownNetworkSeconds)
  if (owners.length === 0) return false
  return (await throttles.take([{ name: 'reset-mail-device', of: deviceHash }])).size === 0
}

/**
 * Step two of a forgotten password: exchanges the mailed code for an id that allows one new password. A wrong
 * code, one that was tried too often, an old one and an unknown e-mail answer the same. Tries from networks that the
 * player signed in from are counted apart, and those on the player's devices once more: no stranger can use them up by
 * guessing, not even behind the same carrier.
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
  const from = await selectTriedFrom(deps.db, email, {
    network,
    deviceHash,
    seconds: settings.knownNetworkSeconds,
  })
  if (from !== 'device') {
    const isPutOff = (await identity.throttles.take([{ name: 'reset-code-network', of: network }])).size > 0
    if (isPutOff) return refuse('too_many_requests')
  }
  const counted = countedBy(from, email, deviceHash ?? '')
  const isOver = (await identity.throttles.take([counted])).size > 0
  const chkId = deps.random.token(TOKEN_BYTES)
  return deps.db.begin(async (tx) => {
    const [row] = await lockLastCode(tx, email, from)
    const id = row?.id ?? 0 // nobody's row: the statement below runs all the same
    const isRight = isSameHash(row?.codeHash ?? '', codeHash(id, request.code.trim()))
    const mayTry = row !== undefined && row.lives && row.codeTries < codeTries && !isOver
    // A code of an unknown e-mail was told to nobody, and is tried like any other.
    const passes = mayTry && isRight && row.playerId !== null
    const chkHash = passes ? tokenHash(chkId) : null
    await updateTried(tx, { id: mayTry ? id : 0, from, chkHash, chkSeconds })
    return passes ? ok(chkId) : refuse('wrong_reset_code')
  })
}

/** What guesses at a code count against: those of strangers, of the player's networks and of a device are three. */
function countedBy(from: TriedFrom, email: string, deviceHash: string): Try {
  if (from === 'device') return { name: 'reset-code-device', of: deviceHash }
  return { name: from === 'network' ? 'reset-code-email-known' : 'reset-code-email', of: email }
}

type SetPasswordRefusal = 'too_many_requests' | 'weak_password' | 'wrong_reset_code'

/**
 * Step three of a forgotten password: sets the new one, once, and ends every session of the player. Passkeys go too, and a
 * second factor of the last days: whoever knew the old password may have added one. A password that is changed by who knows it leaves them. Who holds the id has
 * proved the mailbox: neither strangers of the same network nor a crowd that signs in hold that player up.
 */
export async function setPassword(
  identity: Identity,
  request: { password: string; chkId: string; lang: Lang; ip: string },
): Promise<Result<null, SetPasswordRefusal>> {
  const { deps, settings, throttles } = identity
  const chkHash = tokenHash(request.chkId)
  const [allowed] = await selectAllowed(deps.db, chkHash)
  if (!allowed) {
    const over = await throttles.take([{ name: 'new-password-network', of: networkOf(request.ip) }])
    return refuse(over.size > 0 ? 'too_many_requests' : 'wrong_reset_code')
  }
  if (isWeakPassword(request.password, { min: settings.password.minLength, email: allowed.email })) {
    return refuse('weak_password') // the id is not used up: the player may choose again
  }
  const tries: Try[] = [{ name: 'new-password', of: chkHash }]
  if ((await throttles.take(tries)).size > 0) return refuse('too_many_requests')
  const passwordHash = await orGiveBack(throttles, tries, () =>
    identity.passwords.hash(request.password, ofSession),
  )
  return deps.db.begin(async (tx) => {
    await lockSecret(tx, allowed.playerId)
    const [taken] = await consumeAllowed(tx, chkHash)
    if (!taken) return refuse('wrong_reset_code')
    const { playerId, email } = taken
    await deletePasskeysOf(tx, playerId)
    await removeFreshFactor(tx, { playerId, lang: request.lang, days: settings.secondFactor.freshDays })
    await replacePassword(tx, { playerId, passwordHash, tell: { email, lang: request.lang } })
    // Guesses at the old password say nothing about the new one.
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
 * Mails a fresh code for each reset that is due. The code is in force before the mail leaves; a mail that does
 * not leave is tried again later with another code. Several servers may run this: rows under way are passed over.
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
    // For an e-mail of nobody a code is drawn too: to try one is then the same work for all.
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
    return { letters, taken: due.length } // those given up count too: behind them others wait
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
      'a reset mail did not leave; it is tried again',
    )
  }
}

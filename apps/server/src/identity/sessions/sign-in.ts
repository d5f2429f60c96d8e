import type { Deps } from '../../platform/deps.ts'
import type { Device } from '../../platform/http/request.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { networkOf, refundOnFault, type Try, passGates, spendProof } from '../abuse/throttles.ts'
import { lockSecret, selectSecretByEmail, updateEmailConfirmed } from '../accounts/queries.ts'
import { emailOf } from '../accounts/rules.ts'
import type { Identity } from '../identity.ts'
import { mailErrorCode, mailTermsOf, mailText, type SendMail } from '../mail.ts'
import type { IdentitySettings } from '../settings.ts'
import type { DeviceSecret } from './devices.ts'
import type { OpenedSession, OpenRefusal } from './open-sessions.ts'
import {
  selectIsKnownNetwork,
  updateCountryCodeDue,
  insertLink,
  insertLinkRequest,
  lockOpenSessions,
  selectLink,
  consumeLink,
  claimLinks,
  type DueLink,
  updateLinksMailed,
  updateTokens,
} from './queries.ts'
import { tokenHash, TOKEN_BYTES } from './sessions.ts'

type Login = {
  email: string
  password: string
  codeId: string
  captCode: string
  /** A proof of work, if required. */
  proof: string | undefined
  lang: Lang
  ip: string
  country: string | undefined
  device: Device
  deviceSecret: DeviceSecret
}

type Refused = 'wrong_captcha' | 'proof_needed' | 'too_many_requests' | OpenRefusal

/**
 * Opens a session for the right e-mail and password. An unknown e-mail, a wrong password and a locked account take
 * the same steps, including one verification, and get the same answer.
 * If a network, everybody, or one account from one network is over its guesses, a call passes with a proof of work,
 * or from a device that signed in to this account before: nobody can block others from signing in. The same holds
 * while many wait for the check of a password: a flood from everywhere is then refused before a password is hashed.
 * Guesses at one account are limited in any case, by `guessAt`.
 */
export async function login(identity: Identity, request: Login): Promise<Result<OpenedSession, Refused>> {
  const { deps, settings, throttles } = identity
  const email = request.email.trim().toLowerCase()
  const network = networkOf(request.ip)
  const [secret] = await selectSecretByEmail(deps.db, email)
  const isKnownNetwork = await selectIsKnownNetwork(deps.db, secret?.playerId ?? 0, {
    network,
    seconds: settings.knownNetworkSeconds,
  })
  const isKnownDevice = request.deviceSecret.isKnownFor(secret?.playerId)
  const of = { purpose: 'login', network } as const
  const isCrowded = identity.passwords.isCrowded()
  const passed = isKnownDevice
    ? ok<Try[]>([])
    : await passGates(identity, { ...of, proof: request.proof, gates: gatesOf(email, network), isCrowded })
  if (!passed.ok) return passed
  // The captcha is used up only now: a client asked for a proof of work keeps it for the next call.
  if (!(await identity.captchas.solve(request, 'login'))) {
    await throttles.refund(passed.value)
    return refuse('wrong_captcha')
  }
  const isByProof = !isKnownDevice && passed.value.length === 0
  if (isByProof) {
    const spent = await spendProof(identity, { ...of, proof: request.proof })
    if (!spent.ok) return spent
  }
  const guess = guessAt(email, { isKnownDevice, isKnownNetwork, deviceHash: request.deviceSecret.hash })
  const isLocked = (await throttles.count([guess])).size > 0
  // Clients with a proof of work go before those without one, and known devices before both: with many cores proofs are
  // solved as fast as passwords are hashed.
  const turn = { rank: isKnownDevice ? 'known' : isByProof ? 'proven' : 'unknown' } as const
  const counted = isLocked ? passed.value : [...passed.value, guess]
  const matches = await refundOnFault(throttles, counted, () =>
    identity.passwords.verify(secret?.passwordHash, request.password, turn),
  )
  if (!secret || !matches || isLocked) {
    deps.log.info({ playerId: secret?.playerId ?? null }, 'a sign-in failed')
    return refuse('wrong_credentials')
  }
  const { playerId, passwordHash } = secret
  const { lang, ip, country, device, deviceSecret } = request
  const opened = await identity.openSession({
    playerId,
    ip,
    device,
    passwordHash,
    deviceHash: deviceSecret.hash,
    way: 'password',
    lang,
    country,
  })
  if (!opened.ok && opened.refusal.code === 'wrong_credentials') return opened
  // The password was right, whether or not a second factor is required: no guess stays counted.
  await throttles.refund([...passed.value, guess])
  if (opened.ok) deps.log.info({ playerId }, 'a sign-in')
  if (opened.ok || opened.refusal.code !== 'country_code_needed') return opened
  // Limited by day, known devices counted separately: an attacker with the password cannot fill the mailbox.
  const mail: Try = isKnownDevice
    ? { name: 'country-code-device', of: `${playerId} ${deviceSecret.hash}` }
    : { name: 'country-code', of: String(playerId) }
  if ((await throttles.count([mail])).size > 0) return refuse('too_many_requests')
  await updateCountryCodeDue(deps.db, tokenHash(String(opened.refusal.detail?.['ticket'])))
  return opened
}

/** The limits for an unknown client's guess. Only failures stay counted. */
const gatesOf = (email: string, network: string): Try[] => [
  { name: 'login', of: 'all' },
  { name: 'login-network', of: network },
  { name: 'login-account-network', of: `${email} ${network}` },
]

type KnownDevice = { isKnownDevice: boolean; isKnownNetwork: boolean; deviceHash: string }

/**
 * The guesses at one account, which no proof bypasses. Known devices, known networks and unknown sources are counted
 * separately: none uses up another's.
 */
const guessAt = (email: string, { isKnownDevice, isKnownNetwork, deviceHash }: KnownDevice): Try => {
  if (isKnownDevice) return { name: 'login-device', of: `${email} ${deviceHash}` }
  return { name: isKnownNetwork ? 'login-account-known' : 'login-account', of: email }
}

/** The attempts counted against an account from this network; a new password clears them. */
export const accountTries = (email: string, network: string): Try[] => [
  { name: 'login-account', of: email },
  { name: 'login-account-known', of: email },
  { name: 'login-account-network', of: `${email} ${network}` },
]

/**
 * Requests a sign-in link by mail. As for a forgotten password it only records the request: the mail job looks up the
 * e-mail, so that neither the answer nor its timing reveals anything. Links and reset codes of a mailbox are counted
 * together.
 */
export async function askLink(
  { deps, throttles }: Identity,
  request: { email: string; lang: Lang; ip: string },
): Promise<Result<null, 'invalid_email' | 'too_many_requests'>> {
  const email = emailOf(request.email)
  if (email === undefined) return refuse('invalid_email')
  const network = networkOf(request.ip)
  if ((await throttles.count([{ name: 'reset-mail-network', of: network }])).size > 0) {
    return refuse('too_many_requests')
  }
  const over = await throttles.count([
    { name: 'reset-mail-email-network', of: `${email} ${network}` },
    { name: 'reset-mail-email', of: email },
  ])
  if (over.size === 0) await insertLinkRequest(deps.db, { email, lang: request.lang })
  return ok(null)
}

/**
 * A link for a signed-in player, to continue in the app wrapper. The session is held until the link is written: what
 * ends the session finds the link and deletes it, or none is issued.
 */
export const issueLink = (
  { deps, settings }: Pick<Identity, 'deps' | 'settings'>,
  { playerId, sessionId }: { playerId: number; sessionId: number },
): Promise<Result<string, 'logged_out'>> =>
  deps.db.begin(async (tx) => {
    if ((await lockOpenSessions(tx, [sessionId])).length === 0) return refuse('logged_out')
    const token = deps.random.token(TOKEN_BYTES)
    await insertLink(tx, { playerId, tokenHash: tokenHash(token), seconds: settings.link.liveSeconds })
    return ok(token)
  })

type FollowLink = {
  token: string
  lang: Lang
  ip: string
  country: string | undefined
  device: Device
  deviceSecret: DeviceSecret
}

/** Exchanges a sign-in link for a session, once. A used, expired or invented one gets the same refusal. */
export async function followLink(
  { deps, openSessionIn }: Identity,
  { token, deviceSecret, ...where }: FollowLink,
): Promise<Result<OpenedSession, 'link_over' | OpenRefusal>> {
  const hash = tokenHash(token)
  const [owner] = await selectLink(deps.db, hash)
  if (!owner) return refuse('link_over')
  const { playerId } = owner
  const opened = await deps.db.begin(async (tx) => {
    // What ends the player's sessions takes this lock and deletes links: none opens a session after it.
    const [player] = await lockSecret(tx, playerId)
    const [link] = await consumeLink(tx, hash)
    if (!player || !link?.isGood) return refuse('link_over')
    if (link.isMailed) await updateEmailConfirmed(tx, playerId)
    const { passwordHash } = player
    return openSessionIn(tx, { ...where, playerId, passwordHash, deviceHash: deviceSecret.hash, way: 'link' })
  })
  if (opened.ok) deps.log.info({ playerId }, 'a sign-in by link')
  return opened
}

type Given = { deps: Deps; settings: Pick<IdentitySettings, 'link' | 'reset'>; sendMail: SendMail }
type Letter = DueLink & { playerId: number; token: string }

/**
 * Mails a new sign-in link for each due request. It is valid before the mail leaves; a failed mail is retried later
 * with another link. Several servers may run this at once.
 */
export async function mailLinks(given: Given): Promise<void> {
  await Promise.all((await claimLetters(given)).map((letter) => mail(given, letter)))
}

const claimLetters = ({ deps, settings: { link, reset } }: Given) =>
  deps.db.begin(async (tx): Promise<Letter[]> => {
    const due = await claimLinks(tx, mailTermsOf(reset))
    const letters = due.flatMap((row) =>
      row.playerId === null
        ? []
        : [{ ...row, playerId: row.playerId, token: deps.random.token(TOKEN_BYTES) }],
    )
    await updateTokens(
      tx,
      {
        ids: letters.map(({ id }) => id),
        playerIds: letters.map(({ playerId }) => playerId),
        tokenHashes: letters.map(({ token }) => tokenHash(token)),
      },
      link.liveSeconds,
    )
    await updateLinksMailed(
      tx,
      due.filter(({ playerId }) => playerId === null).map(({ id }) => id),
    )
    return letters
  })

async function mail({ deps, settings, sendMail }: Given, { id, email, lang, token }: Letter): Promise<void> {
  const url = deps.config.publicUrl
  const values = { link: `${url}/zgo${token}`, minutes: Math.floor(settings.link.liveSeconds / 60), url }
  try {
    await sendMail({
      to: email,
      subject: mailText('link.mail.subject', lang, values),
      text: mailText('link.mail.text', lang, values),
    })
    await updateLinksMailed(deps.db, [id])
  } catch (error) {
    deps.log.error(
      { linkId: id, mailError: mailErrorCode(error) },
      'could not mail a sign-in link; it is retried',
    )
  }
}

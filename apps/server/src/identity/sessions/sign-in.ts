import type { Deps } from '../../platform/deps.ts'
import type { Device } from '../../platform/http/request.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { networkOf, orGiveBack, type Try, passGates, spendProof } from '../abuse/throttles.ts'
import { selectSecretByEmail } from '../accounts/queries.ts'
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
 * or from a device that signed in to this account before: nobody can block others from signing in. Guesses at one
 * account are limited in any case, by `guessAt`.
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
  const passed = isKnownDevice
    ? ok<Try[]>([])
    : await passGates(identity, { ...of, proof: request.proof, gates: gatesOf(email, network) })
  if (!passed.ok) return passed
  // The captcha is used up only now: a client asked for a proof of work keeps it for the next call.
  if (!(await identity.captchas.solve(request, 'login'))) {
    await throttles.giveBack(passed.value)
    return refuse('wrong_captcha')
  }
  const isByProof = !isKnownDevice && passed.value.length === 0
  if (isByProof) {
    const spent = await spendProof(identity, { ...of, proof: request.proof })
    if (!spent.ok) return spent
  }
  const guess = guessAt(email, { isKnownDevice, isKnownNetwork, deviceHash: request.deviceSecret.hash })
  const isLocked = (await throttles.take([guess])).size > 0
  // In a flood from many networks, known devices and clients with a proof of work do not queue behind unknown ones.
  const turn = { goesFirst: isKnownDevice || isByProof }
  const counted = isLocked ? passed.value : [...passed.value, guess]
  const matches = await orGiveBack(throttles, counted, () =>
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
  await throttles.giveBack([...passed.value, guess])
  if (opened.ok) deps.log.info({ playerId }, 'a sign-in')
  if (opened.ok || opened.refusal.code !== 'country_code_needed') return opened
  // Limited by day, known devices counted separately: an attacker with the password cannot fill the mailbox.
  const mail: Try = isKnownDevice
    ? { name: 'country-code-device', of: `${playerId} ${deviceSecret.hash}` }
    : { name: 'country-code', of: String(playerId) }
  if ((await throttles.take([mail])).size > 0) return refuse('too_many_requests')
  await updateCountryCodeDue(deps.db, tokenHash(String(opened.refusal.detail?.['ticket'])))
  return opened
}

/** The limits for an unknown client's guess. Only failures stay counted. */
const gatesOf = (email: string, network: string): Try[] => [
  { name: 'login', of: 'all' },
  { name: 'login-network', of: network },
  { name: 'login-account-network', of: `${email} ${network}` },
]

type Standing = { isKnownDevice: boolean; isKnownNetwork: boolean; deviceHash: string }

/**
 * The guesses at one account, which no proof bypasses. Known devices, known networks and unknown sources are counted
 * separately: none uses up another's.
 */
const guessAt = (email: string, { isKnownDevice, isKnownNetwork, deviceHash }: Standing): Try => {
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
  if ((await throttles.take([{ name: 'reset-mail-network', of: network }])).size > 0) {
    return refuse('too_many_requests')
  }
  const over = await throttles.take([
    { name: 'reset-mail-email-network', of: `${email} ${network}` },
    { name: 'reset-mail-email', of: email },
  ])
  if (over.size === 0) await insertLinkRequest(deps.db, { email, lang: request.lang })
  return ok(null)
}

/** A link for a signed-in player, to continue in the app wrapper. */
export async function issueLink({ deps, settings }: Identity, playerId: number): Promise<string> {
  const token = deps.random.token(TOKEN_BYTES)
  await insertLink(deps.db, { playerId, tokenHash: tokenHash(token), seconds: settings.link.liveSeconds })
  return token
}

type FollowLink = {
  token: string
  lang: Lang
  ip: string
  country: string | undefined
  device: Device
  deviceSecret: DeviceSecret
}

/**
 * Exchanges a sign-in link for a session, once. A used, expired or invented one gets the same refusal; so does one
 * whose player changes the password at this moment.
 */
export async function followLink(
  { deps, openSession }: Identity,
  { token, lang, ip, country, device, deviceSecret }: FollowLink,
): Promise<Result<OpenedSession, 'link_over' | OpenRefusal>> {
  const link = await consumeLink(deps.db, tokenHash(token))
  if (!link?.isGood) return refuse('link_over')
  const { playerId, passwordHash } = link
  const opened = await openSession({
    playerId,
    ip,
    device,
    deviceHash: deviceSecret.hash,
    passwordHash,
    way: 'link',
    country,
    lang,
  })
  if (!opened.ok) return opened.refusal.code === 'wrong_credentials' ? refuse('link_over') : opened
  deps.log.info({ playerId }, 'a sign-in by link')
  return ok(opened.value)
}

type Given = { deps: Deps; settings: Pick<IdentitySettings, 'link' | 'reset'>; sendMail: SendMail }
type Letter = DueLink & { playerId: number; token: string }

/**
 * Mails a new sign-in link for each due request. It is valid before the mail leaves; a failed mail is retried later
 * with another link. Several servers may run this at once.
 */
export async function mailLinks(given: Given): Promise<void> {
  await Promise.all((await takeLetters(given)).map((letter) => mail(given, letter)))
}

const takeLetters = ({ deps, settings: { link, reset } }: Given) =>
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

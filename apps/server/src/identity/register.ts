import type { Deps } from '../platform/deps.ts'
import type { Device } from '../platform/http/request.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { Lang } from '../platform/texts.ts'
import { type ProofOf, passGates, spendProof, networkOf, refundOnFault, type Try } from './abuse/throttles.ts'
import { upsertTakenNotice, claimTakenNotices, updateNoticeMailed } from './accounts/queries.ts'
import { emailOf, identityOf, type PersonalIdentity, phoneOf } from './accounts/rules.ts'
import { isWeakPassword } from './credentials/passwords.ts'
import type { Identity, PersonRefusal } from './identity.ts'
import { mailErrorCode, mailTermsOf, mailText, type SendMail } from './mail.ts'
import type { DeviceSecret } from './sessions/devices.ts'
import type { OpenedSession } from './sessions/open-sessions.ts'
import type { IdentitySettings } from './settings.ts'

type Register = {
  email: string
  country: string
  phone: string
  password: string
  passwordAgain: string
  regCode: string | undefined
  /** Empty if not given, as the form sends it. */
  name: string
  cardNo: string
  isInApp: boolean
  codeId: string
  captCode: string
  /** A proof of work, if required. */
  proof: string | undefined
  lang: Lang
  ip: string
  /** The country of the call; `country` is that of the phone. */
  from: string | undefined
  device: Device
  deviceSecret: DeviceSecret
}

type Refused =
  | 'wrong_captcha'
  | 'proof_needed'
  | 'too_many_requests'
  | 'blocked_by_policy'
  | 'invalid_email'
  | 'invalid_phone'
  | 'invalid_name'
  | 'invalid_cpf'
  | 'passwords_differ'
  | 'weak_password'
  | 'cannot_register'
  | PersonRefusal

/**
 * Registers a player and opens the first session; with a name and a CPF, which some profiles demand, the player is identified
 * at once. A taken
 * e-mail is detected only after the password was hashed, and its refusal shares its text with other reasons; the
 * missing token reveals it all the same. So one network can try few taken e-mails, and the owner gets a mail.
 */
export async function register(
  identity: Identity,
  request: Register,
): Promise<Result<OpenedSession, Refused>> {
  const { deps, settings, throttles } = identity
  const network = networkOf(request.ip)
  const of = { purpose: 'register', network } as const
  const gates: Try[] = [
    { name: 'register', of: 'all' },
    { name: 'register-network', of: network },
    { name: 'register-taken', of: network },
  ]
  const passed = await passGates(identity, { ...of, proof: request.proof, gates })
  if (!passed.ok) return passed
  const isByProof = passed.value.length === 0
  const ofTaken: Try = { name: isByProof ? 'register-taken-by-proof' : 'register-taken', of: network }
  const counted = isByProof ? [ofTaken] : passed.value
  if (isByProof && (await throttles.count(counted)).size > 0) return refuse('too_many_requests')
  const checked = await checkRequest(identity, request, { ...of, isByProof })
  if (!checked.ok) {
    await throttles.refund(counted) // nobody was registered, and no e-mail tried
    return checked
  }
  const { email, phone, identity: person } = checked.value
  const admitted = person
    ? await refundOnFault(throttles, counted, () => identity.mayIdentify(person))
    : ok({ birthDate: null })
  if (!admitted.ok) {
    // A refused person stays counted, as a taken e-mail does: one network can try few CPFs and names.
    if (isDown.has(admitted.refusal.code)) await throttles.refund(counted)
    return admitted
  }
  const passwordHash = await refundOnFault(throttles, counted, () =>
    identity.passwords.hash(request.password),
  )
  const { regCode, isInApp, ip, device, deviceSecret } = request
  const registered = await identity.registerPlayer({
    email,
    phone,
    passwordHash,
    ip,
    isInApp,
    acceptsTerms: true,
    ...(regCode === undefined ? {} : { regCode }),
    ...(person === undefined ? {} : { identity: { ...person, ...admitted.value } }),
  })
  if (!registered.ok) {
    await upsertTakenNotice(deps.db, { email, lang: request.lang }, settings.takenNoticeSeconds)
    return registered
  }
  await throttles.refund([ofTaken])
  const { playerId } = registered.value
  const opened = await identity.openSession({
    playerId,
    ip,
    device,
    passwordHash,
    deviceHash: deviceSecret.hash,
    way: 'register',
    country: request.from,
  })
  if (!opened.ok) return refuse('cannot_register')
  deps.log.info({ playerId }, 'a registration')
  return ok(opened.value)
}

/** Refusals that reveal nothing about the person. */
const isDown: ReadonlySet<string> = new Set<PersonRefusal>(['national_register_down', 'person_register_down'])

/** The checks before the e-mail is tried. A client asked for a proof keeps the captcha for the next call. */
async function checkRequest(
  identity: Identity,
  request: Register,
  { isByProof, ...of }: ProofOf & { isByProof: boolean },
): Promise<Result<Form, Refused>> {
  if (!(await identity.captchas.solve(request, 'register'))) return refuse('wrong_captcha')
  if (isByProof) {
    const spent = await spendProof(identity, { ...of, proof: request.proof })
    if (!spent.ok) return spent
  }
  const allowed = identity.mayRegister()
  return allowed.ok ? checkForm(identity, request) : allowed
}

type FormRefused =
  | 'invalid_email'
  | 'invalid_phone'
  | 'invalid_name'
  | 'invalid_cpf'
  | 'passwords_differ'
  | 'weak_password'

type Form = { email: string; phone: string; identity: PersonalIdentity | undefined }

async function checkForm(
  { settings, needsIdentity }: Identity,
  request: Register,
): Promise<Result<Form, FormRefused>> {
  const email = emailOf(request.email)
  if (email === undefined) return refuse('invalid_email')
  const phone = await phoneOf(request.country, request.phone)
  if (phone === undefined) return refuse('invalid_phone')
  const isNamed = needsIdentity || isIdentityGiven(request)
  const person = isNamed ? identityOf(request) : ok(undefined)
  if (!person.ok) return person
  if (request.password !== request.passwordAgain) return refuse('passwords_differ')
  if (isWeakPassword(request.password, { min: settings.password.minLength, email })) {
    return refuse('weak_password')
  }
  return ok({ email, phone, identity: person.value })
}

/** If only one of the two is given, the other is refused as missing. */
const isIdentityGiven = ({ name, cardNo }: Register) => name.trim() !== '' || cardNo.trim() !== ''

type Given = {
  deps: Deps
  settings: Pick<IdentitySettings['reset'], 'mailTries' | 'mailRetrySeconds'>
  sendMail: SendMail
}

/** Notifies players that somebody tried to register with their e-mail. Several servers may run this at once. */
export async function mailTakenNotices({ deps, settings, sendMail }: Given): Promise<void> {
  const due = await claimTakenNotices(deps.db, mailTermsOf(settings))
  await Promise.all(
    due.map(async ({ playerId, email, lang }) => {
      const values = { url: deps.config.publicUrl }
      try {
        await sendMail({
          to: email,
          subject: mailText('taken.mail.subject', lang, values),
          text: mailText('taken.mail.text', lang, values),
        })
        await updateNoticeMailed(deps.db, playerId)
      } catch (error) {
        deps.log.error(
          { playerId, mailError: mailErrorCode(error) },
          'could not mail a notice; it is retried',
        )
      }
    }),
  )
}

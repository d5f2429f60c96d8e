import type { Device } from '../../platform/http/device.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { isWeakPassword } from '../passwords/rules.ts'
import type { Identity } from '../identity.ts'
import { networkOf } from '../throttles/network.ts'
import { phoneOf } from './phone.ts'
import { emailOf, identityOf, type PersonalIdentity } from './rules.ts'

export type Register = {
  email: string
  country: string
  phone: string
  password: string
  passwordAgain: string
  regCode: string | undefined
  /** Empty where it was not given, as the form sends it. */
  name: string
  cardNo: string
  isInApp: boolean
  codeId: string
  captCode: string
  ip: string
  device: Device
}

type Refused =
  | 'wrong_captcha'
  | 'too_many_requests'
  | 'blocked_by_policy'
  | 'invalid_email'
  | 'invalid_phone'
  | 'bad_request'
  | 'invalid_cpf'
  | 'passwords_differ'
  | 'weak_password'
  | 'cannot_register'

/**
 * Registers a player and opens the first session; whoever gives a name and a CPF is identified at once. A taken e-mail is met only after the password was hashed, so
 * that its refusal takes as long as a registration, and is not told apart from other reasons.
 */
export async function register(
  identity: Identity,
  request: Register,
): Promise<Result<{ token: string }, Refused>> {
  if (!(await identity.captchas.solve(request))) return refuse('wrong_captcha')
  const over = await identity.throttles.take([
    { name: 'register', of: 'all' },
    { name: 'register-network', of: networkOf(request.ip) },
  ])
  if (over.size > 0) return refuse('too_many_requests')
  const allowed = identity.mayRegister()
  if (!allowed.ok) return allowed
  const checked = await checkForm(identity, request)
  if (!checked.ok) return checked
  const { email, phone, identity: person } = checked.value
  const passwordHash = await identity.passwords.hash(request.password)
  const { regCode, isInApp, ip, device } = request
  const registered = await identity.registerPlayer({
    email,
    phone,
    passwordHash,
    ip,
    isInApp,
    ...(regCode === undefined ? {} : { regCode }),
    ...(person === undefined ? {} : { identity: person }),
  })
  if (!registered.ok) return registered
  const { playerId } = registered.value
  const { token } = await identity.openSession({ playerId, ip, device })
  identity.deps.log.info({ playerId }, 'a registration')
  return ok({ token })
}

type FormRefused =
  | 'invalid_email'
  | 'invalid_phone'
  | 'bad_request'
  | 'invalid_cpf'
  | 'passwords_differ'
  | 'weak_password'

type Form = { email: string; phone: string; identity: PersonalIdentity | undefined }

async function checkForm({ settings }: Identity, request: Register): Promise<Result<Form, FormRefused>> {
  const email = emailOf(request.email)
  if (email === undefined) return refuse('invalid_email')
  const phone = await phoneOf(request.country, request.phone)
  if (phone === undefined) return refuse('invalid_phone')
  const person = isIdentityGiven(request) ? identityOf(request) : ok(undefined)
  if (!person.ok) return person
  if (request.password !== request.passwordAgain) return refuse('passwords_differ')
  if (isWeakPassword(request.password, { min: settings.password.minLength, email })) {
    return refuse('weak_password')
  }
  return ok({ email, phone, identity: person.value })
}

/** One of the two alone is given, and refused for the other. */
const isIdentityGiven = ({ name, cardNo }: Register) => name.trim() !== '' || cardNo.trim() !== ''

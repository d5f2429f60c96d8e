import { ok, refuse, type Result } from '../../platform/result.ts'
import { isWeakPassword } from '../passwords/rules.ts'
import type { Room } from '../room.ts'
import { networkOf } from '../throttles/network.ts'
import { phoneOf } from './phone.ts'
import { emailOf } from './rules.ts'

export type Register = {
  email: string
  country: string
  phone: string
  password: string
  passwordAgain: string
  regCode: string | undefined
  codeId: string
  captCode: string
  ip: string
  userAgent: string
}

type Refused =
  | 'wrong_captcha'
  | 'too_many_requests'
  | 'blocked_by_policy'
  | 'invalid_email'
  | 'invalid_phone'
  | 'passwords_differ'
  | 'weak_password'
  | 'cannot_register'

/**
 * Registers a player and opens the first session. A taken e-mail is met only after the password was hashed, so
 * that its refusal takes as long as a registration, and is not told apart from other reasons.
 */
export async function register(room: Room, ask: Register): Promise<Result<{ token: string }, Refused>> {
  if (!(await room.captchas.solve(ask))) return refuse('wrong_captcha')
  const over = await room.throttles.take([
    { name: 'register', of: 'all' },
    { name: 'register-network', of: networkOf(ask.ip) },
  ])
  if (over.size > 0) return refuse('too_many_requests')
  const allowed = room.mayRegister()
  if (!allowed.ok) return allowed
  const checked = await checkForm(room, ask)
  if (!checked.ok) return checked
  const { email, phone } = checked.value
  const passwordHash = await room.passwords.hash(ask.password)
  const { regCode, ip, userAgent } = ask
  const registered = await room.registerPlayer({
    email,
    phone,
    passwordHash,
    ip,
    ...(regCode === undefined ? {} : { regCode }),
  })
  if (!registered.ok) return registered
  const { playerId } = registered.value
  const { token } = await room.openSession({ playerId, ip, userAgent })
  room.house.log.info({ playerId }, 'a registration')
  return ok({ token })
}

type FormRefused = 'invalid_email' | 'invalid_phone' | 'passwords_differ' | 'weak_password'

async function checkForm(
  { settings }: Room,
  ask: Register,
): Promise<Result<{ email: string; phone: string }, FormRefused>> {
  const email = emailOf(ask.email)
  if (email === undefined) return refuse('invalid_email')
  const phone = await phoneOf(ask.country, ask.phone)
  if (phone === undefined) return refuse('invalid_phone')
  if (ask.password !== ask.passwordAgain) return refuse('passwords_differ')
  if (isWeakPassword(ask.password, { least: settings.password.leastLength, email })) {
    return refuse('weak_password')
  }
  return ok({ email, phone })
}

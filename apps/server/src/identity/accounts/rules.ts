import type { ExposureRelation } from '@palpite/contract'
import { fullNameOf, isValidCpf, normaliseTaxId } from '@palpite/money'
import { ok, refuse, type Result } from '../../platform/result.ts'

/** Room for every address that can receive mail: RFC 5321 allows 254 characters. */
const LONGEST_EMAIL = 254
/** And 64 of them before the @. */
const LONGEST_LOCAL_PART = 64

/**
 * An e-mail as it is kept: trimmed and in lower case; nothing when it cannot be one. Plain ASCII only: letters
 * that look alike would let somebody register as somebody else.
 */
export function emailOf(given: string): string | undefined {
  const email = given.trim().toLowerCase()
  if (email.length > LONGEST_EMAIL || email.indexOf('@') > LONGEST_LOCAL_PART) return undefined
  return /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(
    email,
  )
    ? email
    : undefined
}

/** Letters and digits that nobody takes for one another when they are read aloud or copied by hand. */
const READABLE = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A fresh invitation code: random, so that codes cannot be walked through. */
export const invitationCode = (length: number, below: (below: number) => number): string =>
  Array.from({ length }, () => READABLE.charAt(below(READABLE.length))).join('')

/** A code as it is kept, however it was typed; nothing when none was given. */
export const invitationCodeOf = (given: string | undefined): string | undefined =>
  given?.trim().toUpperCase() || undefined

/** Who somebody is, as it is kept: a name with single spaces, and the digits of a CPF. */
export type PersonalIdentity = { name: string; cpf: string }

/** The same with the date of birth (YYYY-MM-DD), where the register of persons confirmed them. */
export type CheckedIdentity = PersonalIdentity & {
  birthDate?: string | null
  /** Whether the register names them as politically exposed, where it says so or not. */
  isExposed?: boolean | undefined
}

/** Why the register of persons does not confirm somebody whose name and CPF are known. */
export type PersonDoubt = 'under_age' | 'mismatch' | 'deceased' | 'irregular' | 'unknown'

/** Nothing follows; a case waits for an operator; an operator says that the player is exposed, or is not. */
export type ExposureState = 'none' | 'open' | 'confirmed' | 'cleared'

/** What a player, or the register of persons, says of a public office. */
export type ExposureStatement = {
  playerId: number
  source: 'declared' | 'register'
  isExposed: boolean
  /** Whose office it is, and which; only with a yes of the player. */
  relation: ExposureRelation | null
  office: string | null
}

/** Checks a full name and a CPF as they were typed: the CPF by its check digits, with or without its marks. */
export function identityOf({
  name,
  cardNo,
}: {
  name: string
  cardNo: string
}): Result<PersonalIdentity, 'invalid_name' | 'invalid_cpf'> {
  const plainName = fullNameOf(name)
  if (plainName === undefined) return refuse('invalid_name', { detail: { field: 'name' } })
  const cpf = normaliseTaxId(cardNo)
  return isValidCpf(cpf) ? ok({ name: plainName, cpf }) : refuse('invalid_cpf')
}

/** A phone number as E.164 (`+5511987654321`), or nothing when no such number can exist. */
export async function phoneOf(country: string, given: string): Promise<string | undefined> {
  // Loaded by the first registration: an idle server does without its tables.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js')
  const prefix = `+${country.replace(/^\+/, '')}`
  const parsed = parsePhoneNumberFromString(given.trim().startsWith('+') ? given : `${prefix}${given}`)
  if (!parsed?.isValid() || `+${parsed.countryCallingCode}` !== prefix) return undefined
  return parsed.number
}

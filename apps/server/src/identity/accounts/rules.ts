import type { ExposureRelation } from '@palpite/contract'
import { fullNameOf, isValidCpf, normaliseTaxId } from '@palpite/money'
import { ok, refuse, type Result } from '../../platform/result.ts'

/** Room for every address that can receive mail: RFC 5321 allows 254 characters. */
const LONGEST_EMAIL = 254
/** RFC 5321 allows 64 of them before the @. */
const LONGEST_LOCAL_PART = 64

/**
 * The normalised e-mail, trimmed and in lower case; undefined if invalid. ASCII only: look-alike letters would let
 * one person register as another.
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

/** Letters and digits that are hard to confuse when read aloud or copied by hand. */
const READABLE = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A new invitation code: random, so that codes cannot be enumerated. */
export const invitationCode = (length: number, below: (below: number) => number): string =>
  Array.from({ length }, () => READABLE.charAt(below(READABLE.length))).join('')

/** The normalised code; undefined if none was given. */
export const invitationCodeOf = (given: string | undefined): string | undefined =>
  given?.trim().toUpperCase() || undefined

/** A person's identity as stored: a name with single spaces, and the digits of a CPF. */
export type PersonalIdentity = { name: string; cpf: string }

/** The same with the date of birth (YYYY-MM-DD), if the register of persons confirmed it. */
export type CheckedIdentity = PersonalIdentity & {
  birthDate?: string | null
  /** Political exposure according to the register, if it reports it. */
  isExposed?: boolean | undefined
}

/** Why the register of persons does not confirm a person with a known name and CPF. */
export type PersonDoubt = 'under_age' | 'mismatch' | 'deceased' | 'irregular' | 'unknown'

/** No case; a case waiting for an operator; an operator confirmed or cleared it. */
export type ExposureState = 'none' | 'open' | 'confirmed' | 'cleared'

/** A statement of a player, or of the register of persons, about a public office. */
export type ExposureStatement = {
  playerId: number
  source: 'declared' | 'register'
  isExposed: boolean
  /** Whose office it is, and which; only with a player's yes. */
  relation: ExposureRelation | null
  office: string | null
}

/** Validates a full name and a CPF as typed: the CPF by its check digits, with or without punctuation. */
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

/** A phone number as E.164 (`+5511987654321`), or undefined if no such number can exist. */
export async function phoneOf(country: string, given: string): Promise<string | undefined> {
  // Loaded with the first registration, to save an idle server the tables.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js')
  const prefix = `+${country.replace(/^\+/, '')}`
  const parsed = parsePhoneNumberFromString(given.trim().startsWith('+') ? given : `${prefix}${given}`)
  if (!parsed?.isValid() || `+${parsed.countryCallingCode}` !== prefix) return undefined
  return parsed.number
}

/** A phone number as E.164 (`+5511987654321`), or nothing when no such number can exist. */
export async function phoneOf(country: string, given: string): Promise<string | undefined> {
  // Loaded by the first registration: an idle server does without its tables.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js')
  const prefix = `+${country.replace(/^\+/, '')}`
  const parsed = parsePhoneNumberFromString(given.trim().startsWith('+') ? given : `${prefix}${given}`)
  if (!parsed?.isValid() || `+${parsed.countryCallingCode}` !== prefix) return undefined
  return parsed.number
}

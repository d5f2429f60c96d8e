/** The mail providers of SPEC §9 by their most common domain. */
const domains = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'yahoo.com',
  'icloud.com',
  'facebook.com',
  'me.com',
  'aol.com',
  'mac.com',
  'msn.com',
  'verizon.net',
  'att.net',
  'gmx.com',
] as const

/** Addresses that complete the typed text, ignoring case; none once a domain is complete. */
export const suggestedEmails = (typed: string): string[] => {
  const [local = '', written = '', ...rest] = typed.split('@')
  if (local === '' || rest.length > 0) return []
  const domain = written.toLowerCase()
  const fitting = domains.filter((each) => each.startsWith(domain))
  return fitting.some((each) => each === domain) ? [] : fitting.map((each) => `${local}@${each}`)
}

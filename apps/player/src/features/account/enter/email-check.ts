/**
 * Whether this could be an e-mail: something, an @, and a domain with a dot. No stricter than the server; it only
 * saves a captcha.
 */
export const canBeEmail = (typed: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(typed.trim())

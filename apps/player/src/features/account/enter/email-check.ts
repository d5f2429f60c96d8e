/**
 * Whether this may be an e-mail at all: something, an @, and a domain with a dot in it. No stricter than the server, which
 * judges; it only spares a captcha where the answer is known.
 */
export const canBeEmail = (typed: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(typed.trim())

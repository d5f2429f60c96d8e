/** Why the app does not start, as one sentence without a stack. */
export class StartRefused extends Error {}

/** A failure's message on one line. */
export const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).replace(/\s+/g, ' ').trim()

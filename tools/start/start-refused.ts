/** Why the app does not start, as one sentence for the person at the terminal. No stack is shown for it. */
export class StartRefused extends Error {}

/** The words of any failure, on one line. */
export const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).replace(/\s+/g, ' ').trim()

import type { ApiError } from './api.ts'
import type { text } from './text.ts'

/** A failure in words: the server's, or that there was no answer. */
export const wordsOf = (error: ApiError, t: typeof text): string =>
  error.said || t(error.http === 0 ? 'failure.noAnswer.text' : 'failure.unknown.text')

import type { SessionEnding } from '@palpite/contract'

/** A call that was not answered with success. `http` is 0 when there was no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly http: number
  /** The status in the body: 40101, 9999, 1403, or a refusal's own. */
  readonly status: number | undefined
  /** What the server said, in the player's language; empty when it said nothing. */
  readonly serverMessage: string
  /** What came beside the message: the code of the refusal and its details. */
  readonly data: unknown
  readonly path: string

  constructor(failure: {
    http: number
    status?: number | undefined
    serverMessage?: string
    data?: unknown
    path: string
    cause?: unknown
  }) {
    super(failure.serverMessage || `${failure.path} answered ${failure.http}`, { cause: failure.cause })
    this.http = failure.http
    this.status = failure.status
    this.serverMessage = failure.serverMessage ?? ''
    this.data = failure.data
    this.path = failure.path
  }
}

/** The call was sent in another session than the one there is now: whatever was answered is not this session's. */
export class FormerSessionError extends Error {
  override readonly name = 'FormerSessionError'

  constructor(path: string, cause?: unknown) {
    super(`${path} was answered to a former session`, { cause })
  }
}

/** What the server said of a failed call; empty when it said nothing. */
export const serverMessageOf = (error: unknown): string =>
  error instanceof ApiError ? error.serverMessage : ''

/** The code of the refusal behind a failed call, such as `price_changed`. */
export const refusalCode = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError) || typeof error.data !== 'object' || error.data === null) return undefined
  const { code } = error.data as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** The ticket of a sign-in that waits for one thing more: the second factor, or the code mailed because it comes from a new country. */
export const ticketIn = (
  error: unknown,
  code: 'second_factor_needed' | 'country_code_needed',
): string | undefined =>
  refusalCode(error) === code ? ((error as ApiError).data as { ticket?: string }).ticket : undefined

/** Why the session is over, where the server told. */
export const endingIn = ({ data }: ApiError): SessionEnding | undefined =>
  // The server's own word: one that this page does not know is told as none.
  (data as { ending?: SessionEnding } | null | undefined)?.ending

/** Codes of answers after which it is not known whether it was done: what is not answered in time may be done later. */
const uncertainCodes: readonly string[] = ['fault', 'busy', 'bug']

/** Whether a failure says for certain that nothing was done. No answer, or a broken one, does not. */
export const isDefinite = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || error.http === 0) return false
  const code = refusalCode(error)
  return error.http === 401 || (code !== undefined && !uncertainCodes.includes(code))
}

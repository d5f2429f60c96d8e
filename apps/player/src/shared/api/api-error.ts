import type { SessionEnding } from '@palpite/contract'

/** A call without a successful answer. `http` is 0 when there was no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly http: number
  /** The status in the body: 40101, 9999, 1403, or the refusal's number. */
  readonly status: number | undefined
  /** The server's message in the player's language; empty without one. */
  readonly serverMessage: string
  /** Data beside the message: the refusal's code and details. */
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

/** The call was sent in another session than the current one: its answer must be ignored. */
export class FormerSessionError extends Error {
  override readonly name = 'FormerSessionError'

  constructor(path: string, cause?: unknown) {
    super(`${path} was answered to a former session`, { cause })
  }
}

/** The server's message of a failed call; empty without one. */
export const serverMessageOf = (error: unknown): string =>
  error instanceof ApiError ? error.serverMessage : ''

/** The code of the refusal behind a failed call, such as `price_changed`. */
export const refusalCode = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError) || typeof error.data !== 'object' || error.data === null) return undefined
  const { code } = error.data as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** The ticket of a sign-in that needs one more step: the second factor, or the mailed code. */
export const ticketIn = (
  error: unknown,
  code: 'second_factor_needed' | 'country_code_needed',
): string | undefined =>
  refusalCode(error) === code ? ((error as ApiError).data as { ticket?: string }).ticket : undefined

/** Why the session ended, if the server said so. */
export const endingIn = ({ data }: ApiError): SessionEnding | undefined =>
  // The server's reason; an unknown one counts as none.
  (data as { ending?: SessionEnding } | null | undefined)?.ending

/** Error codes after which the outcome is unknown: a call without a timely answer may still be executed. */
const uncertainCodes: readonly string[] = ['fault', 'busy', 'bug']

/** Whether a failure proves that nothing was done. A missing or broken answer does not. */
export const isDefinite = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || error.http === 0) return false
  const code = refusalCode(error)
  return error.http === 401 || (code !== undefined && !uncertainCodes.includes(code))
}

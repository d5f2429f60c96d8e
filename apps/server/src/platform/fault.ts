/** The outside failed: a provider, the mail server, the database's line. Answered 503 in one place. */
export class Fault extends Error {
  override name = 'Fault'
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/** The outside failed: a provider, the mail server, the database's line. Answered 503 in one place. */
export class Fault extends Error {
  override name = 'Fault'
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/**
 * More was asked than is answered in time. Answered 503 like any fault, counted and not logged one by one: under load they come
 * in thousands.
 */
export class Busy extends Fault {
  override name = 'Busy'
}

/**
 * Stops a command that would go wrong: a bug, never an expected "no". Nothing catches it by name. What it says is put together
 * at each call: where a list passes for each of its requests, `throw` says it only when it is so.
 */
export function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Bug(what)
}

/** The value, which must be there: its absence is a bug. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Bug(`${what} is missing`)
  return value
}

/** We failed: an invariant does not hold. The request dies and an alarm rings. */
export class Bug extends Error {
  override name = 'Bug'
}

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

/**
 * Stops a command that would go wrong: a bug, never an expected refusal. Nothing catches it by name. The message is
 * built at every call: in a loop over requests, use `if` and `throw` instead.
 */
export function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Bug(what)
}

/** The value, which must exist: its absence is a bug. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Bug(`${what} is missing`)
  return value
}

/** We failed: an invariant does not hold. The request dies and an alarm rings. */
export class Bug extends Error {
  override name = 'Bug'
}

/** The outside failed: a provider, the mail server, the database connection. Answered 503 in one place. */
export class Fault extends Error {
  override name = 'Fault'
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/**
 * More requests than can be answered in time. Answered 503 like any fault, counted and not logged individually: under
 * load there are thousands.
 */
export class Busy extends Fault {
  override name = 'Busy'
}

/** Stops a deed that would go wrong: a bug, never an expected "no". Nothing catches it by name. */
export function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Bug(what)
}

/** The value, which must be there: its absence is a bug. */
export function present<T>(value: T | null | undefined, what: string): T {
  assert(value !== null && value !== undefined, `${what} is missing`)
  return value
}

/** We failed: an invariant does not hold. The request dies and an alarm rings. */
export class Bug extends Error {
  override name = 'Bug'
}

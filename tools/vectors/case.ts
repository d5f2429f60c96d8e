/** The result of one case of a vector file. */
export type Check =
  | { readonly verdict: 'passed'; readonly id: string }
  | { readonly verdict: 'failed'; readonly id: string; readonly why: string }
  | { readonly verdict: 'skipped'; readonly id: string; readonly what: string }

/** A JSON object of unknown fields. */
export type Json = { readonly [name: string]: unknown }

/** The value as an object; empty otherwise, so that reading continues and the case fails by name. */
export const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

/** The value as a list; empty otherwise. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value as text, numbers included; `undefined` otherwise. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

/** The value as a number, from a number or text. */
export const number = (value: unknown): number | undefined => {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}

/** Passed without faults; otherwise the first fault; skipped by name if a field was not understood. */
export const verdict = (
  id: string,
  wrongs: readonly (string | undefined)[],
  unread: readonly string[] = [],
): Check => {
  const why = wrongs.find((wrong) => wrong !== undefined)
  if (why !== undefined) return { verdict: 'failed', id, why }
  return unread.length === 0 ? { verdict: 'passed', id } : { verdict: 'skipped', id, what: unread.join(', ') }
}

/** The difference, or undefined if equal. */
export const differs = (what: string, expected: unknown, got: unknown): string | undefined =>
  JSON.stringify(expected) === JSON.stringify(got)
    ? undefined
    : `${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`

/** The same for numbers with a tolerance. */
export const deviates = (what: string, expected: unknown, got: number | undefined, tolerance: number) => {
  const wanted = number(expected)
  const near = wanted !== undefined && got !== undefined && Math.abs(wanted - got) <= tolerance
  return near ? undefined : `${what}: expected ${String(expected)}, got ${String(got)}`
}

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs one case; a thrown error is a mismatch of that case, not the file's end. */
export const attempt = (id: string, run: () => Check): Check => {
  try {
    return run()
  } catch (error) {
    return { verdict: 'failed', id, why: whyOf(error) }
  }
}

/** The same for a table of several cases. */
export const attemptAll = (id: string, run: () => Check[]): Check[] => {
  try {
    return run()
  } catch (error) {
    return [{ verdict: 'failed', id, why: whyOf(error) }]
  }
}

/** Lists of a file that nothing runs, reported by name. */
export const skipOthers = (file: unknown, known: readonly string[]): Check[] =>
  Object.entries(object(file))
    .filter(([name, value]) => Array.isArray(value) && !known.includes(name))
    .flatMap(([name, value]) =>
      list(value).map((_, place) => ({
        verdict: 'skipped',
        id: `${name} ${place + 1}`,
        what: `list ${name}`,
      })),
    )

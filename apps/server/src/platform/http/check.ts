import * as z from 'zod/mini'

type Checked = { value: unknown } | { wrong: string }

/**
 * Checks one part of a request against its schema. `wrong` names the first field that does not fit, or an
 * unknown one; it is empty when the part as a whole does not.
 */
export function checkPart(shape: unknown, given: unknown): Checked {
  if (shape === undefined) return isEmpty(given) ? { value: undefined } : { wrong: firstField(given) }
  const read = z.safeParse(shape as z.ZodMiniType, given)
  if (read.success) {
    const wrong = unstorable(read.data)
    return wrong === undefined ? { value: read.data } : { wrong }
  }
  const issue = read.error.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  return { wrong: [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.') }
}

/**
 * The first field whose text no database takes: a NUL, or half a character. Refused here once, because in a
 * statement it would fail as a bug of ours, far from whoever sent it.
 */
function unstorable(given: unknown): string | undefined {
  if (typeof given === 'string') return given.includes('\0') || /\p{Surrogate}/u.test(given) ? '' : undefined
  if (typeof given !== 'object' || given === null) return undefined
  for (const [name, value] of Object.entries(given)) {
    const within = unstorable(value)
    if (within !== undefined) return within === '' ? name : `${name}.${within}`
  }
  return undefined
}

const isEmpty = (given: unknown) =>
  given === undefined || given === null || (typeof given === 'object' && Object.keys(given).length === 0)

const firstField = (given: unknown) =>
  typeof given === 'object' && given !== null ? (Object.keys(given)[0] ?? '') : ''

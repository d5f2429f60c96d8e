import * as z from 'zod/mini'

type Checked = { value: unknown } | { wrong: string }

/**
 * Checks one part of a request against its schema. `wrong` names the first field that does not fit, or an
 * unknown one; it is empty when the part as a whole does not.
 */
export function checkPart(shape: unknown, given: unknown): Checked {
  if (shape === undefined) return isEmpty(given) ? { value: undefined } : { wrong: firstField(given) }
  const read = z.safeParse(shape as z.ZodMiniType, given)
  if (read.success) return { value: read.data }
  const issue = read.error.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  return { wrong: [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.') }
}

const isEmpty = (given: unknown) =>
  given === undefined || given === null || (typeof given === 'object' && Object.keys(given).length === 0)

const firstField = (given: unknown) =>
  typeof given === 'object' && given !== null ? (Object.keys(given)[0] ?? '') : ''

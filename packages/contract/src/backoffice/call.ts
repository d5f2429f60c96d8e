import * as z from 'zod/mini'
import type { NeededPermission } from './permissions.ts'

type Shape = z.ZodMiniType

/** One HTTP call of the back office. `visitor` is for signing in alone; all others name the permission they need. */
export type OperatorCall = {
  summary: string
  permission: NeededPermission | 'visitor'
  params?: Shape
  query?: Shape
  body?: Shape
  /** Put off by no limit, however much its operator asks: whoever wants to end a session can, always. */
  isNeverPutOff?: true
  /** Says a yes that may be the second of two: it counts beside the word of an independent operator alone. */
  needsTwo?: true
  data: Shape
}

/** Keeps the literal types of a table of calls, and checks its shape and where it stands. */
export const defineOperatorCalls = <
  const T extends Record<`${'GET' | 'POST'} /api/backoffice/${string}`, OperatorCall>,
>(
  calls: T,
): T => calls

/** The id of the last row of a page, as its answer gave it. */
export const idCursor = z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/)))

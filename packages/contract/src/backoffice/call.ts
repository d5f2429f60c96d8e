import * as z from 'zod/mini'
import type { NeededPermission } from './permissions.ts'

type Shape = z.ZodMiniType

/** A back-office call. `visitor` is only for signing in; all others name their permission. */
export type OperatorCall = {
  summary: string
  permission: NeededPermission | 'visitor'
  params?: Shape
  query?: Shape
  body?: Shape
  /** The maximum body size, if larger than usual. */
  bodyBytes?: number
  /** Exempt from rate limits: a session can always be ended. */
  isNeverPutOff?: true
  /** An approval that may be the second of two: it needs an independent operator. */
  needsTwo?: true
  data: Shape
}

/** Keeps a call table's literal types, and checks its shape and addresses. */
export const defineOperatorCalls = <
  const T extends Record<`${'GET' | 'POST'} /api/backoffice/${string}`, OperatorCall>,
>(
  calls: T,
): T => calls

/** The cursor: the last row's id of a page. */
export const idCursor = z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/)))

import * as z from 'zod/mini'

/** Who may make a call: anybody, or a player with a session token in `Authorization`. */
export type Access = 'visitor' | 'player'

type Shape = z.ZodMiniType

/** One HTTP call: what it takes, what its envelope's `data` holds, and who may make it. */
export type Call = {
  summary: string
  access: Access
  params?: Shape
  query?: Shape
  body?: Shape
  /** The body may also come form-encoded, as the specification asks of some calls. */
  form?: true
  /** The longest body, where it is longer than that of all others. */
  bodyBytes?: number
  /** The answer is this media type, outside the envelope. */
  raw?: string
  /** Put off by no limit, however much its player asks: whoever wants to end a session can, always. */
  isNeverPutOff?: true
  /** A list in the body of which each entry counts as a call of its own for how often its player may ask. */
  countsEach?: string
  /** A GET that changes something all the same, as some of the specification's do. Every POST does. */
  isChange?: true
  /** What playing needs: open to the test account too, whose password everybody knows. Any other change is refused to it. */
  isForTestAccount?: true
  /**
   * Registering, staking and paying in: taken only from where the licence holds, and of a player only under the terms in force,
   * once they said yes to them. What ends a round, sells a bet or takes
   * money out is taken from everywhere.
   */
  isWithinLicence?: true
  data: Shape
}

/** Keeps the literal types of a table of calls, and checks its shape. */
export const defineCalls = <const T extends Record<`${'GET' | 'POST'} /${string}`, Call>>(calls: T): T =>
  calls

/** The value a schema describes; nothing at all where there is no schema. */
export type ValueOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** Whole cents of BRL, more than zero. The ceiling only keeps sums within a safe integer. */
export const centsAbove0 = z.int().check(z.minimum(1), z.maximum(100_000_000_000))

/** Whole cents of BRL, zero or more. */
export const centsFrom0 = z.int().check(z.minimum(0))

/** Reais with at most two decimals, zero or more: the unit of the calls of the specification. */
export const reaisFrom0 = z.number().check(z.refine((reais) => /^\d{1,9}(\.\d{1,2})?$/.test(String(reais))))

/** Reais as above, more than zero. */
export const reaisAbove0 = reaisFrom0.check(z.refine((reais) => reais > 0))

/** The caller's own id for a command that moves money: sent twice, it acts once. */
export const requestId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))

/** An id as it is shown outside: it tells neither how many there are nor which came first. */
export const publicId = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{13}$/))

/** Whether the app wrapper asks (`isapp=1`); forms can only spell it, JSON has the number too. */
export const isapp = z.literal([0, 1, '0', '1'])

/** A decimal price in whole thousandths: 1.85 is 1850. */
export const priceMilli = z.int().check(z.minimum(1001), z.maximum(100_000_000))

/** Years that anything here may be in: a date outside of them is a mistake, and no database or library is asked what it makes of it. */
const inCentury = z.refine((date) => String(date).startsWith('20'))

/** An instant, ISO 8601 in UTC, from 2000 to 2099. */
export const instant = z.iso.datetime().check(z.maxLength(40), inCentury)

/** A day, as `2026-11-22`, from 2000 to 2099. */
export const day = z.iso.date().check(inCentury)

/** An opaque place in a list, as an earlier answer gave it; `null` at the end of the list. */
export const cursor = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,80}$/)))
export const nextCursor = z.nullable(z.string())

/** A discount on the price of packages: the fraction taken off, and when it ends, in epoch milliseconds. */
export const payDiscount = z.object({ discount: z.number(), expiredTime: z.int() })

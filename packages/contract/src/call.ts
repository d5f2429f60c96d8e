import * as z from 'zod/mini'
import type { MaintenancePart } from './maintenance-parts.ts'

/** Who may call: anybody, or a player with a session token in `Authorization`. */
export type Access = 'visitor' | 'player'

type Shape = z.ZodMiniType

/** An HTTP call: its input, its envelope's `data`, and its callers. */
export type Call = {
  summary: string
  access: Access
  params?: Shape
  query?: Shape
  body?: Shape
  /** The body may also be form-encoded, as the specification requires for some calls. */
  form?: true
  /** The maximum body size, if larger than usual. */
  bodyBytes?: number
  /** The answer is this media type, without the envelope. */
  raw?: string
  /** Exempt from rate limits: a session can always be ended. */
  isNeverPutOff?: true
  /** A list in the body, each entry of which counts as one call for the rate limit. */
  countsEach?: string
  /** A GET with side effects, as the specification has some. Every POST has them. */
  isChange?: true
  /** Needed for playing: open to the public test account too. Any other change is refused to it. */
  isForTestAccount?: true
  /**
   * Registering, staking and paying in: only from licensed places, and for players only under accepted current terms.
   * Ending a round, selling a bet and withdrawing work from everywhere.
   */
  isWithinLicence?: true
  /** It begins something of this part, so maintenance of the part refuses it. What has begun goes on. */
  begins?: MaintenancePart
  /** Its command refuses instead, because not all of it is new: a repeated `requestId` gets its earlier answer. */
  decidesMaintenance?: true
  data: Shape
}

/** Keeps a call table's literal types, and checks its shape. */
export const defineCalls = <const T extends Record<`${'GET' | 'POST'} /${string}`, Call>>(calls: T): T =>
  calls

/** A schema's type; undefined without one. */
export type ValueOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** Whole cents of BRL, above zero. The maximum keeps sums within safe integers. */
export const centsAbove0 = z.int().check(z.minimum(1), z.maximum(100_000_000_000))

/** Whole cents of BRL, zero or more. */
export const centsFrom0 = z.int().check(z.minimum(0))

/** Reais with at most two decimals, zero or more: the unit of the specification's calls. */
export const reaisFrom0 = z.number().check(z.refine((reais) => /^\d{1,9}(\.\d{1,2})?$/.test(String(reais))))

/** Reais as above, above zero. */
export const reaisAbove0 = reaisFrom0.check(z.refine((reais) => reais > 0))

/** The caller's id of a command that moves money: sent twice, it acts once. */
export const requestId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))

/** A public id: it reveals neither count nor order. */
export const publicId = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{13}$/))

/** Whether the app wrapper calls (`isapp=1`); forms have only strings, JSON the number too. */
export const isapp = z.literal([0, 1, '0', '1'])

/** A decimal price in whole thousandths: 1.85 is 1850. */
export const priceMilli = z.int().check(z.minimum(1001), z.maximum(100_000_000))

/** The valid years: dates outside are refused before any database or library sees them. */
const inCentury = z.refine((date) => String(date).startsWith('20'))

/** An instant, ISO 8601 in UTC, from 2000 to 2099. */
export const instant = z.iso.datetime().check(z.maxLength(40), inCentury)

/** A day, as `2026-11-22`, from 2000 to 2099. */
export const day = z.iso.date().check(inCentury)

/** An opaque cursor from an earlier answer; `null` at the end. */
export const cursor = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,80}$/)))
export const nextCursor = z.nullable(z.string())

/** A discount on package prices: the fraction, and its end in epoch milliseconds. */
export const payDiscount = z.object({ discount: z.number(), expiredTime: z.int() })

import { instant } from '@palpite/contract'
import * as z from 'zod/mini'
import { attemptReading, type FeedReading, type FeedRefusal, stopReading } from '../../sportsbook/index.ts'
import { readJson } from '../read-json.ts'

/** The state of an exchange market accumulated from its stream: its definition, and the back prices of each runner. */
export type ExchangeMarket = {
  readonly id: string
  readonly definition: ExchangeDefinition | undefined
  readonly runners: ReadonlyMap<number, ExchangeRunner>
}

type ExchangeRunner = {
  /** Offers to backers: the size at each price. */
  readonly offered: ReadonlyMap<number, number>
  readonly lastTraded: number | undefined
}

export const newExchangeMarket = (id: string): ExchangeMarket => ({
  id,
  definition: undefined,
  runners: new Map(),
})

/** Applies a change to the market. An image replaces everything; a size of zero removes its price. */
export function changedMarket(before: ExchangeMarket, change: ExchangeChange): ExchangeMarket {
  const runners = new Map(change.img === true ? [] : before.runners)
  for (const { id, ltp, atb } of change.rc ?? []) {
    const runner = runners.get(id)
    const offered = new Map(runner?.offered)
    for (const [price, size] of atb ?? []) {
      if (size > 0) offered.set(price, size)
      else offered.delete(price)
    }
    runners.set(id, { offered, lastTraded: ltp ?? runner?.lastTraded })
  }
  return { id: before.id, definition: change.marketDefinition ?? before.definition, runners }
}

/** No longer price is quoted: the exchange's own maximum. */
const LONGEST_PRICE = 1000

/**
 * A runner's quote in thousandths: the best offered back price, or the last traded price if the stream carries no
 * offers; undefined if there is neither or the price is not above 1.00.
 */
export function quotedMilli({ runners }: ExchangeMarket, id: number): number | undefined {
  const runner = runners.get(id)
  const best = runner && runner.offered.size > 0 ? Math.max(...runner.offered.keys()) : runner?.lastTraded
  if (best === undefined || !(best > 1) || best > LONGEST_PRICE) return undefined
  return Math.round(best * 1000)
}

/** Maximum characters of a market stream line: the image of a market with thirty runners has about 60,000. */
const MAX_CHARACTERS = 1_000_000

const id = z.int().check(z.gte(1), z.lte(2 ** 40))
const ladder = z.array(z.tuple([z.number(), z.number()])).check(z.maxLength(400))
const runner = z.object({
  id,
  status: z.enum(['ACTIVE', 'REMOVED', 'WINNER', 'LOSER', 'PLACED', 'HIDDEN']),
  name: z.optional(z.string().check(z.maxLength(120))),
  adjustmentFactor: z.optional(z.number()),
  bsp: z.optional(z.union([z.number(), z.literal('NaN'), z.literal('Infinity')])),
})
const definition = z.object({
  eventId: z.string().check(z.maxLength(30)),
  eventTypeId: z.string().check(z.maxLength(12)),
  marketType: z.string().check(z.maxLength(60)),
  marketTime: instant,
  status: z.enum(['OPEN', 'SUSPENDED', 'CLOSED', 'INACTIVE']),
  inPlay: z.boolean(),
  betDelay: z.int().check(z.gte(0), z.lte(60)),
  numberOfWinners: z.int().check(z.gte(0), z.lte(100)),
  version: z.int(),
  name: z.optional(z.string().check(z.maxLength(120))),
  eventName: z.optional(z.string().check(z.maxLength(120))),
  runners: z.array(runner).check(z.maxLength(200)),
})
const runnerChange = z.object({ id, ltp: z.optional(z.number()), atb: z.optional(ladder) })
const marketId = z.string().check(z.regex(/^\d{1,3}\.\d{1,15}$/))
const marketChange = z.object({
  id: marketId,
  img: z.optional(z.boolean()),
  marketDefinition: z.optional(definition),
  rc: z.optional(z.array(runnerChange).check(z.maxLength(200))),
})
const line = z.object({
  op: z.string(),
  clk: z.optional(z.string().check(z.maxLength(200))),
  ct: z.optional(z.string()),
  pt: z.optional(z.int().check(z.gte(1))),
  mc: z.optional(z.array(z.unknown()).check(z.maxLength(500))),
})

export type ExchangeDefinition = z.output<typeof definition>
export type ExchangeChange = z.output<typeof marketChange>

/** An unreadable change: its market if known, the reason, and whether it contained prices. */
export type UnreadChange = {
  readonly id: string | undefined
  readonly refusal: FeedRefusal
  readonly hasPrices: boolean
}

/** One line of the market stream: publish time, stream position, and the changes by market. */
type ExchangeLine = {
  readonly publishedAt: Date
  readonly clock: string
  readonly isHeartbeat: boolean
  readonly changes: readonly ExchangeChange[]
  readonly unread: readonly UnreadChange[]
}

/**
 * Parses one JSON line of an exchange's market stream; each market is read or refused alone. Responses to requests
 * (connection, status) are not changes.
 */
export const readMarketLine = (text: string): FeedReading<ExchangeLine> =>
  attemptReading(() => {
    const read = readJson(text, line, MAX_CHARACTERS)
    if (read.op !== 'mcm') return stopReading('unknown_kind', read.op.slice(0, 40))
    const changes = (read.mc ?? []).map((one) => ({ one, parsed: z.safeParse(marketChange, one) }))
    return {
      publishedAt: new Date(read.pt ?? stopReading('field_missing', 'pt')),
      clock: read.clk ?? stopReading('field_missing', 'clk'),
      isHeartbeat: read.ct === 'HEARTBEAT',
      changes: changes.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : [])),
      unread: changes.flatMap(({ one, parsed }) => (parsed.success ? [] : [unreadOf(one, parsed.error)])),
    }
  })

const named = z.object({ id: marketId, rc: z.optional(z.unknown()) })

function unreadOf(change: unknown, { issues }: z.core.$ZodError): UnreadChange {
  const known = z.safeParse(named, change)
  const [issue] = issues
  const detail = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  return {
    id: known.data?.id,
    refusal: { reason: 'field_not_valid', detail: detail.slice(0, 200) },
    hasPrices: !known.success || known.data.rc !== undefined,
  }
}

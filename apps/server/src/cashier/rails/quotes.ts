import type { Deps } from '../../platform/deps.ts'
import { Fault } from '../../platform/errors.ts'
import type { CashierSettings } from '../settings.ts'
import { insertQuote, type QuoteTerms, selectQuotes, type SourceQuote } from './queries.ts'
import { cents, floorToCents, fraction } from '@palpite/money'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import { notedCall } from '../../platform/call-outside.ts'

/**
 * The rates that are valid now: the current one, and earlier ones in their grace period; and those that were shown
 * lately and have expired.
 */
export type LiveQuotes = {
  rateE4: number
  rateAt: Date
  expiresAt: Date
  valid: readonly number[]
  expired: readonly number[]
}

export const quoteTermsOf = (settings: CashierSettings): QuoteTerms => ({
  quoteSeconds: settings.usdtQuoteSeconds,
  graceSeconds: settings.usdtGraceSeconds,
  maxAgeSeconds: settings.usdtRateMaxAgeSeconds,
})

/**
 * The price of USDT: refreshed when the last quote expires. Undefined while the source gives no price, or one that is
 * too old.
 */
export type Quotes = { read: (terms: QuoteTerms) => Promise<LiveQuotes | undefined> }

/** After a failure the source is not asked for this long, so that withdrawals do not wait for it. */
const PAUSE_MS = 5_000

/** Opens the quotes of a source. All servers share them through the database. */
export function openQuotes({ db, log }: Deps, source: QuoteSource | undefined): Quotes {
  let quietUntilMs = 0
  const renew = async (source: QuoteSource, terms: QuoteTerms): Promise<void> => {
    if (performance.now() < quietUntilMs) return
    try {
      const quote = await source.read()
      await insertQuote(db, { ...quote, source: source.name }, terms)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      quietUntilMs = performance.now() + PAUSE_MS
      log.warn({ err: error }, 'the source gives no price of USDT: withdrawals in USDT are unavailable')
    }
  }
  return {
    read: async (terms) => {
      if (!source) return undefined
      const fresh = await live(terms)
      if (fresh) return fresh
      await renew(source, terms)
      const renewed = await live(terms)
      if (!renewed && performance.now() >= quietUntilMs) {
        quietUntilMs = performance.now() + PAUSE_MS
        log.warn('the price of USDT is too old, expired, or dated in the future')
      }
      return renewed
    },
  }

  async function live(terms: QuoteTerms): Promise<LiveQuotes | undefined> {
    const rows = await selectQuotes(db, terms)
    const current = rows.find(({ isCurrent }) => isCurrent)
    const rates = (isHonoured: boolean) =>
      rows.filter((row) => row.isHonoured === isHonoured).map(({ rateE4 }) => rateE4)
    return current && { ...current, valid: rates(true), expired: rates(false) }
  }
}

/**
 * The rate of a withdrawal: the one shown to its player, if it is a stored rate that is still valid, else the current
 * one. Undefined if an expired rate was shown and the player would now get less. The client's rate is looked up,
 * never trusted.
 */
export function rateFor({ rateE4, valid, expired }: LiveQuotes, shown: string): number | undefined {
  const [, whole, broken = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(shown.trim()) ?? []
  if (whole === undefined) return rateE4
  const shownE4 = Number(whole) * 10_000 + Number(broken.padEnd(4, '0'))
  if (valid.includes(shownE4)) return shownE4
  return shownE4 < rateE4 && expired.includes(shownE4) ? undefined : rateE4
}

/** The network fee that the player pays: SPEC §9 takes 1 USDT off. */
const MINING_MICROS = 1_000_000

/** A payout in USDT, in reais and in millionths of a USDT. */
type UsdtTerms = { netCents: number; miningCents: number; usdtMicros: number }

/**
 * What is sent of an amount after the fee at a rate (reais per USDT, in ten-thousandths): fractions of a millionth
 * are dropped, and 1 USDT goes to the network. Undefined if nothing would be left to send.
 */
export function usdtTerms(afterFeeCents: number, rateE4: number): UsdtTerms | undefined {
  const usdtMicros = Number((BigInt(afterFeeCents) * 100_000_000n) / BigInt(rateE4)) - MINING_MICROS
  const miningCents = floorToCents(fraction(BigInt(rateE4), 100))
  const netCents = cents(afterFeeCents) - miningCents
  return usdtMicros > 0 && netCents > 0 ? { netCents, miningCents, usdtMicros } : undefined
}

/** A source of the price of USDT. Throws a Fault if it gives no valid price. */
type QuoteSource = { name: string; read: () => Promise<SourceQuote> }

/** A rate outside these bounds is a mistake, not a market: reais per USDT. */
const RATE_E4 = { min: 10_000, max: 200_000 }

const shape = z.object({
  rate: z.string().regex(/^\d{1,3}(\.\d{1,4})?$/),
  // Required: only the time reveals a source that keeps repeating an old rate.
  rateAt: z.iso.datetime({ offset: true }),
  expiresAt: z.iso.datetime({ offset: true }),
})

/** The source that the environment names: a file, an address, or the sandbox in sandbox mode. */
export function quoteSourceFromConfig(config: Config, timeoutMs: number): QuoteSource | undefined {
  const { USDT_QUOTE_FILE: file, USDT_QUOTE_URL, SANDBOX_URL } = config
  if (file !== undefined) return { name: 'file', read: () => readQuoteFile(file) }
  const url = USDT_QUOTE_URL ?? (SANDBOX_URL === undefined ? undefined : `${bare(SANDBOX_URL)}/quotes/usdt`)
  if (url === undefined) return undefined
  return {
    name: USDT_QUOTE_URL === undefined ? 'sandbox' : 'address',
    read: () => notedCall('quotes of USDT', fetchQuote(url, timeoutMs)),
  }
}

const bare = (url: string): string => url.replace(/\/$/, '')

/** A quote file `{"rate": "5.4321", "rateAt": "…", "expiresAt": "…"}`, written by hand or by an operator's program. */
async function readQuoteFile(path: string): Promise<SourceQuote> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Fault('the file of the quote cannot be read', error)
  })
  return quoteIn(text)
}

async function fetchQuote(url: string, timeoutMs: number): Promise<SourceQuote> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return quoteIn(await response.text())
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('the source gives no price of USDT', error)
  }
}

/** Parses a quote; a Fault if it is malformed or its rate is out of bounds. The database checks whether it has expired. */
export function quoteIn(text: string): SourceQuote {
  const read = shape.safeParse(jsonOf(text))
  if (!read.success) throw new Fault('the quote is malformed')
  const [whole = '', broken = ''] = read.data.rate.split('.')
  const rateE4 = Number(whole) * 10_000 + Number(broken.padEnd(4, '0'))
  const [rateAt, expiresAt] = [new Date(read.data.rateAt), new Date(read.data.expiresAt)]
  if (rateE4 < RATE_E4.min || rateE4 > RATE_E4.max) throw new Fault('the rate of the quote is out of bounds')
  return { rateE4, rateAt, expiresAt }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Fault('the quote is not JSON', error)
  }
}

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
 * The rates that hold now: what is shown, and those shown shortly before, for whoever saw them; beside them those that were
 * shown lately and are over.
 */
export type LiveQuotes = {
  rateE4: number
  rateAt: Date
  expiresAt: Date
  honoured: readonly number[]
  over: readonly number[]
}

export const quoteTermsOf = (settings: CashierSettings): QuoteTerms => ({
  quoteSeconds: settings.usdtQuoteSeconds,
  graceSeconds: settings.usdtGraceSeconds,
  maxAgeSeconds: settings.usdtRateMaxAgeSeconds,
})

/** What a USDT costs: read anew when the last quote is over. Nothing while nobody says, or says a rate that is too old. */
export type Quotes = { read: (terms: QuoteTerms) => Promise<LiveQuotes | undefined> }

/** A source that failed is left alone so long: whoever withdraws otherwise need not wait for it. */
const PAUSE_MS = 5_000

/** Opens the quotes of a source. All servers share them: they are kept in the database. */
export function openQuotes({ db, log }: Deps, source: QuoteSource | undefined): Quotes {
  let quietUntilMs = 0
  const renew = async (source: QuoteSource, terms: QuoteTerms): Promise<void> => {
    if (performance.now() < quietUntilMs) return
    try {
      const said = await source.read()
      await insertQuote(db, { ...said, source: source.name }, terms)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      quietUntilMs = performance.now() + PAUSE_MS
      log.warn({ err: error }, 'nobody says what a USDT costs: none is withdrawn meanwhile')
    }
  }
  return {
    read: async (terms) => {
      if (!source) return undefined
      const standing = await live(terms)
      if (standing) return standing
      await renew(source, terms)
      const renewed = await live(terms)
      if (!renewed && performance.now() >= quietUntilMs) {
        quietUntilMs = performance.now() + PAUSE_MS
        log.warn('what is said of the price of USDT is too old, over, or of a time to come')
      }
      return renewed
    },
  }

  async function live(terms: QuoteTerms): Promise<LiveQuotes | undefined> {
    const rows = await selectQuotes(db, terms)
    const current = rows.find(({ isCurrent }) => isCurrent)
    const rates = (isHonoured: boolean) =>
      rows.filter((row) => row.isHonoured === isHonoured).map(({ rateE4 }) => rateE4)
    return current && { ...current, honoured: rates(true), over: rates(false) }
  }
}

/**
 * The rate that a withdrawal is made at: that which its player was shown, if it is one of ours that still holds, else
 * the one of now. Nothing where one of ours that is over was shown, and the player would get less than it said. What a
 * client says is looked up, never believed.
 */
export function rateFor({ rateE4, honoured, over }: LiveQuotes, shown: string): number | undefined {
  const [, whole, broken = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(shown.trim()) ?? []
  if (whole === undefined) return rateE4
  const shownE4 = Number(whole) * 10_000 + Number(broken.padEnd(4, '0'))
  if (honoured.includes(shownE4)) return shownE4
  return shownE4 < rateE4 && over.includes(shownE4) ? undefined : rateE4
}

/** What the network's carrying costs the player: SPEC §9 takes 1 USDT off. */
const MINING_MICROS = 1_000_000

/** What a payout in USDT comes to, in reais and in millionths of a USDT. */
type UsdtTerms = { netCents: number; miningCents: number; usdtMicros: number }

/**
 * What of an amount after the fee is sent at a rate (reais for one USDT, in ten-thousandths): broken millionths are
 * dropped, and 1 USDT is kept for the network. Nothing where nothing would be left to send.
 */
export function usdtTerms(afterFeeCents: number, rateE4: number): UsdtTerms | undefined {
  const usdtMicros = Number((BigInt(afterFeeCents) * 100_000_000n) / BigInt(rateE4)) - MINING_MICROS
  const miningCents = floorToCents(fraction(BigInt(rateE4), 100))
  const netCents = cents(afterFeeCents) - miningCents
  return usdtMicros > 0 && netCents > 0 ? { netCents, miningCents, usdtMicros } : undefined
}

/** Whoever says what a USDT costs. A Fault where nothing sensible is said. */
type QuoteSource = { name: string; read: () => Promise<SourceQuote> }

/** A rate outside these is somebody's slip, not a market: reais for one USDT. */
const RATE_E4 = { min: 10_000, max: 200_000 }

const shape = z.object({
  rate: z.string().regex(/^\d{1,3}(\.\d{1,4})?$/),
  // Required: a source that goes on saying an old rate is found out by it alone.
  rateAt: z.iso.datetime({ offset: true }),
  expiresAt: z.iso.datetime({ offset: true }),
})

/** The source that the environment names: a file, an address, or the sandbox beside a sandbox. */
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

/** A quote written as `{"rate": "5.4321", "rateAt": "…", "expiresAt": "…"}`, by hand or by a program of the operator's. */
async function readQuoteFile(path: string): Promise<SourceQuote> {
  const said = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Fault('the file of the quote cannot be read', error)
  })
  return quoteIn(said)
}

async function fetchQuote(url: string, timeoutMs: number): Promise<SourceQuote> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return quoteIn(await response.text())
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('nobody says what a USDT costs', error)
  }
}

/** What was said, as a quote; a Fault where it is none, or no rate that a market has. Whether it is over or too old the database says. */
export function quoteIn(said: string): SourceQuote {
  const read = shape.safeParse(jsonOf(said))
  if (!read.success) throw new Fault('the quote is not written as one')
  const [whole = '', broken = ''] = read.data.rate.split('.')
  const rateE4 = Number(whole) * 10_000 + Number(broken.padEnd(4, '0'))
  const [rateAt, expiresAt] = [new Date(read.data.rateAt), new Date(read.data.expiresAt)]
  if (rateE4 < RATE_E4.min || rateE4 > RATE_E4.max) throw new Fault('the quote is no rate of a market')
  return { rateE4, rateAt, expiresAt }
}

function jsonOf(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch (error) {
    throw new Fault('the quote is not JSON', error)
  }
}

import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import { Fault } from '../../platform/fault.ts'
import { notedCall } from '../../platform/port-health.ts'

/** What one USDT costs, in ten-thousandths of a real, from when that is, and until when its source stands by it. */
export type SourceQuote = { rateE4: number; rateAt: Date; expiresAt: Date }

/** Whoever says what a USDT costs. A Fault where nothing sensible is said. */
export type QuoteSource = { name: string; read: () => Promise<SourceQuote> }

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

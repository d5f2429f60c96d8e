import type { Deps } from '../../platform/deps.ts'
import { Fault } from '../../platform/fault.ts'
import type { CashierSettings } from '../settings.ts'
import type { QuoteSource } from './quote-source.ts'
import { insertQuote, type QuoteTerms, selectQuotes } from './queries.ts'
import { cents, floorToCents, fraction } from '@palpite/money'

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

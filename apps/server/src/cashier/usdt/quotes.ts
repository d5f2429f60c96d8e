import type { Deps } from '../../platform/deps.ts'
import { Fault } from '../../platform/fault.ts'
import type { QuoteSource } from './quote-source.ts'
import { insertQuote, selectQuotes } from './queries.ts'

/**
 * The rates that hold now: what is shown, and those shown shortly before, for whoever saw them; beside them those that were
 * shown lately and are over.
 */
export type LiveQuotes = {
  rateE4: number
  expiresAt: Date
  honoured: readonly number[]
  over: readonly number[]
}

type Terms = { quoteSeconds: number; graceSeconds: number }

/** What a USDT costs: read anew when the last quote is over. Nothing while nobody says. */
export type Quotes = { read: (terms: Terms) => Promise<LiveQuotes | undefined> }

/** A source that failed is left alone so long: whoever withdraws otherwise need not wait for it. */
const PAUSE_MS = 5_000

/** Opens the quotes of a source. All servers share them: they are kept in the database. */
export function openQuotes({ db, log }: Deps, source: QuoteSource | undefined): Quotes {
  let quietUntilMs = 0
  const renew = async (source: QuoteSource, { quoteSeconds }: Terms): Promise<void> => {
    if (performance.now() < quietUntilMs) return
    try {
      const { rateE4, expiresAt } = await source.read()
      await insertQuote(db, { rateE4, source: source.name, expiresAt, quoteSeconds })
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
      return live(terms)
    },
  }

  async function live({ graceSeconds }: Terms): Promise<LiveQuotes | undefined> {
    const rows = await selectQuotes(db, graceSeconds)
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

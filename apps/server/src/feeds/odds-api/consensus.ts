import {
  checkMarket,
  lineQuarters,
  type MarketRef,
  marketType,
  removeMarginFromOdds,
  type Sport,
} from '@palpite/odds'

/** One bookmaker price: the outcome is identified by its name, and its line if it has one. */
export type QuotedOutcome = {
  readonly name: string
  readonly price: number
  readonly point?: number | undefined
}

export type QuotedMarket = {
  readonly key: string
  readonly updatedAt: Date
  readonly outcomes: readonly QuotedOutcome[]
}

export type QuotedGame = {
  readonly key: string
  readonly sport: Sport
  readonly competition: string
  readonly startsAt: Date
  readonly home: string
  readonly away: string
  readonly books: readonly { readonly key: string; readonly markets: readonly QuotedMarket[] }[]
}

/** A market quoted by bookmakers, with the chance of each outcome after removing their margins. */
export type FairMarket = {
  readonly market: MarketRef
  readonly outcomes: readonly { readonly code: string; readonly chance: number }[]
  /** How many bookmakers it is based on. */
  readonly books: number
}

/**
 * Our market for each of the feed's three, by sport. Two-way football has no winner market, and set sports have no
 * points.
 */
const MARKETS: Readonly<Partial<Record<Sport, Readonly<Record<string, Omit<MarketRef, 'lineQuarters'>>>>>> = {
  football: {
    h2h: { type: 'football.1x2', period: 'full' },
    spreads: { type: 'football.asian_handicap', period: 'full' },
    totals: { type: 'football.total', period: 'full' },
  },
  basketball: pointsMarkets('basketball'),
  american_football: pointsMarkets('american_football'),
  baseball: pointsMarkets('baseball'),
  tennis: { h2h: { type: 'tennis.winner', period: 'full' } },
  boxing: { h2h: { type: 'boxing.winner', period: 'full' } },
  cricket: { h2h: { type: 'cricket.winner', period: 'all' } },
}

function pointsMarkets(sport: string): Readonly<Record<string, Omit<MarketRef, 'lineQuarters'>>> {
  return {
    h2h: { type: `${sport}.winner`, period: 'all' },
    spreads: { type: `${sport}.handicap`, period: 'all' },
    totals: { type: `${sport}.total`, period: 'all' },
  }
}

/** Quotes this much older than the game's newest are ignored. */
const STALE_MS = 10 * 60_000

/**
 * The markets of a game by consensus: each bookmaker's margin is removed and the median counts, so no single wrong or
 * late bookmaker moves the price. Exchange lay prices are ignored.
 */
export function fairMarkets(game: QuotedGame): FairMarket[] {
  const kinds = MARKETS[game.sport] ?? {}
  const newest = Math.max(
    0,
    ...game.books.flatMap(({ markets }) => markets.map(({ updatedAt }) => updatedAt.getTime())),
  )
  const quotes = new Map<string, Quote[]>()
  for (const { markets } of game.books) {
    for (const quoted of markets) {
      const kind = Object.hasOwn(kinds, quoted.key) ? kinds[quoted.key] : undefined
      if (!kind || newest - quoted.updatedAt.getTime() > STALE_MS) continue
      const quote = quoteOf(game, kind, quoted)
      if (!quote) continue
      const key = `${quote.market.type} ${quote.market.lineQuarters ?? ''}`
      quotes.set(key, [...(quotes.get(key) ?? []), quote])
    }
  }
  return [...quotes.values()].flatMap(agreed)
}

type Quote = {
  readonly market: MarketRef
  readonly codes: readonly string[]
  readonly chances: readonly number[]
}

function quoteOf(
  game: QuotedGame,
  kind: Omit<MarketRef, 'lineQuarters'>,
  quoted: QuotedMarket,
): Quote | undefined {
  const type = marketType(kind.type)
  if (!type || quoted.outcomes.length !== type.outcomes.length) return undefined
  const byCode = new Map(quoted.outcomes.map((outcome) => [codeOf(game, outcome), outcome]))
  const outcomes = type.outcomes.flatMap((code) => byCode.get(code) ?? [])
  const market = marketOf(kind, byCode, type.line !== undefined)
  if (outcomes.length !== type.outcomes.length || !market || checkMarket(market) !== undefined)
    return undefined
  const fair = removeMarginFromOdds(
    outcomes.map(({ price }) => price),
    'power',
  )
  return fair.ok ? { market, codes: type.outcomes, chances: fair.value.chances } : undefined
}

/** The outcome code by name: a team's own, Draw, Over, Under. Any other name is unknown. */
function codeOf({ home, away }: QuotedGame, { name }: QuotedOutcome): string | undefined {
  if (name === home) return 'home'
  if (name === away) return 'away'
  return { Draw: 'draw', Over: 'over', Under: 'under' }[name]
}

function marketOf(
  kind: Omit<MarketRef, 'lineQuarters'>,
  byCode: ReadonlyMap<string | undefined, QuotedOutcome>,
  hasLine: boolean,
): MarketRef | undefined {
  if (!hasLine) return { ...kind }
  const [home, away] = [byCode.get('home')?.point, byCode.get('away')?.point]
  const [over, under] = [byCode.get('over')?.point, byCode.get('under')?.point]
  const isOneLine = over === undefined ? home !== undefined && home === -(away ?? Number.NaN) : over === under
  const quarters = isOneLine ? lineQuarters(over ?? home ?? Number.NaN) : undefined
  return quarters === undefined ? undefined : { ...kind, lineQuarters: quarters }
}

function agreed(quotes: readonly Quote[]): FairMarket[] {
  const [first] = quotes
  if (!first) return []
  const middles = first.codes.map((_, place) => median(quotes.map(({ chances }) => chances[place] ?? 0)))
  const whole = middles.reduce((sum, chance) => sum + chance, 0)
  const outcomes = first.codes.map((code, place) => ({ code, chance: (middles[place] ?? 0) / whole }))
  return [{ market: first.market, outcomes, books: quotes.length }]
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

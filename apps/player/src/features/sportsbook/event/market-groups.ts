import type { Market, Outcome } from '../../../shared/fixture.ts'
import { isNamed } from '../market-texts.ts'

/** All lines of one question over one stretch of play: one card on the page of a match. */
export type MarketGroup = {
  key: string
  type: string
  period: string
  side: Market['side']
  markets: readonly Market[]
  /** Nothing of it can be bet on any more. */
  isEnded: boolean
}

/** What could be bet on: when anything last could, and at any time since the page was opened. */
export type Offered = { last: ReadonlySet<string>; ever: ReadonlySet<string> }
const nothingOffered: Offered = { last: new Set(), ever: new Set() }

const isOpen = ({ status }: Market) => status === 'open'
const isSuspended = ({ status }: Market) => status === 'suspended'
const isOver = ({ status }: Market) => status === 'settled'

/**
 * The markets of a match as cards, in the order the server gave, lines from low to high. A line that went out of
 * the offer stays with the server, suspended at its last price: while others of its card are open, or settled, it
 * is left out. While a goal stops them all, those stay that were offered last: nothing on the page moves. A card of which
 * nothing is open while others are has ended, unless it was open on this page and is only locked for a moment.
 */
export const marketGroups = (
  markets: readonly Market[],
  offered: Offered = nothingOffered,
): readonly MarketGroup[] => {
  const isStopped = !markets.some(isOpen)
  const byKey = new Map<string, Market[]>()
  // Who is placed each way is chosen in the slip.
  for (const market of markets.filter(({ type }) => isNamed(type) && !type.endsWith('.each_way'))) {
    const key = [market.type, market.period, market.side].filter(Boolean).join(':')
    byKey.set(key, [...(byKey.get(key) ?? []), market])
  }
  return [...byKey]
    .map(([key, all]) => ({
      key,
      type: all[0]?.type ?? '',
      period: all[0]?.period ?? 'full',
      side: all[0]?.side ?? null,
      isEnded: isStopped
        ? !all.some(({ marketId, status }) => offered.last.has(marketId) || status === 'suspended')
        : !all.some((market) => isOpen(market) || (isSuspended(market) && offered.ever.has(market.marketId))),
      markets: inOffer(all, offered.last).toSorted(
        (one, other) => (one.lineQuarters ?? 0) - (other.lineQuarters ?? 0),
      ),
    }))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Who wins, then how much, then the rest of the match; its parts come after it, in the order they are played. */
const placeOf = ({ type, period }: Pick<MarketGroup, 'type' | 'period'>): number => {
  const isWhole = period === 'full' || period === 'all'
  const [, unit = '', count = '0'] = /^([a-z]+)(\d*)$/.exec(period) ?? []
  const part = isWhole ? 0 : (unit === 'half' || unit === 'first' ? 1 : 2) * 1000 + Number(count) * 10
  return part + (/\.(?:1x2|winner|win)$/.test(type) ? 0 : /handicap|\.total/.test(type) ? 1 : 2)
}

/** So many outcomes stand as a grid, in which those that can come no more are not looked for. */
const GRID_FROM = 4

const isDead = ({ status, result }: Outcome): boolean => status === 'closed' || result !== null

/** A card in two: what of it can still come, and what of its grid can come no more, as an exact score once passed. */
export const splitEnded = (group: MarketGroup): { shown: MarketGroup | null; ended: MarketGroup | null } => {
  if (group.isEnded) return { shown: null, ended: group }
  const part = (isEnded: boolean): MarketGroup | null => {
    const markets = group.markets
      .map((market) => ({ ...market, outcomes: market.outcomes.filter((one) => isDead(one) === isEnded) }))
      .filter(({ outcomes }) => outcomes.length > 0)
    return markets.length > 0 ? { ...group, markets, isEnded } : null
  }
  const isGrid = group.markets.some(({ outcomes }) => outcomes.length >= GRID_FROM)
  return isGrid ? { shown: part(false), ended: part(true) } : { shown: group, ended: null }
}

/** More than lines are ever apart. */
const MANY = 10_000

/** Goals are looked for at two and a half first. */
const FIRST_LINE: Readonly<Record<string, number>> = { 'football.total': 10 }

/**
 * The lines of a card with the one that most look for first: the known one while it is open, else the most even. The nearest
 * halves follow it. `lead` is the market that stands first already: it stays there while it is open, because prices move all
 * the time in play, and lines that changed places would be tapped in error.
 */
export const mainLineFirst = (group: MarketGroup, lead?: string): MarketGroup => {
  if (group.markets.length < 2) return group
  const unevenness = ({ outcomes: [one, other] }: Market) =>
    Math.abs((one?.priceMilli ?? 0) - (other?.priceMilli ?? 0))
  const open = group.markets.filter(isOpen)
  const among = open.length > 0 ? open : group.markets // stopped for a moment: nothing moves
  const main =
    among.find(({ marketId }) => marketId === lead) ??
    open.find(({ lineQuarters }) => lineQuarters === FIRST_LINE[group.type]) ??
    open.toSorted((one, other) => unevenness(one) - unevenness(other))[0]
  if (!main) return group
  const rank = ({ lineQuarters }: Market): number => {
    const line = lineQuarters ?? 0
    // Halves before those that may give the stake back, and of them the nearest.
    return Math.abs(line - (main.lineQuarters ?? 0)) + (Math.abs(line) % 4 === 2 ? 0 : MANY)
  }
  const others = group.markets.filter((each) => each !== main)
  return { ...group, markets: [main, ...others.toSorted((one, other) => rank(one) - rank(other))] }
}

/** The markets that can be bet on now. */
export const openIdsOf = (markets: readonly Market[]): readonly string[] =>
  markets.filter(isOpen).map(({ marketId }) => marketId)

const inOffer = (markets: readonly Market[], offered: ReadonlySet<string>): readonly Market[] => {
  const open = markets.filter(isOpen)
  if (open.length > 0) return open
  const stopped = markets.filter((market) => isSuspended(market) && offered.has(market.marketId))
  if (stopped.length > 0) return stopped
  const over = markets.filter(isOver)
  return over.length > 0 ? over : markets
}

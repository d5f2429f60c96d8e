import type { Market, Outcome } from '../../../shared/fixture.ts'
import { isNamed } from '../market-texts.ts'

/** All lines of one market type and period: one card on a match page. */
export type MarketGroup = {
  key: string
  type: string
  period: string
  side: Market['side']
  markets: readonly Market[]
  /** Closed for betting. */
  isEnded: boolean
}

/** Markets that were open: when any was last open, and at any time since the page opened. */
export type Offered = { last: ReadonlySet<string>; ever: ReadonlySet<string> }
const nothingOffered: Offered = { last: new Set(), ever: new Set() }

const isOpen = ({ status }: Market) => status === 'open'
const isSuspended = ({ status }: Market) => status === 'suspended'
const isOver = ({ status }: Market) => status === 'settled'

/**
 * A match's markets as cards in server order, lines ascending. The server keeps a line that left the offer suspended:
 * it is hidden while others of its card are open or settled. While a goal suspends all, the last offered ones stay, so
 * nothing moves. A card without open markets while others are open has ended, unless it was open on this page and is
 * briefly locked.
 */
export const marketGroups = (
  markets: readonly Market[],
  offered: Offered = nothingOffered,
): readonly MarketGroup[] => {
  const isStopped = !markets.some(isOpen)
  const byKey = new Map<string, Market[]>()
  // Each-way is chosen in the slip.
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

/** The winner, then handicaps and totals, then the rest of the match; its periods follow in order. */
const placeOf = ({ type, period }: Pick<MarketGroup, 'type' | 'period'>): number => {
  const isWhole = period === 'full' || period === 'all'
  const [, unit = '', count = '0'] = /^([a-z]+)(\d*)$/.exec(period) ?? []
  const part = isWhole ? 0 : (unit === 'half' || unit === 'first' ? 1 : 2) * 1000 + Number(count) * 10
  return part + (/\.(?:1x2|winner|win)$/.test(type) ? 0 : /handicap|\.total/.test(type) ? 1 : 2)
}

/** From this many outcomes on, impossible ones are moved out of the grid. */
const GRID_FROM = 4

const isDead = ({ status, result }: Outcome): boolean => status === 'closed' || result !== null

/** Splits a card into possible outcomes and impossible ones of its grid, such as passed scores. */
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

/** More than any distance between lines. */
const MANY = 10_000

/** The preferred goals line is two and a half. */
const FIRST_LINE: Readonly<Record<string, number>> = { 'football.total': 10 }

/**
 * A card's lines with the leading one first: the preferred line while open, else the most even; then the nearest half
 * lines. `lead` is the market currently first: it stays while open, because reordering lines in play would cause wrong
 * taps.
 */
export const mainLineFirst = (group: MarketGroup, lead?: string): MarketGroup => {
  if (group.markets.length < 2) return group
  const unevenness = ({ outcomes: [one, other] }: Market) =>
    Math.abs((one?.priceMilli ?? 0) - (other?.priceMilli ?? 0))
  const open = group.markets.filter(isOpen)
  const among = open.length > 0 ? open : group.markets // briefly suspended: nothing moves
  const main =
    among.find(({ marketId }) => marketId === lead) ??
    open.find(({ lineQuarters }) => lineQuarters === FIRST_LINE[group.type]) ??
    open.toSorted((one, other) => unevenness(one) - unevenness(other))[0]
  if (!main) return group
  const rank = ({ lineQuarters }: Market): number => {
    const line = lineQuarters ?? 0
    // Half lines before those with refunds, the nearest first.
    return Math.abs(line - (main.lineQuarters ?? 0)) + (Math.abs(line) % 4 === 2 ? 0 : MANY)
  }
  const others = group.markets.filter((each) => each !== main)
  return { ...group, markets: [main, ...others.toSorted((one, other) => rank(one) - rank(other))] }
}

/** The open markets. */
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

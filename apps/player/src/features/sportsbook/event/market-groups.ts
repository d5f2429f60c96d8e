import type { Market } from '../../../shared/fixture.ts'
import { isNamed } from '../market-texts.ts'

/** All lines of one question over one stretch of play: one card on the page of a match. */
export type MarketGroup = {
  key: string
  type: string
  period: string
  side: Market['side']
  markets: readonly Market[]
}

const isOpen = ({ status }: Market) => status === 'open'
const isSuspended = ({ status }: Market) => status === 'suspended'
const isOver = ({ status }: Market) => status === 'settled'

/**
 * The markets of a match as cards, in the order the server gave, lines from low to high. A line that went out of
 * the offer stays with the server, suspended at its last price: while others of its card are open, or settled, it
 * is left out. While a goal stops them all, those stay that were offered last: nothing on the page moves.
 */
export const marketGroups = (
  markets: readonly Market[],
  offered: ReadonlySet<string> = new Set(),
): readonly MarketGroup[] => {
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
      markets: inOffer(all, offered).toSorted(
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

import type { Period } from '@palpite/odds'
import type { Market } from '../../../shared/fixture.ts'
import { fullGame } from '../market-texts.ts'

/** All lines of one question over one stretch of play: one card on the page of a match. */
export type MarketGroup = { key: string; type: string; period: Period; markets: readonly Market[] }

/** The cards of a match page by what they are about, for the chips above them. */
export const topics = ['all', 'match', 'firstHalf'] as const
export type Topic = (typeof topics)[number]

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
  for (const market of markets) {
    const key = `${market.type}:${market.period}`
    byKey.set(key, [...(byKey.get(key) ?? []), market])
  }
  return [...byKey]
    .map(([key, all]) => ({
      key,
      type: all[0]?.type ?? '',
      period: all[0]?.period ?? fullGame,
      markets: inOffer(all, offered).toSorted(
        (one, other) => (one.lineQuarters ?? 0) - (other.lineQuarters ?? 0),
      ),
    }))
    .toSorted((one, other) => Number(one.period !== fullGame) - Number(other.period !== fullGame))
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

/** The cards of a topic. */
export const groupsOf = (groups: readonly MarketGroup[], topic: Topic): readonly MarketGroup[] => {
  if (topic === 'all') return groups
  return groups.filter(({ period }) => (period === fullGame) === (topic === 'match'))
}

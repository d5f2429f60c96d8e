import { FOOTBALL_MARKETS } from './football.ts'
import type { MarketType } from './market-type.ts'

/** Every kind of market of the house. */
export const MARKET_TYPES: readonly MarketType[] = [...FOOTBALL_MARKETS]

const byId: ReadonlyMap<string, MarketType> = new Map(MARKET_TYPES.map((type) => [type.id, type]))

/** The kind of market with this id. */
export const marketType = (id: string): MarketType | undefined => byId.get(id)

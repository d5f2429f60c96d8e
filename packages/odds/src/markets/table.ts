import { BOXING_MARKETS } from './boxing.ts'
import { FOOTBALL_MARKETS } from './football.ts'
import type { MarketType } from './market-type.ts'
import { SET_SPORT_MARKETS } from './set-sports.ts'
import { TEAM_SPORT_MARKETS } from './team-sports.ts'

/** Every market type of a match between two sides. Races and outrights have runners: see ../racing. */
export const MARKET_TYPES: readonly MarketType[] = [
  ...FOOTBALL_MARKETS,
  ...TEAM_SPORT_MARKETS,
  ...SET_SPORT_MARKETS,
  ...BOXING_MARKETS,
]

const byId: ReadonlyMap<string, MarketType> = new Map(MARKET_TYPES.map((type) => [type.id, type]))

/** The kind of market with this id. */
export const marketType = (id: string): MarketType | undefined => byId.get(id)

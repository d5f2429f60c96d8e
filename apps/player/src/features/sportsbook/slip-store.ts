import type { Calls } from '@palpite/contract'
import { create } from 'zustand'

type Fixture = Calls['GET /api/app/sportsbook/fixture/:fixtureId']['data']
type Market = Fixture['markets'][number]
type Outcome = Market['outcomes'][number]

/** One selection, with what is needed to show it when its match is not in sight. */
export type SlipLeg = {
  outcomeId: string
  fixtureId: string
  home: string
  away: string
  marketType: string
  period: number
  lineQuarters: number | null
  side: string
  name: string | null
  /** The price the player saw and agreed to. */
  priceMilli: number
}

const storageKey = 'slip'
const keptMs = 24 * 3_600_000

type Kept = { legs: SlipLeg[]; savedAt: number }

const read = (): SlipLeg[] => {
  try {
    // Written by us below; a broken or foreign text is an empty slip.
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '') as Kept
    return Date.now() - kept.savedAt < keptMs && Array.isArray(kept.legs) ? kept.legs : []
  } catch {
    return []
  }
}

/** The bet slip: what the player chose and has not yet bet on. Kept on this device for a day. */
export const useSlip = create<{ legs: readonly SlipLeg[] }>(() => ({ legs: read() }))

const setLegs = (legs: readonly SlipLeg[]): void => {
  useSlip.setState({ legs })
  localStorage.setItem(storageKey, JSON.stringify({ legs, savedAt: Date.now() }))
}

/** The leg an outcome on the screen stands for. */
export const legOf = (fixture: Fixture, market: Market, outcome: Outcome): SlipLeg => ({
  outcomeId: outcome.outcomeId,
  fixtureId: fixture.fixtureId,
  home: fixture.home,
  away: fixture.away,
  marketType: market.type,
  period: market.period,
  lineQuarters: market.lineQuarters,
  side: outcome.side,
  name: outcome.name,
  priceMilli: outcome.priceMilli,
})

/** Adds a selection, or takes it out when it is there already. */
export const toggleLeg = (leg: SlipLeg): void => {
  const { legs } = useSlip.getState()
  const others = legs.filter((each) => each.outcomeId !== leg.outcomeId)
  setLegs(others.length < legs.length ? others : [...legs, leg])
}

/** Takes one selection out. */
export const removeLeg = (outcomeId: string): void =>
  setLegs(useSlip.getState().legs.filter((leg) => leg.outcomeId !== outcomeId))

/** Empties the slip. */
export const clearSlip = (): void => setLegs([])

import { create } from 'zustand'
import type { Fixture, Market } from '../../../shared/fixture.ts'
import { onLogout } from '../../../shared/session.ts'
import { selectionOf } from '../selection-of.ts'
import type { SlipLeg } from '../slip-store.ts'

/** The maximum selections of a bet builder. */
const maxSelections = 8

/** The selections of a match's bet builder; undefined outside builder mode. */
type Builder = { fixtureId: string | undefined; picks: readonly SlipLeg[] }

export const useBuilder = create<Builder>(() => ({ fixtureId: undefined, picks: [] }))

onLogout(() => useBuilder.setState({ fixtureId: undefined, picks: [] }))

/** Switches whether taps on this match's prices go to the builder or the slip. */
export const toggleBuilding = (fixtureId: string): void => {
  const isBuilding = useBuilder.getState().fixtureId === fixtureId
  useBuilder.setState({ fixtureId: isBuilding ? undefined : fixtureId, picks: [] })
}

/** Toggles a selection. Returns whether it was refused because the builder is full. */
export const togglePick = (pick: SlipLeg): 'full' | 'done' => {
  const { picks } = useBuilder.getState()
  const others = picks.filter(({ outcomeId }) => outcomeId !== pick.outcomeId)
  if (others.length === picks.length && picks.length >= maxSelections) return 'full'
  useBuilder.setState({ picks: others.length < picks.length ? others : [...picks, pick] })
  return 'done'
}

export const dropPicks = (): void => useBuilder.setState({ picks: [] })

/** Market types that the final score alone decides. */
const types = [
  '1x2',
  'double_chance',
  'total',
  'team_total',
  'both_score',
  'asian_handicap',
  'european_handicap',
  'exact_goals',
  'correct_score',
  'odd_even',
].map((name) => `football.${name}`)

/** Whether a market can be combined: over the whole match, on a line without refunds. */
export const canBuild = ({
  type,
  period,
  lineQuarters,
}: Pick<Market, 'type' | 'period' | 'lineQuarters'>): boolean => {
  if (!types.includes(type) || period !== 'full') return false
  return lineQuarters === null || type === 'football.european_handicap' || Math.abs(lineQuarters % 4) === 2
}

/** Whether a match offers the bet builder: it has several combinable markets, and is not over. */
export const offersBuilder = ({
  matchStatus,
  markets,
}: Pick<Fixture, 'matchStatus'> & {
  markets: readonly Pick<Market, 'type' | 'period' | 'lineQuarters'>[]
}): boolean => matchStatus >= 0 && markets.filter((market) => canBuild(market)).length > 1

/** The picks as one slip leg at their joint price. */
export const builderLeg = (
  picks: readonly SlipLeg[],
  { outcomeId, priceMilli }: { outcomeId: string; priceMilli: number },
): SlipLeg[] =>
  picks.slice(0, 1).map((first) => ({
    ...first,
    outcomeId,
    priceMilli,
    marketType: 'football.builder',
    lineQuarters: null,
    side: null,
    code: 'yes',
    name: null,
    selections: picks.map(selectionOf),
  }))

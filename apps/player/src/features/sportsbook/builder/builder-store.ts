import { create } from 'zustand'
import type { Fixture, Market } from '../../../shared/fixture.ts'
import { onLogout } from '../../../shared/session.ts'
import { selectionOf } from '../selection-of.ts'
import type { SlipLeg } from '../slip-store.ts'

/** Selections that one bet builder takes. */
const maxSelections = 8

/** What is being put together on one match; nothing while no page is in that mode. */
type Builder = { fixtureId: string | undefined; picks: readonly SlipLeg[] }

export const useBuilder = create<Builder>(() => ({ fixtureId: undefined, picks: [] }))

onLogout(() => useBuilder.setState({ fixtureId: undefined, picks: [] }))

/** Taps on the prices of this match are put together from now on, or go to the slip again. */
export const toggleBuilding = (fixtureId: string): void => {
  const isBuilding = useBuilder.getState().fixtureId === fixtureId
  useBuilder.setState({ fixtureId: isBuilding ? undefined : fixtureId, picks: [] })
}

/** Puts a selection in, or takes it out when it is there already. One too many is left out; answers whether it was. */
export const togglePick = (pick: SlipLeg): 'full' | 'done' => {
  const { picks } = useBuilder.getState()
  const others = picks.filter(({ outcomeId }) => outcomeId !== pick.outcomeId)
  if (others.length === picks.length && picks.length >= maxSelections) return 'full'
  useBuilder.setState({ picks: others.length < picks.length ? others : [...picks, pick] })
  return 'done'
}

export const dropPicks = (): void => useBuilder.setState({ picks: [] })

/** Questions that the final score alone answers. */
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

/** Whether a market may be combined: on the whole match, and on a line that gives no stake back. */
export const canBuild = ({
  type,
  period,
  lineQuarters,
}: Pick<Market, 'type' | 'period' | 'lineQuarters'>): boolean => {
  if (!types.includes(type) || period !== 'full') return false
  return lineQuarters === null || type === 'football.european_handicap' || Math.abs(lineQuarters % 4) === 2
}

/** Whether a match offers to build a bet on it: it has several markets that may be combined, and is not over. */
export const offersBuilder = ({
  matchStatus,
  markets,
}: Pick<Fixture, 'matchStatus'> & {
  markets: readonly Pick<Market, 'type' | 'period' | 'lineQuarters'>[]
}): boolean => matchStatus >= 0 && markets.filter((market) => canBuild(market)).length > 1

/** The picks as one leg of the slip, at the price of them all. */
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

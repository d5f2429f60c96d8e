import type { SlipMode, useSlip } from '../slip-store.ts'

type Slip = Pick<ReturnType<typeof useSlip.getState>, 'legs' | 'mode' | 'usualMode'>

/**
 * How the selections are bet on: as was said for this slip, else as its player did last, else from the second match on all
 * of them in one. `alone` has the selections that were sent as bets of their own: what becomes of them stands beside each.
 */
export const modeOf = (slip: Slip, alone: Readonly<Record<string, unknown>>): SlipMode => {
  const { legs, mode, usualMode } = slip
  const fits = (one: SlipMode | undefined) => one !== undefined && (one !== 'system' || legs.length > 2)
  if (mode && fits(mode)) return mode
  if (legs.some(({ outcomeId }) => outcomeId in alone)) return 'singles'
  if (usualMode && fits(usualMode)) return usualMode
  return legs.some(({ fixtureId }) => fixtureId !== legs[0]?.fixtureId) ? 'parlay' : 'singles'
}

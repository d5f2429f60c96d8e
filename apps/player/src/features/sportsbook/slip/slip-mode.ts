import type { SlipMode, useSlip } from '../slip-store.ts'

type Slip = Pick<ReturnType<typeof useSlip.getState>, 'legs' | 'mode' | 'usualMode'>

/**
 * The slip's mode: its own, else the player's last choice, else a parlay from the second match on. `alone` are
 * selections sent as singles: their results are shown beside each.
 */
export const modeOf = (slip: Slip, alone: Readonly<Record<string, unknown>>): SlipMode => {
  const { legs, mode, usualMode } = slip
  const fits = (one: SlipMode | undefined) => one !== undefined && (one !== 'system' || legs.length > 2)
  if (mode && fits(mode)) return mode
  if (legs.some(({ outcomeId }) => outcomeId in alone)) return 'singles'
  if (usualMode && fits(usualMode)) return usualMode
  return legs.some(({ fixtureId }) => fixtureId !== legs[0]?.fixtureId) ? 'parlay' : 'singles'
}

import type { Feature } from '../../shared/feature.ts'

/** What this room brings to the app: its pages and overlays, each fetched when it is first needed. */
export const sportsbook: Feature = {}

export { legOf, type SlipLeg, toggleLeg, useSlip } from './slip-store.ts'

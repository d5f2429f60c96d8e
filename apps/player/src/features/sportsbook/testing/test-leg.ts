import type { LegView } from '../slip/slip-rules.ts'
import type { SlipLeg } from '../slip-store.ts'

/** A home win at 1.42 as a slip leg. */
export const testLeg = (outcomeId: string): SlipLeg => ({
  outcomeId,
  fixtureId: '1',
  home: 'Porto Maracujá',
  away: 'Vila Jabuti',
  simulated: true,
  marketType: 'football.1x2',
  period: 'full',
  lineQuarters: null,
  code: 'home',
  name: 'Porto Maracujá',
  priceMilli: 1420,
})

/** A leg of a separate match, open at 2.00. */
export const testView = (at: number, own: Partial<LegView> = {}): LegView => ({
  leg: { ...testLeg(`o${at}`), fixtureId: `f${at}` },
  fixture: undefined,
  nowMilli: 2000,
  status: 'open',
  move: undefined,
  mustAgree: false,
  ...own,
})

import type { SlipLeg } from '../slip-store.ts'

/** A home win at 1.42, as it stands on a slip. */
export const testLeg = (outcomeId: string): SlipLeg => ({
  outcomeId,
  fixtureId: '1',
  home: 'Flamengo',
  away: 'Palmeiras',
  marketType: 'football.1x2',
  period: 1,
  lineQuarters: null,
  code: 'home',
  name: 'Flamengo',
  priceMilli: 1420,
})

/** Models are asked for fair chances: the house's margin is put on afterwards, market by market. */
export const FAIR = {
  margins: { matchResult: 0, totals: 0, scores: 0 },
  marginBps: 0,
  shape: 'power',
} as const

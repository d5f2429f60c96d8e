import { expect, test } from 'vitest'
import { testBet, testBetLeg } from '../testing/test-bet.ts'
import { slipToShare } from './slip-to-share.ts'

const legs = ['1', '2', '3', '4'].map((outcomeId) => testBetLeg({ outcomeId }))

test.each([
  {
    what: 'a parlay, its selections alone',
    bet: { kind: 'parlay', folds: [4], isEachWay: false },
    shared: { outcomeIds: ['1', '2', '3', '4'], isEachWay: false },
  },
  {
    what: 'a system, how it combines them too',
    bet: { kind: 'system', folds: [2, 3], isEachWay: false },
    shared: { outcomeIds: ['1', '2', '3', '4'], folds: [2, 3], isEachWay: false },
  },
  {
    what: 'a bet each way, who is to win',
    bet: { kind: 'parlay', folds: [2], isEachWay: true },
    shared: { outcomeIds: ['1', '2'], isEachWay: true },
  },
] as const)('a shared slip keeps of $what', ({ bet, shared }) => {
  expect(slipToShare({ ...testBet, ...bet, folds: [...bet.folds], legs })).toEqual(shared)
})

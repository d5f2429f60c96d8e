import { expect, test } from 'vitest'
import { centsOfUsdt, changeOf, type Followed } from './rules.ts'

const seen: Followed = { status: 'seen', block: 100, missedAtBlock: null, micros: 9_000_000 }
const sight = { confirmations: 3, minMicros: 5_000_000 }
const credited: Followed = { ...seen, status: 'credited' }
const undone = { block: 100, hasSucceeded: false }
const at = (block: number) => ({ block, hasSucceeded: true })

test.each([
  ['one block deep', seen, [100, at(100)], { to: 'keep', status: 'seen', block: 100 }],
  ['deep enough', seen, [102, at(100)], { to: 'credit' }],
  ['in a later block since', seen, [102, at(101)], { to: 'keep', status: 'seen', block: 101 }],
  ['in no block any more', seen, [200, undefined], { to: 'keep', status: 'gone' }],
  ['undone in its block', seen, [200, undone], { to: 'keep', status: 'gone' }],
  ['too little', { ...seen, micros: 1 }, [102, at(100)], { to: 'keep', status: 'below_min' }],
  ['credited and there', credited, [300, at(100)], { to: 'keep', status: 'credited', missedAtBlock: null }],
  ['credited and missed', credited, [300, undefined], { to: 'keep', status: 'credited', missedAtBlock: 300 }],
  ['missed for long', { ...credited, missedAtBlock: 300 }, [303, undefined], { to: 'take_back' }],
] as const)('a transfer that is %s', (_what, transfer, [head, receipt], change) => {
  expect(changeOf(transfer, { ...sight, head, receipt })).toMatchObject(change)
})

test('a broken cent of USDT is dropped', () => {
  expect(centsOfUsdt(1_999_999, 51_234)).toBe(1024)
  expect(centsOfUsdt(1_000_000, 50_000)).toBe(500)
})

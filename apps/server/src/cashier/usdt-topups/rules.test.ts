import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOfUsdt, changeOf, type Followed, priceOf } from './rules.ts'

const seen: Followed = { status: 'seen', block: 100, missedAtBlock: null, micros: 9_000_000 }
const sight = { confirmations: 3, minMicros: 5_000_000 }
const credited: Followed = { ...seen, status: 'credited' }
const undone = { block: 100, hasSucceeded: false }
const at = (block: number) => ({ block, hasSucceeded: true })

test.each([
  ['one block deep', seen, [100, at(100)], { to: 'keep', status: 'seen', block: 100 }],
  ['deep enough', seen, [102, at(100)], { to: 'credit' }],
  ['in a later block by now', seen, [102, at(101)], { to: 'keep', status: 'seen', block: 101 }],
  ['no longer in a block', seen, [200, undefined], { to: 'keep', status: 'gone' }],
  ['reverted in its block', seen, [200, undone], { to: 'keep', status: 'gone' }],
  ['too little', { ...seen, micros: 1 }, [102, at(100)], { to: 'keep', status: 'below_min' }],
  ['credited and present', credited, [300, at(100)], { to: 'keep', status: 'credited', missedAtBlock: null }],
  [
    'credited and missing',
    credited,
    [300, undefined],
    { to: 'keep', status: 'credited', missedAtBlock: 300 },
  ],
  ['missing for long', { ...credited, missedAtBlock: 300 }, [303, undefined], { to: 'take_back' }],
] as const)('a transfer that is %s', (_what, transfer, [head, receipt], change) => {
  expect(changeOf(transfer, { ...sight, head, receipt })).toMatchObject(change)
})

test('a fraction of a cent of USDT is dropped', () => {
  const whole = { restMicros: 0, restRateE4: null }
  expect(centsOfUsdt(1_999_999, { rateE4: 51_234, ...whole })).toBe(1024)
  expect(centsOfUsdt(1_000_000, { rateE4: 50_000, ...whole })).toBe(500)
})

const shown = (leftMicros: number) => ({ rateE4: 50_000, leftMicros })
const at5 = { rateE4: 50_000, restMicros: 0, restRateE4: null }
const at4 = { ...at5, rateE4: 40_000 }

test.each([
  { what: 'within the shown amount', of: 60, left: 100, nowE4: undefined, price: at5 },
  { what: 'of all of the shown amount', of: 100, left: 100, nowE4: 40_000, price: at5 },
  {
    what: 'beyond the shown amount',
    of: 120,
    left: 100,
    nowE4: 40_000,
    price: { rateE4: 50_000, restMicros: 20, restRateE4: 40_000 },
  },
  { what: 'beyond it, without a current rate', of: 120, left: 100, nowE4: undefined, price: undefined },
  { what: 'of a used-up rate', of: 60, left: 0, nowE4: 40_000, price: at4 },
  { what: 'without a shown rate', of: 60, left: undefined, nowE4: 40_000, price: at4 },
  { what: 'without any rate', of: 60, left: undefined, nowE4: undefined, price: undefined },
])('the price of a transfer $what', ({ of, left, nowE4, price }) => {
  expect(priceOf(of, left === undefined ? undefined : shown(left), nowE4)).toEqual(price)
})

test('a transfer is worth the shown rate up to its amount, and the current rate for the rest, and never more', () => {
  const rate = fc.integer({ min: 10_000, max: 200_000 })
  const micros = fc.integer({ min: 0, max: 1_000_000_000_000 })
  fc.assert(
    fc.property(micros, micros, rate, rate, (all, leftMicros, rateE4, nowE4) => {
      const price = priceOf(all, { rateE4, leftMicros }, nowE4)
      if (!price) throw new Error('there is a rate')
      const quoted = Math.min(all, leftMicros)
      const exact = BigInt(quoted) * BigInt(rateE4) + BigInt(all - quoted) * BigInt(nowE4)
      expect(BigInt(centsOfUsdt(all, price))).toBe(exact / 100_000_000n)
    }),
  )
})

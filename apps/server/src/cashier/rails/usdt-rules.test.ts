import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChainStatus, nextStep, raisedFee } from './usdt-rail.ts'
import { payableAddress } from './usdt-addresses.ts'
import type { Attempt } from './queries.ts'
import { quoteIn, rateFor, usdtTerms } from './quotes.ts'

test.each([
  { cents: 19_500, rateE4: 50_000, terms: { netCents: 19_000, miningCents: 500, usdtMicros: 38_000_000 } },
  { cents: 10_000, rateE4: 54_321, terms: { netCents: 9_457, miningCents: 543, usdtMicros: 17_409_086 } },
  { cents: 500, rateE4: 50_000, terms: undefined }, // the network fee would take all of it
])('9.27 of $cents cents at $rateE4 the network keeps 1 USDT', ({ cents, rateE4, terms }) => {
  expect(usdtTerms(cents, rateE4)).toEqual(terms)
})

test('payout and network fee together are never worth more than the requested amount', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5_000, max: 1_000_000 }),
      fc.integer({ min: 10_000, max: 200_000 }),
      (amount, rateE4) => {
        const terms = usdtTerms(amount, rateE4)
        if (!terms) return
        expect(terms.netCents + terms.miningCents).toBe(amount)
        expect(((terms.usdtMicros + 1_000_000) * rateE4) / 1e8).toBeLessThanOrEqual(amount)
      },
    ),
  )
})

test.each([
  { shown: '5.4321', rate: 54_321 },
  { shown: '5.4', rate: 54_000 }, // shown a moment ago
  { shown: '0.01', rate: 54_321 },
  { shown: '99', rate: 54_321 },
  { shown: 'NaN', rate: 54_321 },
  { shown: '', rate: 54_321 },
])('a client that claims $shown gets $rate', ({ shown, rate }) => {
  const quotes = {
    rateE4: 54_321,
    rateAt: new Date(),
    expiresAt: new Date(),
    valid: [54_321, 54_000],
    expired: [],
  }
  expect(rateFor(quotes, shown)).toBe(rate)
})

test.each([
  { shown: '5.2', what: 'a better stored rate', rate: undefined },
  { shown: '5.5', what: 'a worse stored rate', rate: 54_321 },
  { shown: '5.1', what: 'none of ours', rate: 54_321 },
])('a withdrawal that was shown $what, now expired, is made at $rate', ({ shown, rate }) => {
  const quotes = {
    rateE4: 54_321,
    rateAt: new Date(),
    expiresAt: new Date(),
    valid: [54_321],
    expired: [52_000, 55_000],
  }
  expect(rateFor(quotes, shown)).toBe(rate)
})

describe('a quote', () => {
  const rateAt = new Date().toISOString()
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  test('is read with at most four decimals', () => {
    expect(quoteIn(JSON.stringify({ rate: '5.43', rateAt, expiresAt }))).toEqual({
      rateE4: 54_300,
      rateAt: new Date(rateAt),
      expiresAt: new Date(expiresAt),
    })
  })
  test.each([
    ['no JSON', '<html>'],
    ['no rate', JSON.stringify({ rateAt, expiresAt })],
    ['a rate far from any market', JSON.stringify({ rate: '0.5', rateAt, expiresAt })],
    ['no time', JSON.stringify({ rate: '5.43', expiresAt })],
  ])('with %s is a fault', (_what, text) => {
    expect(() => quoteIn(text)).toThrow(/quote/)
  })
})

test.each([
  { typed: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', network: 'TRC20' },
  { typed: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'ERC20' },
  { typed: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', network: undefined }, // without a check sum
  { typed: '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', network: undefined },
  { typed: ' TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', network: undefined },
  { typed: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', network: undefined }, // the token contract itself
  { typed: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', network: undefined }, // the zero address
])('$typed can be paid over $network', ({ typed, network }) => {
  expect(payableAddress(typed)?.network).toBe(network)
})

describe('a payout on the chain', () => {
  const attempt: Attempt = {
    payoutId: 'a',
    attempt: 1,
    network: 'ERC20',
    sender: '0x1',
    nonce: 7,
    recipient: '0x2',
    usdtMicros: 1,
    feeWei: 10,
    raw: '0x',
    hash: '0xabc',
    sentSeconds: 30,
  }
  const waiting: ChainStatus = { head: 100, mined: 7, inBlock: undefined, knowsLast: true }
  const inBlock = (block: number, hasSucceeded = true) => ({ attempt, receipt: { block, hasSucceeded } })
  const patience = { confirmations: 3, stuckSeconds: 60, maxFeeWei: 100 }
  const known = (state: string) => ({ do: 'answer', answer: { kind: 'known', payout: { state } } })
  test.each([
    { what: 'waits for a block', sighting: waiting, step: known('processing') },
    { what: 'is two blocks deep', sighting: { ...waiting, inBlock: inBlock(99) }, step: known('processing') },
    { what: 'is three blocks deep', sighting: { ...waiting, inBlock: inBlock(98) }, step: known('paid') },
    {
      what: 'failed two blocks deep',
      sighting: { ...waiting, inBlock: inBlock(99, false) },
      step: known('processing'),
    },
    {
      what: 'failed three blocks deep',
      sighting: { ...waiting, inBlock: inBlock(98, false) },
      step: known('failed'),
    },
    {
      what: 'is lost by the node',
      sighting: { ...waiting, knowsLast: false },
      step: { do: 'send_again' },
    },
    {
      what: 'lost its nonce to another',
      sighting: { ...waiting, mined: 8 },
      step: { do: 'answer', answer: { kind: 'unknown' } },
    },
  ])('that $what: $step.do', ({ sighting, step }) => {
    expect(nextStep(attempt, sighting, patience)).toMatchObject(step)
  })
  test('that waits too long is replaced, up to the highest fee', () => {
    const old = { ...attempt, sentSeconds: 60 }
    expect(nextStep(old, waiting, patience)).toEqual({ do: 'replace' })
    expect(nextStep({ ...old, feeWei: 100 }, waiting, patience)).toMatchObject({
      answer: { kind: 'unknown' },
    })
    expect([raisedFee(10, 5, 100), raisedFee(10, 50, 100), raisedFee(90, 5, 100)]).toEqual([13, 50, 100])
  })
})

import { cents } from '@palpite/money'
import { expect, test } from 'vitest'
import type { Payout, PayoutAnswer } from '../rails/payment-gateway.ts'
import { afterAsking, afterSending, pauseSeconds } from './payout-rules.ts'
import { feeSplit, payoutKey, withdrawalStatus } from './rules.ts'

const row = { netCents: 9_750 }
const known = (state: Payout['state'], amountCents = 9_750): PayoutAnswer => ({
  kind: 'known',
  payout: { payoutId: 'a', state, amountCents: cents(amountCents), providerRef: 'E1' },
})
const refused: PayoutAnswer = { kind: 'refused', why: '422 pagamento_negado' }
const absent: PayoutAnswer = { kind: 'absent' }
const unknown: PayoutAnswer = { kind: 'unknown', why: 'no answer' }

test.each([
  ['taken on', known('processing'), undefined, { do: 'wait', status: 'sent' }],
  ['paid at once', known('paid'), undefined, { do: 'paid' }],
  ['failed at once', known('failed'), undefined, { do: 'failed' }],
  ['refused, and unknown to the bank', refused, absent, { do: 'failed' }],
  ['refused, but reported as paid', refused, known('paid'), { do: 'paid' }],
  ['refused, then no answer', refused, unknown, { do: 'wait', status: 'unknown' }],
  ['unanswered, and unknown to the bank', unknown, absent, { do: 'wait', status: 'unknown' }],
  ['unanswered, but known to the bank', unknown, known('processing'), { do: 'wait', status: 'sent' }],
  ['silent twice', unknown, unknown, { do: 'wait', status: 'unknown' }],
  ['known with another amount', known('paid', 9_751), undefined, { do: 'wait', status: 'unknown' }],
] as const)('after sending, %s', (_what, answer, after, verdict) => {
  expect(afterSending(row, answer, after)).toMatchObject(verdict)
})

test.each([
  ['paid', known('paid'), 0, { do: 'paid' }],
  ['failed', known('failed'), 0, { do: 'failed' }],
  ['under way', known('processing'), 999, { do: 'wait', status: 'sent' }],
  ['unknown to the bank, just sent', absent, 119, { do: 'wait', status: 'unknown' }],
  ['unknown to the bank after the quiet time', absent, 120, { do: 'send' }],
  ['never answered', unknown, 999_999, { do: 'wait', status: 'unknown' }],
  ['refused as a query', refused, 999_999, { do: 'wait', status: 'unknown' }],
] as const)('after asking, %s', (_what, answer, quietSeconds, verdict) => {
  expect(afterAsking(row, answer, { quietSeconds, needsQuietSeconds: 120 })).toMatchObject(verdict)
})

test.each([
  [0, 1],
  [4, 2],
  [50, 25],
  [900, 60],
])('after %d quiet seconds waits %d', (quiet, pause) => {
  expect(pauseSeconds(quiet)).toBe(pause)
})

test.each([
  { amountCents: 10_010, feeBps: 250, feeCents: 250 },
  { amountCents: 5_001, feeBps: 300, feeCents: 150 },
  { amountCents: 1_000_000, feeBps: 0, feeCents: 0 },
  { amountCents: 10_033, feeBps: 50, feeCents: 50 },
])(
  'a fee of $feeBps hundredths of a percent on $amountCents is $feeCents',
  ({ amountCents, feeBps, feeCents }) => {
    expect(feeSplit(amountCents, feeBps)).toEqual({ feeCents, netCents: amountCents - feeCents })
  },
)

test.each([
  ['CPF', '123.456.789-09', '12345678909'],
  ['CPF', '12345678900', undefined],
  ['CNPJ', '12.abc.345/01de-35', '12ABC34501DE35'],
  ['CNPJ', '12345678909', undefined],
  ['USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', undefined],
] as const)('as %s, %s is the key %s', (method, typed, key) => {
  expect(payoutKey(method, typed)).toBe(key)
})

test.each([
  ['requested', '00'],
  ['sending', '99'],
  ['sent', '99'],
  ['unknown', '-99'],
  ['paid', '10'],
  ['failed', '-01'],
] as const)('3.23 a withdrawal that is %s has the status %s', (status, wire) => {
  expect(withdrawalStatus(status)).toBe(wire)
})

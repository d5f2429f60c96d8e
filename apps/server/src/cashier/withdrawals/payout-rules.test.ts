import { cents } from '@palpite/money'
import { expect, test } from 'vitest'
import type { Payout, PayoutAnswer } from '../rails/payment-gateway.ts'
import { cashierDefaults } from '../settings.ts'
import {
  afterAsking,
  afterSending,
  approvalsNeeded,
  keyWaitsUntil,
  pauseSeconds,
  reviewReasons,
  type Risk,
  secretWaitsUntil,
} from './payout-rules.ts'
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

const calm: Risk = {
  isNewKey: false,
  wonCents: 0,
  hasBonus: false,
  isExposed: false,
  sharesDevice: false,
  receivedCents: 0,
  settledCents: 0,
}

test.each([
  { what: 'has no reason for review', risk: {}, cents: 200_000, reasons: [], approvals: 0 },
  { what: 'is large', risk: {}, cents: 200_001, reasons: ['large'], approvals: 1 },
  { what: 'is very large', risk: {}, cents: 500_001, reasons: ['large'], approvals: 2 },
  {
    what: 'of an exposed person is small',
    risk: { isExposed: true },
    cents: 50_000,
    reasons: [],
    approvals: 0,
  },
  {
    what: 'of an exposed person is not small',
    risk: { isExposed: true },
    cents: 50_001,
    reasons: ['exposed_person'],
    approvals: 1,
  },
  { what: 'goes to a new key', risk: { isNewKey: true }, cents: 20_001, reasons: ['new_key'], approvals: 1 },
  {
    what: 'follows a big win',
    risk: { wonCents: 500_000 },
    cents: 90_000,
    reasons: ['big_win'],
    approvals: 1,
  },
  {
    what: 'leaves a bonus open',
    risk: { hasBonus: true },
    cents: 90_000,
    reasons: ['bonus_open'],
    approvals: 1,
  },
  {
    what: 'is of a shared device',
    risk: { sharesDevice: true },
    cents: 90_000,
    reasons: ['shared_device'],
    approvals: 1,
  },
  {
    what: 'came in and goes out',
    risk: { receivedCents: 100_000, settledCents: 149_999 },
    cents: 90_000,
    reasons: ['fast_in_out'],
    approvals: 1,
  },
  {
    what: 'was played with',
    risk: { receivedCents: 100_000, settledCents: 150_000 },
    cents: 90_000,
    reasons: [],
    approvals: 0,
  },
  {
    what: 'is small',
    risk: { isNewKey: true, hasBonus: true, sharesDevice: true },
    cents: 20_000,
    reasons: [],
    approvals: 0,
  },
  {
    what: 'is very large and of a shared device, to a new key',
    risk: { isNewKey: true, sharesDevice: true },
    cents: 900_000,
    reasons: ['large', 'new_key', 'shared_device'],
    approvals: 2,
  },
])('a withdrawal that $what needs $approvals operators', ({ risk, cents, reasons, approvals }) => {
  const found = reviewReasons(cashierDefaults, { ...calm, ...risk }, cents)
  expect(found).toEqual(reasons)
  expect(approvalsNeeded(cashierDefaults, cents, found)).toBe(approvals)
})

const now = new Date('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const ofKey = (since: Date | undefined, isOwnKey: boolean, cents: number) =>
  keyWaitsUntil(cashierDefaults, { now, since, isOwnKey }, cents)

test('a large amount to a new key waits a day; a small one, or one to the own CPF, does not', () => {
  expect(ofKey(undefined, false, 100_001)).toEqual(hoursAgo(-24))
  expect(ofKey(hoursAgo(20), false, 100_001)).toEqual(hoursAgo(-4))
  expect(ofKey(hoursAgo(24), false, 100_001)).toBeNull()
  expect(ofKey(undefined, false, 100_000)).toBeNull()
  expect(ofKey(undefined, true, 1_000_000)).toBeNull()
})

test.each([
  { what: 'a password changed two hours ago', securedAt: hoursAgo(2), isOwnKey: false, until: hoursAgo(-22) },
  { what: 'a password changed a day ago', securedAt: hoursAgo(24), isOwnKey: false, until: null },
  { what: 'the first password', securedAt: undefined, isOwnKey: false, until: null },
  { what: 'the own CPF', securedAt: hoursAgo(2), isOwnKey: true, until: null },
])('S12: a withdrawal after $what waits until $until', ({ securedAt, isOwnKey, until }) => {
  expect(secretWaitsUntil(cashierDefaults, { now, securedAt, isOwnKey })).toEqual(until)
})

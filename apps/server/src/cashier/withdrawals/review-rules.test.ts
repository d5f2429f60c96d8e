import { expect, test } from 'vitest'
import { cashierDefaults } from '../settings.ts'
import { approvalsNeeded, keyWaitsUntil, reviewReasons, type Risk, secretWaitsUntil } from './payout-rules.ts'

const calm: Risk = {
  isNewKey: false,
  wonCents: 0,
  hasBonus: false,
  isExposed: false,
  sharesDevice: false,
  cameInCents: 0,
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
    risk: { cameInCents: 100_000, settledCents: 149_999 },
    cents: 90_000,
    reasons: ['fast_in_out'],
    approvals: 1,
  },
  {
    what: 'was played with',
    risk: { cameInCents: 100_000, settledCents: 150_000 },
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

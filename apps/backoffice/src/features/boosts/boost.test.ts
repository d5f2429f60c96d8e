import { expect, test } from 'vitest'
import { boostStateOf, effectOf, endOf } from './boost.ts'

const now = new Date('2026-03-02T12:00:00Z')

test('a boost is active until its time, unless an operator ended it', () => {
  const endsAt = '2026-03-02T12:00:01.000Z'
  expect(boostStateOf({ endsAt, endedAt: null }, now)).toBe('active')
  expect(boostStateOf({ endsAt, endedAt: now.toISOString() }, now)).toBe('ended')
  expect(boostStateOf({ endsAt: now.toISOString(), endedAt: null }, now)).toBe('over')
})

test('a boost shows the price players get, and what one of them can win more', () => {
  expect(effectOf({ price: 3000, bps: 1000, maxStakeCents: 5000 })).toEqual({
    boostedMilli: 3200,
    costCents: 1000,
  })
  expect(effectOf({ price: 1850, bps: 333, maxStakeCents: 101 })).toEqual({
    boostedMilli: 1870,
    costCents: 3,
  })
  for (const wish of [
    { bps: 0, maxStakeCents: 5000 },
    { bps: 10_001, maxStakeCents: 5000 },
    { bps: undefined, maxStakeCents: 5000 },
    { bps: 1000, maxStakeCents: 99 },
    { bps: 1000, maxStakeCents: 10_000_001 },
    { bps: 1000, maxStakeCents: undefined },
  ])
    expect(effectOf({ price: 3000, ...wish })).toBeUndefined()
})

test('a boost ends whole minutes before its match, and not in the past', () => {
  const startsAt = '2026-03-02T12:30:00.000Z'
  expect(endOf(startsAt, '0', now)).toBe(startsAt)
  expect(endOf(startsAt, '29', now)).toBe('2026-03-02T12:01:00.000Z')
  expect(['30', '', '1,5', '-1'].map((typed) => endOf(startsAt, typed, now))).toEqual(
    Array(4).fill(undefined),
  )
})

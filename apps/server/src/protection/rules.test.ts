import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changedLimit,
  confirmedLimit,
  isLooser,
  type LimitState,
  noLimit,
  type OwnLimit,
  refuseStake,
  refuseTopUp,
  splitStake,
  sumsOf,
  wholeMinutes,
} from './rules.ts'

const dailyLoss = (amount: number): OwnLimit[] => [{ kind: 'loss', period: 'day', amount }]
const sums = (of: { stakedCents?: number; returnedCents?: number; bets?: number }) => ({
  stakedCents: 0,
  returnedCents: 0,
  bets: 0,
  ...of,
})

describe('a daily loss limit', () => {
  test.each([
    { limit: 1000, staked: 0, returned: 0, stake: 1000, refused: false },
    { limit: 1000, staked: 0, returned: 0, stake: 1001, refused: true },
    { limit: 1000, staked: 1000, returned: 0, stake: 1, refused: true },
    { limit: 1000, staked: 1000, returned: 1, stake: 1, refused: false },
    { limit: 1000, staked: 1000, returned: 5000, stake: 5000, refused: false }, // winnings may be staked again
    { limit: 1000, staked: 1000, returned: 5000, stake: 5001, refused: true },
  ])('of $limit with $staked staked and $returned back refuses $stake more: $refused', (row) => {
    const turnover = sums({ stakedCents: row.staked, returnedCents: row.returned })
    const no = refuseStake(dailyLoss(row.limit), () => turnover, row.stake)
    expect(no?.refusal.code).toBe(row.refused ? 'daily_loss_limit' : undefined)
  })

  test('never set refuses nothing', () => {
    expect(refuseStake([], () => sums({ stakedCents: 1e9 }), 1e9)).toBeUndefined()
  })

  test('gives what is left, never less than zero', () => {
    const detail = (stakedCents: number) =>
      refuseStake(dailyLoss(1000), () => sums({ stakedCents }), 601)?.refusal.detail ?? {}
    expect(detail(400)).toEqual({ kind: 'loss', period: 'day', amount: 1000, left: 600 })
    expect(detail(1500)['left']).toBe(0)
  })

  test('holds over any run of stakes and returns, and refuses only what would break it', () => {
    const step = fc.record({
      stake: fc.integer({ min: 1, max: 5000 }),
      back: fc.integer({ min: 0, max: 9000 }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.array(step, { maxLength: 60 }), (limit, steps) => {
        let staked = 0
        let returned = 0
        for (const { stake, back } of steps) {
          const no = refuseStake(
            dailyLoss(limit),
            () => sums({ stakedCents: staked, returnedCents: returned }),
            stake,
          )
          expect(no !== undefined).toBe(staked - returned + stake > limit)
          if (no) continue
          staked += stake
          expect(staked - returned).toBeLessThanOrEqual(limit)
          returned += back
        }
      }),
    )
  })
})

describe('limits by kind and period', () => {
  const today = sums({ stakedCents: 500, returnedCents: 200, bets: 3 })
  const earlier = {
    week: sums({ stakedCents: 1_000, returnedCents: 100, bets: 10 }),
    month: sums({ stakedCents: 5_000, returnedCents: 9_000, bets: 40 }),
  }
  const codeOf = (limit: OwnLimit, stakeCents: number) =>
    refuseStake([limit], (period) => sumsOf(period, today, earlier), stakeCents)?.refusal.code

  test.each([
    { limit: { kind: 'loss', period: 'day', amount: 400 }, most: 100, code: 'daily_loss_limit' },
    { limit: { kind: 'loss', period: 'week', amount: 1_300 }, most: 100, code: 'loss_limit' },
    // A winning month: winnings may be lost again.
    { limit: { kind: 'loss', period: 'month', amount: 100 }, most: 3_800, code: 'loss_limit' },
    { limit: { kind: 'stake', period: 'day', amount: 600 }, most: 100, code: 'stake_limit' },
    { limit: { kind: 'stake', period: 'week', amount: 1_600 }, most: 100, code: 'stake_limit' },
    { limit: { kind: 'stake', period: 'month', amount: 5_600 }, most: 100, code: 'stake_limit' },
  ] as const)(
    '$limit.kind by $limit.period accepts the last cent and not one more',
    ({ limit, most, code }) => {
      expect(codeOf(limit, most)).toBeUndefined()
      expect(codeOf(limit, most + 1)).toBe(code)
    },
  )

  test.each([
    { period: 'day', placed: 3 },
    { period: 'week', placed: 13 },
    { period: 'month', placed: 43 },
  ] as const)('a number of bets by $period accepts the last bet and not one more', ({ period, placed }) => {
    expect(codeOf({ kind: 'bets', period, amount: placed + 1 }, 1_000_000)).toBeUndefined()
    expect(codeOf({ kind: 'bets', period, amount: placed }, 1)).toBe('bet_count_limit')
  })

  test('a limit of time accepts stakes of any size until its last minute is used', () => {
    const time = (usedMinutes: number) => ({ kind: 'time', period: 'week', amount: 90, usedMinutes }) as const
    expect(codeOf(time(89), 1_000_000)).toBeUndefined()
    expect(codeOf(time(90), 1)).toBe('time_limit')
    expect(codeOf(time(500), 1)).toBe('time_limit')
    expect(refuseTopUp([time(500)], { day: 5, week: 5, month: 5 }, 1_000)).toBeUndefined()
    expect([wholeMinutes(0), wholeMinutes(59_999), wholeMinutes(60_000)]).toEqual([0, 0, 1])
  })

  test('a limit on top-ups bounds no stake, and a limit on stakes no top-up', () => {
    expect(codeOf({ kind: 'deposit', period: 'day', amount: 1 }, 1_000)).toBeUndefined()
    expect(refuseTopUp(dailyLoss(1), { day: 5, week: 5, month: 5 }, 1_000)).toBeUndefined()
  })

  test.each([
    { period: 'day', most: 900 },
    { period: 'week', most: 800 },
    { period: 'month', most: 500 },
  ] as const)('a limit on top-ups by $period accepts the last cent and not one more', ({ period, most }) => {
    const limits: OwnLimit[] = [{ kind: 'deposit', period, amount: 1_000 }]
    const deposited = { day: 100, week: 200, month: 500 }
    expect(refuseTopUp(limits, deposited, most)).toBeUndefined()
    expect(refuseTopUp(limits, deposited, most + 1)?.refusal).toMatchObject({
      code: 'deposit_limit',
      detail: { left: most },
    })
  })
})

const later = { startsAt: new Date('2026-11-21T12:00:00Z'), endsAt: new Date('2026-11-28T12:00:00Z') }
const laterStill = { startsAt: new Date('2026-11-22T12:00:00Z'), endsAt: new Date('2026-11-29T12:00:00Z') }

describe('a requested limit', () => {
  test('applies at once if it is the first', () => {
    expect(changedLimit(noLimit, 5000, later)).toEqual({ amount: 5000, pending: null })
  })
  test('applies at once if it is tighter, and cancels a waiting looser one', () => {
    const state: LimitState = { amount: 5000, pending: { ...later, amount: null, isDue: false } }
    expect(changedLimit(state, 4000, laterStill)).toEqual({ amount: 4000, pending: null })
  })
  test.each([{ requested: 6000 }, { requested: null }])(
    'waits if it is looser ($requested)',
    ({ requested }) => {
      expect(changedLimit({ amount: 5000, pending: null }, requested, later)).toEqual({
        amount: 5000,
        pending: { ...later, amount: requested, isDue: false },
      })
    },
  )
  test('does not wait longer when requested again', () => {
    const state = changedLimit({ amount: 5000, pending: null }, 6000, later)
    expect(changedLimit(state, 6000, laterStill)).toEqual(state)
  })
  test('cancels a waiting looser one when it repeats the limit in force', () => {
    const state = changedLimit({ amount: 5000, pending: null }, null, later)
    expect(changedLimit(state, 5000, laterStill)).toEqual({ amount: 5000, pending: null })
  })

  test('applies after its wait once the player confirms, and not before', () => {
    const waiting = changedLimit({ amount: 5000, pending: null }, null, later)
    expect(confirmedLimit(waiting)).toBeUndefined()
    expect(confirmedLimit({ amount: 5000, pending: null })).toBeUndefined()
    const due = { amount: 5000, pending: { ...later, amount: null, isDue: true } }
    expect(confirmedLimit(due)).toEqual({ amount: null, pending: null })
    expect(changedLimit(due, null, laterStill)).toEqual({ amount: null, pending: null }) // requested again is a confirmation too
    expect(changedLimit(due, 9000, laterStill)).toMatchObject({ amount: 5000, pending: { amount: 9000 } })
  })

  test('never allows more loss before the wait is over', () => {
    const amount = fc.option(fc.integer({ min: 1, max: 1000 }), { nil: null })
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), (requests) => {
        let state = noLimit
        for (const requested of requests) {
          const before = state.amount
          state = changedLimit(state, requested, later)
          expect(isLooser(state.amount, before)).toBe(false)
          const { pending } = state
          expect(pending === null || isLooser(pending.amount, state.amount)).toBe(true)
        }
      }),
    )
  })
})

describe('the funding of a stake', () => {
  const cents = fc.integer({ min: 0, max: 10_000 })

  test('is cash first, then bonus, never above the balance, and the whole stake', () => {
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1, max: 25_000 }), (cashCents, bonusCents, stakeCents) => {
        const funding = splitStake({ cashCents, bonusCents }, stakeCents)
        const expected = {
          cashCents: Math.min(cashCents, stakeCents),
          bonusCents: Math.max(0, stakeCents - cashCents),
        }
        expect(funding).toEqual(stakeCents > cashCents + bonusCents ? undefined : expected)
      }),
    )
  })
})

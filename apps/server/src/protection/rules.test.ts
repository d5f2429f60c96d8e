import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedLimit, isLooser, type LimitState, noLimit, refuseLoss, splitStake } from './rules.ts'

describe('a daily loss limit', () => {
  test.each([
    { limit: 1000, staked: 0, returned: 0, stake: 1000, refused: false },
    { limit: 1000, staked: 0, returned: 0, stake: 1001, refused: true },
    { limit: 1000, staked: 1000, returned: 0, stake: 1, refused: true },
    { limit: 1000, staked: 1000, returned: 1, stake: 1, refused: false },
    { limit: 1000, staked: 1000, returned: 5000, stake: 5000, refused: false }, // winnings may be staked again
    { limit: 1000, staked: 1000, returned: 5000, stake: 5001, refused: true },
  ])('of $limit with $staked staked and $returned back refuses $stake more: $refused', (row) => {
    const turnover = { stakedCents: row.staked, returnedCents: row.returned }
    const no = refuseLoss({ dailyLossCents: row.limit }, turnover, row.stake)
    expect(no?.refusal.code).toBe(row.refused ? 'daily_loss_limit' : undefined)
  })

  test('that was never set refuses nothing', () => {
    expect(refuseLoss(undefined, { stakedCents: 1e9, returnedCents: 0 }, 1e9)).toBeUndefined()
  })

  test('tells what is left, never less than nothing', () => {
    const limits = { dailyLossCents: 1000 }
    expect(refuseLoss(limits, { stakedCents: 400, returnedCents: 0 }, 601)?.refusal.detail).toEqual({
      dailyLossCents: 1000,
      leftCents: 600,
    })
    expect(
      refuseLoss(limits, { stakedCents: 1500, returnedCents: 0 }, 1)?.refusal.detail?.['leftCents'],
    ).toBe(0)
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
          const no = refuseLoss(
            { dailyLossCents: limit },
            { stakedCents: staked, returnedCents: returned },
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

const later = new Date('2026-11-21T12:00:00Z')
const laterStill = new Date('2026-11-22T12:00:00Z')

describe('a wish for another limit', () => {
  test('holds at once when it is the first', () => {
    expect(changedLimit(noLimit, 5000, later)).toEqual({ dailyLossCents: 5000, pending: null })
  })
  test('holds at once when it is tighter, and forgets a looser one that waits', () => {
    const state: LimitState = { dailyLossCents: 5000, pending: { dailyLossCents: null, startsAt: later } }
    expect(changedLimit(state, 4000, laterStill)).toEqual({ dailyLossCents: 4000, pending: null })
  })
  test.each([{ wished: 6000 }, { wished: null }])('waits when it is looser ($wished)', ({ wished }) => {
    expect(changedLimit({ dailyLossCents: 5000, pending: null }, wished, later)).toEqual({
      dailyLossCents: 5000,
      pending: { dailyLossCents: wished, startsAt: later },
    })
  })
  test('does not wait longer when it is asked for again', () => {
    const state = changedLimit({ dailyLossCents: 5000, pending: null }, 6000, later)
    expect(changedLimit(state, 6000, laterStill)).toEqual(state)
  })
  test('takes back a looser one that waits when it asks for what is in force', () => {
    const state = changedLimit({ dailyLossCents: 5000, pending: null }, null, later)
    expect(changedLimit(state, 5000, laterStill)).toEqual({ dailyLossCents: 5000, pending: null })
  })

  test('never lets anybody lose more before the wait is over', () => {
    const wish = fc.option(fc.integer({ min: 1, max: 1000 }), { nil: null })
    fc.assert(
      fc.property(fc.array(wish, { minLength: 1, maxLength: 20 }), (wishes) => {
        let state = noLimit
        for (const wished of wishes) {
          const before = state.dailyLossCents
          state = changedLimit(state, wished, later)
          expect(isLooser(state.dailyLossCents, before)).toBe(false)
          const { pending } = state
          expect(pending === null || isLooser(pending.dailyLossCents, state.dailyLossCents)).toBe(true)
        }
      }),
    )
  })
})

describe('where a stake comes from', () => {
  const cents = fc.integer({ min: 0, max: 10_000 })

  test('cash first, then bonus, nothing above what is there, and all of the stake', () => {
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1, max: 25_000 }), (cashCents, bonusCents, stakeCents) => {
        const split = splitStake({ cashCents, bonusCents }, stakeCents)
        const expected = {
          cashCents: Math.min(cashCents, stakeCents),
          bonusCents: Math.max(0, stakeCents - cashCents),
        }
        expect(split).toEqual(stakeCents > cashCents + bonusCents ? undefined : expected)
      }),
    )
  })
})

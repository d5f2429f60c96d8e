import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AutoPlan, mostLostCents, planProblem, stakeAt } from './auto-plan.ts'
import { autoReducer, type AutoState, idle, stakeToPlay } from './auto-state.ts'
import { chanceOfRuin, type RoundOdds, wonCents } from './chance-of-ruin.ts'

const plain: AutoPlan = {
  rounds: 10,
  stakeCents: 500,
  maxStakeCents: 100_000,
  onWinBps: null,
  onLossBps: null,
  stopProfitCents: null,
  stopLossCents: 10_000,
}

/** Every sequence of rounds through the reducer: its probability and final state. */
function* allWays(
  plan: AutoPlan,
  odds: RoundOdds,
  balanceCents: number,
): Generator<{ chance: number; end: Extract<AutoState, { status: 'ended' }>; leastNetCents: number }> {
  const begun = autoReducer(idle, { type: 'begun', plan, balanceCents })
  const open: { state: AutoState; chance: number; balance: number; least: number }[] = [
    { state: begun, chance: 1, balance: balanceCents, least: 0 },
  ]
  for (let way = open.pop(); way; way = open.pop()) {
    const { state, chance, balance } = way
    if (state.status === 'ended') yield { chance, end: state, leastNetCents: way.least }
    const stakeCents = stakeToPlay(state)
    if (stakeCents === undefined) continue
    for (const won of [true, false]) {
      const payoutCents = won ? wonCents(stakeCents, odds) : 0
      const after = balance + payoutCents - stakeCents
      const sent = autoReducer(state, { type: 'sent' })
      const next = autoReducer(sent, { type: 'played', stakeCents, payoutCents, balanceCents: after })
      const net = next.status === 'idle' ? 0 : next.count.netCents
      open.push({
        state: next,
        chance: chance * (won ? odds.chance : 1 - odds.chance),
        balance: after,
        least: Math.min(way.least, net),
      })
    }
  }
}

const raise = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 20_000 }))
const plans = fc.record({
  rounds: fc.integer({ min: 1, max: 9 }),
  stakeCents: fc.integer({ min: 10, max: 1000 }),
  maxStakeCents: fc.integer({ min: 1000, max: 20_000 }),
  onWinBps: raise,
  onLossBps: raise,
  stopProfitCents: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 5000 })),
  stopLossCents: fc.integer({ min: 1000, max: 20_000 }),
})
const anyOdds = fc.record({
  chance: fc.double({ min: 0.001, max: 0.999, noNaN: true }),
  multiplierE4: fc.integer({ min: 10_100, max: 200_000 }),
})
const balances = fc.integer({ min: 0, max: 30_000 })

describe('the chance of ruin', () => {
  test('equals the sum over all sequences of rounds', () => {
    fc.assert(
      fc.property(plans, anyOdds, balances, (plan, odds, balanceCents) => {
        let ruined = 0
        for (const { chance, end } of allWays(plan, odds, balanceCents))
          if (end.why === 'loss' || end.why === 'balance') ruined += chance
        expect(chanceOfRuin(plan, odds, balanceCents)).toBeCloseTo(ruined, 9)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    { what: 'ten rounds that the stop has room for', plan: plain, chance: 0 },
    { what: 'one loss being the end', plan: { ...plain, rounds: 1, stopLossCents: 500 }, chance: 0.5 },
    // Lost at once (1/2), or won and then lost twice: the stop allows one more loss only.
    { what: 'three rounds, one to lose', plan: { ...plain, rounds: 3, stopLossCents: 500 }, chance: 0.625 },
  ])('of $what is $chance', ({ plan, chance }) => {
    expect(chanceOfRuin(plan, { chance: 0.5, multiplierE4: 20_000 }, 1_000_000)).toBeCloseTo(chance, 12)
  })

  test('of a hundred rounds with raises both ways is computed, and not below the simulated chance', () => {
    const plan = { ...plain, rounds: 100, onWinBps: 3333, onLossBps: 1777, stopLossCents: 20_000 }
    const odds = { chance: 0.495, multiplierE4: 20_000 }
    const reported = chanceOfRuin(plan, odds, 1_000_000)
    let seed = 7
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const games = 4000
    let ruined = 0
    for (let game = 0; game < games; game += 1) {
      let state = autoReducer(idle, { type: 'begun', plan, balanceCents: 1_000_000 })
      for (let stake = stakeToPlay(state); stake !== undefined; stake = stakeToPlay(state)) {
        const payoutCents = random() < odds.chance ? wonCents(stake, odds) : 0
        const played = { type: 'played', stakeCents: stake, payoutCents, balanceCents: 1_000_000 } as const
        state = autoReducer(autoReducer(state, { type: 'sent' }), played)
      }
      if (state.status === 'ended' && state.why === 'loss') ruined += 1
    }
    expect(reported).toBeGreaterThan(ruined / games - 0.03)
    expect(reported).toBeLessThan(ruined / games + 0.06)
  })
})

describe('the maximum loss', () => {
  test('is never exceeded, and is at most the total stake', () => {
    fc.assert(
      fc.property(plans, anyOdds, balances, (plan, odds, balanceCents) => {
        const most = mostLostCents(plan, balanceCents)
        expect(most).toBeLessThanOrEqual(plan.stopLossCents)
        for (const { leastNetCents } of allWays(plan, odds, balanceCents))
          expect(-leastNetCents).toBeLessThanOrEqual(most)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    { what: 'a stake that stays', plan: plain, most: 5000 },
    { what: 'a stop below it', plan: { ...plain, stopLossCents: 2000 }, most: 2000 },
    { what: 'a stake that doubles', plan: { ...plain, rounds: 4, onLossBps: 10_000 }, most: 7500 },
    {
      what: 'a stake that has a bound',
      plan: { ...plain, onLossBps: 10_000, maxStakeCents: 800 },
      most: 7700,
    },
  ])('with $what is $most', ({ plan, most }) => {
    expect(mostLostCents(plan, 1_000_000)).toBe(most)
  })

  test("is at most the player's balance", () => {
    expect(mostLostCents(plain, 1234)).toBe(1234)
  })
})

test('a stake raised by ten percent rises to the cent, and stops at the maximum', () => {
  const plan = { ...plain, onLossBps: 1000, maxStakeCents: 700 }
  expect([0, 1, 2, 3, 4].map((losses) => stakeAt(plan, { wins: 0, losses }))).toEqual([
    500, 550, 605, 665, 700,
  ])
})

test.each([
  { stopLossCents: 0, problem: 'stopLossMissing' },
  { stopLossCents: 499, problem: 'stopLossBelowStake' },
  { stopLossCents: 500, problem: undefined },
])('a plan that stops at a loss of $stopLossCents has the problem $problem', ({ stopLossCents, problem }) => {
  expect(planProblem({ ...plain, stopLossCents })).toBe(problem)
})

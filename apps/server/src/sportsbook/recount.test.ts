import { cents } from '@palpite/money'
import { multipleReturn, parlayBoostCents } from '@palpite/odds'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '../platform/errors.ts'
import { exposedLegs } from './settlement/move-exposures.ts'
import { priceLeft, resolutionOf } from './settlement/rules.ts'
import { readCurrentBets, type CurrentBet } from './settlement/current-bet-queries.ts'
import { bookStep, everyKind } from './testing/book-steps.ts'
import { openHarness, type Harness } from './testing/harness.ts'
import { openStepRunner, withoutDelays } from './testing/step-runner.ts'

const dates = { from: '2020-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z' }

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({
    ...withoutDelays,
    earlyPayouts: [{ ...dates, sport: 'football', lead: 2 }],
    winningsBoosts: [{ ...dates, minPriceMilli: 1400, maxCents: 5000, steps: [{ legs: 3, bps: 500 }] }],
  })
})
afterAll(() => harness.close())

test('whatever is placed, cashed out, voided, settled and corrected, the liabilities are those of the open bets', async () => {
  let edits = 0
  await fc.assert(
    fc.asyncProperty(fc.array(bookStep, { minLength: 16, maxLength: 24 }), async (steps) => {
      const runner = await openStepRunner(harness)
      for (const one of steps) {
        edits = Math.max(edits, await runner.run(one))
        expect(await harness.verify()).toEqual([])
        // Between a feed message and the next settlement its bets are unchanged.
        const wrong = one.kind === 'settle' ? await recount(runner.playerId) : []
        expect(wrong).toEqual([])
      }
    }),
    { numRuns: 6, examples: [[everyKind]] },
  )
  // Every kind succeeded at least once.
  const [covered] = await harness.deps.db<object[]>`
    select bool_or(is_each_way and jsonb_array_length(folds) > 1) as "eachWay", bool_or(free_bet_id is not null) as free,
           bool_or(market.type = 'outright.winner') as outright, bool_or(market.type = 'racing.win') as racing,
           bool_or(market.selections is not null) as builder, bool_or(folds = '[2]') as parlay,
           bool_or(folds = '[2, 3]') as trixie, bool_or(folds = '[1, 2, 3, 4]') as lucky,
           bool_or(leg.is_banker) as banker, bool_or(leg.is_paid_early) as early, bool_or(bet.boost is not null) as boost,
           bool_or(bet.status = 'settled' and bet.settled_times > 1) as corrected,
           bool_or(bet.status = 'settled' and bet.result = 90) as void,
           bool_or(bet.status <> 'cashed_out' and sold_unit_cents > 0) as sold
      from sportsbook_bet bet join sportsbook_leg leg on leg.bet_id = bet.id
      join sportsbook_outcome outcome on outcome.id = leg.outcome_id
      join sportsbook_market market on market.id = outcome.market_id`
  expect(Object.entries(present(covered, 'the kinds')).filter(([, isCovered]) => !isCovered)).toEqual([])
  const [ended] = await harness.deps.db<object[]>`
    select exists (select from sportsbook_cash_out where request_id like 'level-%') as levels,
           exists (select from sportsbook_cancellation where rolled_back_at is not null) as "notCancelled"`
  expect(ended).toEqual({ levels: true, notCancelled: true })
  expect(edits).toBeGreaterThan(0)
}, 300_000)

/** Recomputes the liabilities of open bets and the returns of settled ones from their legs alone. */
async function recount(playerId: number): Promise<string[]> {
  const { db } = harness.deps
  const own = await db<{ id: number; holderId: number | null }[]>`
    select bet.id, free.bet_id as "holderId" from sportsbook_bet bet
      left join sportsbook_free_bet free on free.id = bet.free_bet_id where bet.player_id = ${playerId}`
  const holders = new Map(own.map(({ id, holderId }) => [id, holderId]))
  const bets = await readCurrentBets(db, [...holders.keys()])
  return bets.flatMap((one) => {
    if (one.status === 'cashed_out') return []
    // A returned free bet that was used again leaves its first bet void.
    if (one.freeBetId !== null && one.result === 90 && holders.get(one.id) !== one.id) return []
    const returnCents = returnOf(one)
    const isRight = one.status === 'open' ? returnCents === undefined : returnCents === one.returnCents
    const wrong = isRight
      ? []
      : [`bet ${one.id} is ${one.status} at ${one.returnCents}, should be at ${returnCents}`]
    return one.status === 'open' ? [...wrong, ...exposedWrong(one)] : wrong
  })
}

const exposedWrong = (one: CurrentBet): string[] =>
  exposedLegs(one).flatMap(({ exposedStakeCents, exposedReturnCents }, place) => {
    const leg = present(one.legs[place], 'a leg')
    const [is, should] = [
      [leg.exposedStakeCents, leg.exposedReturnCents].join(),
      [exposedStakeCents, exposedReturnCents].join(),
    ]
    return is === should ? [] : [`leg ${place} of bet ${one.id} stands at ${is}, should at ${should}`]
  })

/** The return of a bet by its legs alone; undefined while open. */
function returnOf({ unitStakeCents, folds, isEachWay, stakeCents, ...one }: CurrentBet): number | undefined {
  const legs = one.legs.map((leg) => {
    return { priceMilli: priceLeft(leg), banker: leg.isBanker, resolution: resolutionOf(leg) }
  })
  const returned = multipleReturn({ unitStakeCents: cents(unitStakeCents), folds, isEachWay, legs })
  if (returned === undefined) return undefined
  if (one.freeBetId !== null) return Math.max(0, returned - stakeCents)
  const money = { stakeCents: cents(stakeCents), returnCents: returned }
  return returned + (one.boost?.kind === 'winnings' ? parlayBoostCents(one.boost, legs, money) : 0)
}

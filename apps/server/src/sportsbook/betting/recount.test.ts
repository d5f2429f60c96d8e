import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '../../platform/assert.ts'
import { sportsbookSettings } from '../settings.ts'
import { addMatch, addPricedMatch, nextRequest, openHarness, play, type Harness } from '../testing/harness.ts'
import { parlayFor } from '../testing/requests.ts'
import { findBuilder } from './builders.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
})
afterAll(() => harness.close())

const names = ['1x2 home', '1x2 draw', 'total over 2.5', 'both_score yes', 'double_chance home_draw']
const pick = fc.constantFrom(...names)
const stakeCents = fc.integer({ min: 100, max: 5000 })

const step = fc.oneof(
  fc.record({ kind: fc.constant('single' as const), picks: fc.tuple(pick), stakeCents }),
  fc.record({ kind: fc.constant('builder' as const), picks: fc.tuple(pick, pick), stakeCents }),
  fc.record({ kind: fc.constant('parlay' as const), picks: fc.tuple(pick, pick), stakeCents }),
  fc.record({ kind: fc.constant('sell' as const), share: fc.constantFrom(0.5, 1) }),
  fc.record({ kind: fc.constant('end' as const), home: fc.nat(3), away: fc.nat(3) }),
)

test('whatever is bet, sold, settled and corrected, the liabilities are those of the open bets, and no offer is above what a bet may return', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      const match = await addPricedMatch(harness)
      const other = await addMatch(harness)
      const playerId = await harness.newPlayer(1_000_000)
      const outcome = (name: string) => present(match.outcomes[name], `an outcome ${name}`)
      const place = async (ids: readonly (number | undefined)[], unitStakeCents: number) =>
        harness.sportsbook.placeBet(parlayFor(playerId, ids, { unitStakeCents }))
      for (const one of steps) {
        if (one.kind === 'end') {
          await harness.hear([play(match.key, -1, one.home, one.away)])
          await harness.sportsbook.settle()
        } else if (one.kind === 'sell') await sell(playerId, one.share)
        else if (one.kind === 'single') await place(one.picks.map(outcome), one.stakeCents)
        else {
          const built = await findBuilder(harness.deps.db, sportsbookSettings, {
            playerId: 1,
            outcomeIds: one.picks.map(outcome),
          })
          const legs = built.ok ? [built.value] : [outcome(one.picks[0])]
          await place(one.kind === 'parlay' ? [...legs, other.outcomes['home']] : legs, one.stakeCents)
        }
        expect(await harness.verify()).toEqual([])
      }
    }),
    { numRuns: 3 },
  )
})

/** Sells a part of the newest open bet of this player, where it has an offer. */
async function sell(playerId: number, share: number): Promise<void> {
  const [bet] = await harness.deps.db<{ id: number; unit: number; potential: number }[]>`
    select id, unit_stake_cents - sold_unit_cents as unit, potential_return_cents as potential
      from sportsbook_bet where player_id = ${playerId} and status = 'open' order by id desc limit 1`
  const [offer] = bet ? await harness.sportsbook.cashOuts.offers(playerId, [bet.id]) : []
  if (!bet || !offer) return
  expect(offer.offerCents).toBeLessThanOrEqual(bet.potential)
  await harness.sportsbook.cashOuts.take({
    playerId,
    requestId: nextRequest(),
    quoteId: offer.quoteId,
    unitCents: share === 1 ? undefined : Math.ceil(bet.unit * share),
    minShareBps: 0,
  })
}

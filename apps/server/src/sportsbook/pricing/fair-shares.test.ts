import { type Sport, SPORTS } from '@palpite/odds'
import { describe, expect, test } from 'vitest'
import { sportsbookSettings } from '../settings.ts'
import { matchStatuses, sportOf, type Standing } from '../sports/index.ts'
import { samples } from '../testing/sport-samples.ts'
import { fairShares } from './fair-shares.ts'
import { priceFixture } from './price-fixture.ts'

const runnersOf = (sport: Sport) =>
  sport === 'racing'
    ? samples[sport].participants.map((_, at) => ({ place: at + 1, isWithdrawn: false }))
    : []

const standings = (sport: Sport): Standing[] => {
  const runners = runnersOf(sport)
  return [
    { matchStatus: matchStatuses.notOpen, clock: null, state: null, runners },
    { ...samples[sport].during, runners },
  ]
}

describe('what a match is worth by its model', () => {
  test.each(SPORTS)('of %s is known for all that is offered, and no price is above it', (sport) => {
    for (const standing of standings(sport)) {
      const fixture = { sport, model: samples[sport].model, ...standing }
      const offers = priceFixture(fixture, sportsbookSettings)
      expect(offers.length).toBeGreaterThan(0)
      for (const { outcomes, ...market } of offers) {
        for (const { code, priceMilli } of outcomes) {
          const shares = fairShares(fixture, market, code)
          expect(shares, JSON.stringify([market, code])).toBeDefined()
          const { won, refunded } = shares ?? { won: 2, refunded: 0 }
          // A place each way is paid for by the half to win.
          const most = market.type.endsWith('.each_way') ? 2 : 1
          expect((won * priceMilli) / 1000 + refunded, JSON.stringify([market, code])).toBeLessThanOrEqual(
            most,
          )
        }
      }
    }
  })

  test.each(SPORTS)('of %s: what a market came to was possible, before the start and on the way', (sport) => {
    const runners = runnersOf(sport)
    const adapter = sportOf(sport)
    const end = { matchStatus: matchStatuses.finished, clock: null, state: samples[sport].end, runners }
    for (const standing of standings(sport)) {
      const offers = priceFixture({ sport, model: samples[sport].model, ...standing }, sportsbookSettings)
      for (const { outcomes, ...market } of offers) {
        const came = adapter.resolve(
          market,
          outcomes.map(({ code }) => code),
          end,
        )
        for (const { code } of outcomes) {
          const resolution = came.get(code)
          if (!resolution) continue
          expect(adapter.possible(market, code, standing), JSON.stringify([market, code])).toContainEqual(
            resolution,
          )
        }
      }
    }
  })

  test('is not told of a match that has no model', () => {
    const [standing] = standings('football')
    const market = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const
    expect(
      standing && fairShares({ sport: 'football', model: null, ...standing }, market, 'home'),
    ).toBeUndefined()
  })
})

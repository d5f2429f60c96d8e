import { isSameResolution, type Sport, SPORTS } from '@palpite/odds'
import { describe, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import { sportsbookSettings } from '../settings.ts'
import { matchStatuses } from '../sports/match-status.ts'
import { sportOf } from '../sports/table.ts'
import type { Standing } from '../sports/adapter.ts'
import { samples } from '../testing/sport-samples.ts'
import { fairShares, priceFixture } from './price-fixture.ts'

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

/** Everything offered of a sport before the start and in play, one outcome at a time. */
const offered = (sport: Sport) =>
  standings(sport).flatMap((standing) => {
    const fixture = { sport, model: samples[sport].model, ...standing }
    return priceFixture(fixture, sportsbookSettings).flatMap(({ outcomes, ...market }) =>
      outcomes.map((one) => ({ fixture, standing, market, ...one })),
    )
  })

describe('the value of a match by its model', () => {
  test.each(SPORTS)('of %s is known for all that is offered, and no price exceeds it', (sport) => {
    expect(offered(sport).length).toBeGreaterThan(0)
    for (const { fixture, market, code, priceMilli } of offered(sport)) {
      const { won, refunded } = present(fairShares(fixture, market, code), JSON.stringify([market, code]))
      // An each-way place is paid for by the win half.
      const most = market.type.endsWith('.each_way') ? 2 : 1
      expect((won * priceMilli) / 1000 + refunded).toBeLessThanOrEqual(most)
    }
  })

  test.each(SPORTS)('of %s: each market result was possible, before the start and in play', (sport) => {
    const adapter = sportOf(sport)
    const end = {
      matchStatus: matchStatuses.finished,
      clock: null,
      state: samples[sport].end,
      runners: runnersOf(sport),
    }
    const missed = offered(sport).filter(({ market, standing, code }) => {
      const came = adapter.resolve(market, [code], end).get(code)
      const possible = adapter.possible(market, code, standing)
      return came && !possible.some((one) => isSameResolution(one, came))
    })
    expect(missed).toEqual([])
  })

  test('is undefined for a match without a model', () => {
    const [standing] = standings('football')
    const market = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const
    expect(
      standing && fairShares({ sport: 'football', model: null, ...standing }, market, 'home'),
    ).toBeUndefined()
  })
})

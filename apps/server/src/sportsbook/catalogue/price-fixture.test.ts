import { isSameResolution, type Sport, SPORTS } from '@palpite/odds'
import { describe, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import { sportsbookSettings } from '../settings.ts'
import { matchStatuses } from '../sports/match-status.ts'
import { sportOf } from '../sports/table.ts'
import type { FixtureState } from '../sports/adapter.ts'
import { samples } from '../testing/sport-samples.ts'
import { fairShares, priceFixture } from './price-fixture.ts'

const runnersOf = (sport: Sport) =>
  sport === 'racing'
    ? samples[sport].participants.map((_, at) => ({ place: at + 1, isWithdrawn: false }))
    : []

const fixtureStates = (sport: Sport): FixtureState[] => {
  const runners = runnersOf(sport)
  return [
    { matchStatus: matchStatuses.notOpen, clock: null, state: null, runners },
    { ...samples[sport].during, runners },
  ]
}

/** Everything offered of a sport before the start and in play, one outcome at a time. */
const offered = (sport: Sport) =>
  fixtureStates(sport).flatMap((fixtureState) => {
    const fixture = { sport, model: samples[sport].model, ...fixtureState }
    return priceFixture(fixture, sportsbookSettings).flatMap(({ outcomes, ...market }) =>
      outcomes.map((one) => ({ fixture, fixtureState, market, ...one })),
    )
  })

describe('the value of a match by its model', () => {
  test.each(SPORTS)('of %s is known for all that is offered, and no price exceeds it', (sport) => {
    expect(offered(sport).length).toBeGreaterThan(0)
    for (const { fixture, market, code, priceMilli } of offered(sport)) {
      const { won, refunded } = present(fairShares(fixture, market, code), JSON.stringify([market, code]))
      expect((won * priceMilli) / 1000 + refunded).toBeLessThanOrEqual(1)
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
    const missed = offered(sport).filter(({ market, fixtureState, code }) => {
      const came = adapter.resolve(market, [code], end).get(code)
      const possible = adapter.possible(market, code, fixtureState)
      return came && !possible.some((one) => isSameResolution(one, came))
    })
    expect(missed).toEqual([])
  })

  test('is undefined for a match without a model', () => {
    const [fixtureState] = fixtureStates('football')
    const market = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const
    expect(
      fixtureState && fairShares({ sport: 'football', model: null, ...fixtureState }, market, 'home'),
    ).toBeUndefined()
  })
})

test('a winner whose chance was counted in few seasons is priced shorter and valued lower', () => {
  const chances = [0.6, 0.37, 0.02, 0.01]
  const runners = chances.map((_, at) => ({ place: at + 1, isWithdrawn: false }))
  const standing = { matchStatus: matchStatuses.notOpen, clock: null, state: null, runners }
  const seasons = 50_000
  const offered = (model: object) =>
    priceFixture({ sport: 'outright', model, ...standing }, sportsbookSettings).find(
      ({ type }) => type === 'outright.winner',
    )?.outcomes ?? []
  const counted = offered({ chances, seasons })
  const exact = offered({ chances })
  const winner = { type: 'outright.winner', period: 'full', lineQuarters: null, side: null } as const
  const fixture = { sport: 'outright', model: { chances, seasons }, ...standing }
  expect(counted).toHaveLength(4)
  for (const [at, chance] of chances.entries()) {
    const error = 2 * Math.sqrt((chance * (1 - chance)) / seasons)
    const price = counted[at]?.priceMilli ?? 0
    expect(price).toBeLessThanOrEqual((exact[at]?.priceMilli ?? 0) / (1 + error / chance))
    // Even if the chance is as much larger, a bet pays back no more than its stake.
    expect(((chance + error) * price) / 1000).toBeLessThan(1)
    expect(fairShares(fixture, winner, String(at + 1))?.won).toBeCloseTo(chance - error, 9)
  }
  // The worked example of docs/maths/racing.md §6.
  expect(fairShares(fixture, winner, '4')?.won.toFixed(4)).toBe('0.0091')
})

test('a winner of a model of release 1.0.0, which does not say its seasons, is as uncertain as a thousand', () => {
  const chances = [0.6, 0.3, 0.1]
  const runners = chances.map((_, at) => ({ place: at + 1, isWithdrawn: false }))
  const standing = { matchStatus: matchStatuses.notOpen, clock: null, state: null, runners }
  const winner = { type: 'outright.winner', period: 'full', lineQuarters: null, side: null } as const
  const shares = (model: object) =>
    fairShares({ sport: 'outright', model: { chances, ...model }, ...standing }, winner, '3')
  const placed = [0.95, 0.7, 0.35]
  const error = 2 * Math.sqrt((0.1 * 0.9) / 1000)
  expect(shares({ placed })?.won).toBeCloseTo(0.1 - error, 9)
  expect(shares({ placed, seasons: 50_000 })?.won).toBeGreaterThan(0.1 - error)
})

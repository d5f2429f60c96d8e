import { describe, expect, test } from 'vitest'
import { expectedGoals, fitStrengths, type PlayedMatch } from './team-strength.ts'

/** A season in which team n scores n goals against everyone at home and none away. */
const season = (teams: number): PlayedMatch[] =>
  Array.from({ length: teams }, (_, home) => home).flatMap((home) =>
    Array.from({ length: teams }, (_, away) => away)
      .filter((away) => away !== home)
      .map((away) => ({
        home: `team ${home}`,
        away: `team ${away}`,
        homeGoals: home,
        awayGoals: away > home ? 1 : 0,
        daysAgo: 10,
      })),
  )

describe('team strengths', () => {
  test('rank teams by their results, and expect as many goals as were scored', () => {
    const played = season(6)
    const fit = fitStrengths(played, { halfLifeDays: 1e9, priorGoals: 0.5 })
    const attacks = Array.from({ length: 6 }, (_, team) => fit.attack.get(`team ${team}`) ?? 0)
    expect(attacks.slice(1)).toEqual(attacks.slice(1).toSorted((a, b) => a - b))
    const scored = played.reduce((sum, match) => sum + match.homeGoals, 0)
    const expected = played.reduce((sum, match) => sum + expectedGoals(fit, match.home, match.away).home, 0)
    expect(expected).toBeCloseTo(scored, 3)
  })

  test('trust who scores more over how many are scored', () => {
    const loose = fitStrengths(season(6), { halfLifeDays: 1e9, priorGoals: 0.5 })
    const half = { ...loose, totalTrust: 0.5 }
    const [all, pulled] = [expectedGoals(loose, 'team 5', 'team 0'), expectedGoals(half, 'team 5', 'team 0')]
    const mean = loose.base * (1 + loose.homeAdvantage)
    expect(pulled.home / pulled.away).toBeCloseTo(all.home / all.away, 9)
    expect(Math.abs(pulled.home + pulled.away - mean)).toBeLessThan(Math.abs(all.home + all.away - mean))
  })

  test('weigh recent results more', () => {
    const flip = (daysAgo: number, homeGoals: number): PlayedMatch[] =>
      Array.from({ length: 10 }, () => ({ home: 'a', away: 'b', homeGoals, awayGoals: 1, daysAgo }))
    const fit = fitStrengths([...flip(900, 0), ...flip(5, 3)], { halfLifeDays: 100, priorGoals: 1 })
    expect(expectedGoals(fit, 'a', 'b').home).toBeGreaterThan(2.5)
  })

  test('solve the equations of the likeliest strengths, with the prior', () => {
    const settings = { halfLifeDays: 100, priorGoals: 2 }
    const played = season(5).map((match, at) => ({ ...match, daysAgo: (at * 37) % 300 }))
    const { base, homeAdvantage, attack, concession } = fitStrengths(played, settings)
    const weights = played.map(({ daysAgo }) => 2 ** (-daysAgo / 100))
    const weighted = (of: (match: PlayedMatch) => number) =>
      played.reduce((sum, match, at) => sum + (weights[at] ?? 0) * of(match), 0)
    const [a, c] = [(team: string) => attack.get(team) ?? 0, (team: string) => concession.get(team) ?? 0]
    for (const team of attack.keys()) {
      const [home, away] = [(one: PlayedMatch) => one.home === team, (one: PlayedMatch) => one.away === team]
      const scored = weighted((one) => (home(one) ? one.homeGoals : away(one) ? one.awayGoals : 0))
      const conceded = weighted((one) => (home(one) ? one.awayGoals : away(one) ? one.homeGoals : 0))
      const against = weighted((one) =>
        home(one) ? base * homeAdvantage * c(one.away) : away(one) ? base * c(one.home) : 0,
      )
      const by = weighted((one) =>
        home(one) ? base * a(one.away) : away(one) ? base * homeAdvantage * a(one.home) : 0,
      )
      expect(a(team)).toBeCloseTo((scored + 2) / (against + 2), 6)
      expect(c(team)).toBeCloseTo((conceded + 2) / (by + 2), 6)
    }
    const awayMean = weighted(({ home, away }) => a(away) * c(home))
    expect(base).toBeCloseTo(weighted(({ awayGoals }) => awayGoals) / awayMean, 6)
    const homeMean = weighted(({ home, away }) => base * a(home) * c(away))
    expect(homeAdvantage).toBeCloseTo(weighted(({ homeGoals }) => homeGoals) / homeMean, 6)
  })

  /** Ten home wins 1–0 and so many draws and others, all of equal teams. */
  const scores = (list: readonly (readonly [number, number, number])[]): PlayedMatch[] =>
    list.flatMap(([homeGoals, awayGoals, times]) =>
      Array.from({ length: times }, (_, at) => ({
        ...(at % 2 ? { home: 'a', away: 'b' } : { home: 'b', away: 'a' }),
        homeGoals,
        awayGoals,
        daysAgo: 0,
      })),
    )

  test.each([
    [
      [
        [0, 0, 14],
        [1, 0, 12],
        [0, 1, 10],
        [1, 1, 16],
        [2, 1, 8],
        [0, 2, 6],
      ],
    ],
    [
      [
        [0, 0, 8],
        [1, 0, 16],
        [0, 1, 14],
        [1, 1, 10],
        [2, 1, 10],
        [1, 3, 8],
      ],
    ],
    [
      [
        [0, 0, 40],
        [1, 1, 40],
      ],
    ],
    [
      [
        [1, 0, 40],
        [0, 1, 40],
      ],
    ],
  ] as const)('have the likeliest correction of low scores between -0.2 and 0.1 (%#)', (list) => {
    const strengths = fitStrengths(scores(list), { halfLifeDays: 1e9, priorGoals: 1 })
    const { home, away } = expectedGoals(strengths, 'a', 'b')
    const factors = (rho: number): Record<string, number> => ({
      '0-0': 1 - home * away * rho,
      '0-1': 1 + home * rho,
      '1-0': 1 + away * rho,
      '1-1': 1 - rho,
    })
    const likelihood = (rho: number) =>
      list.reduce((sum, [h, a, times]) => sum + times * Math.log(factors(rho)[`${h}-${a}`] ?? 1), 0)
    const tried = Array.from({ length: 3001 }, (_, at) => -0.2 + at / 10_000)
    const best = tried.reduce((found, rho) => (likelihood(rho) > likelihood(found) ? rho : found))
    expect(strengths.rho).toBeCloseTo(best, 3)
  })

  test('treat an unknown team as average, and work without any results', () => {
    const fit = fitStrengths(season(4))
    expect(expectedGoals(fit, 'newcomer', 'another').away).toBeCloseTo(fit.base, 9)
    expect(Number.isFinite(expectedGoals(fitStrengths([]), 'a', 'b').home)).toBe(true)
  })

  test('reject invalid goal counts and future matches', () => {
    const match = { home: 'a', away: 'b', homeGoals: 1, awayGoals: 0, daysAgo: 0 }
    expect(() => fitStrengths([{ ...match, homeGoals: -1 }])).toThrow('goals must be')
    expect(() => fitStrengths([{ ...match, daysAgo: -1 }])).toThrow('future')
  })
})

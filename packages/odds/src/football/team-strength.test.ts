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

import { removeMarginFromOdds, type MarginMethod } from '@palpite/odds'
import { fitGoals, type LowScoreFactor } from '@palpite/odds/football'
import { attempt, list, number, object, strays, text, verdict, type Check, type Json } from './case.ts'
import { checkGrid } from './pricing-grid.ts'
import { checkCashOut, checkTennis } from './pricing-matches.ts'

const CHANCE = 1e-6
const GOALS = 2e-3
/** The measure of a method (k, c, z) is less certain than the chances it leads to. */
const PARAMETER = 1e-5

/** Fair chances, fitted goals, score grids, tennis chains and cash-out, within the files' own tolerances. */
export const checkPricing = (file: unknown): Check[] => {
  const all = object(file)
  const run = (name: string, check: (id: string, one: Json) => Check): Check[] =>
    list(all[name]).map((value, place) => {
      const one = object(value)
      const id = text(one['id']) ?? `${name} ${place + 1}`
      return attempt(id, () => check(id, one))
    })
  return [
    ...run('implied', checkImplied),
    ...run('goal_expectancy', checkGoals),
    ...run('goal_expectancy_extended', checkGoalsAndRho),
    ...run('grids', checkGrid),
    ...run('tennis', checkTennis),
    ...run('cash_out_rule_only', checkCashOut),
    ...run('cash_out', checkCashOut),
  ]
}

const METHODS: readonly MarginMethod[] = ['multiplicative', 'additive', 'power', 'odds_ratio', 'shin']
const PARAMETERS = { power: 'k', odds_ratio: 'c', shin: 'z' } as const

/** The logarithmic method is the odds ratio under another name. */
const ALIASES: Readonly<Record<string, MarginMethod>> = { logarithmic: 'odds_ratio' }

const checkImplied = (id: string, one: Json): Check => {
  const odds = list(one['odds']).map((price) => number(price) ?? 0)
  const methods = object(one['methods'])
  const named = Object.keys(methods).map((name) => ({
    name,
    method: ALIASES[name] ?? METHODS.find((one) => one === name),
  }))
  const unknown = named.find(({ method }) => method === undefined)
  if (unknown) return { verdict: 'skipped', id, what: `margin method ${unknown.name}` }
  return verdict(
    id,
    named.flatMap(({ name, method }) => (method ? checkMethod(odds, method, object(methods[name])) : [])),
  )
}

const checkMethod = (
  odds: readonly number[],
  method: MarginMethod,
  expected: Json,
): (string | undefined)[] => {
  const got = removeMarginFromOdds(odds, method)
  const wanted = list(expected['p'])
  // A method that makes a chance negative has no answer for us; files show what it would be, or nothing.
  const hasNoAnswer = wanted.every((p) => number(p) === undefined) || wanted.some((p) => (number(p) ?? 0) < 0)
  if (!got.ok) return [hasNoAnswer ? undefined : `${method}: refused, ${got.reason}`]
  if (hasNoAnswer) return [`${method}: expected no answer, got one`]
  const measured = method in PARAMETERS ? expected[PARAMETERS[method as keyof typeof PARAMETERS]] : undefined
  return [
    ...wanted.map((p, place) => strays(`${method} ${place}`, p, got.value.chances[place], CHANCE)),
    measured === undefined
      ? undefined
      : strays(`${method} measure`, measured, got.value.parameter, PARAMETER),
  ]
}

const viewOf = (one: Json): { home: number; draw: number; away: number } => {
  const [home = 0, draw = 0, away = 0] = list(one['p1x2']).map((chance) => number(chance) ?? 0)
  return { home, draw, away }
}

const checkGoals = (id: string, one: Json): Check => {
  const got = fitGoals({ ...viewOf(one), rho: number(one['rho']) ?? 0 })
  return verdict(id, [
    strays('mu_home', one['mu_home'], got?.home, GOALS),
    strays('mu_away', one['mu_away'], got?.away, GOALS),
  ])
}

/**
 * These fits were made with the two one-goal factors exchanged against Dixon and Coles (1 + away·rho on 0–1), then
 * made to sum to one. Their means only come out with that form, so it is given to our fit here, and only here.
 */
const crossedFactor: LowScoreFactor = ({ home, away, rho }, homeGoals, awayGoals) => {
  if (homeGoals === 0 && awayGoals === 0) return 1 - home * away * rho
  if (homeGoals === 0) return 1 + away * rho
  return awayGoals === 0 ? 1 + home * rho : 1 - rho
}

const checkGoalsAndRho = (id: string, one: Json): Check => {
  const got = fitGoals({ ...viewOf(one), over25: number(one['over25']) ?? 0, factor: crossedFactor })
  return verdict(id, [
    strays('mu_home', one['mu_home'], got?.home, GOALS),
    strays('mu_away', one['mu_away'], got?.away, GOALS),
    strays('rho', one['rho'], got?.rho, GOALS),
  ])
}

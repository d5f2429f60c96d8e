import { removeMarginFromOdds, type MarginMethod } from '@palpite/odds'
import {
  fitGoals,
  gridCounts,
  resultChances,
  scoreGrid,
  type ExpectedGoals,
  type LowScoreFactor,
} from '@palpite/odds/football'
import {
  attempt,
  differs,
  list,
  number,
  object,
  skipOthers,
  deviates,
  text,
  verdict,
  type Check,
  type Json,
} from './case.ts'
import { compareFields, fieldsOf, unreadOf, type Comparisons } from './fields.ts'
import { checkGrid } from './pricing-grid.ts'
import { checkCashOut, checkTennis } from './pricing-matches.ts'

const CHANCE = 1e-6
const GOALS = 2e-3
/** Chances computed from the file's means, which have six decimals. */
const FITTED = 1e-5
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
    ...skipOthers(file, SECTIONS),
  ]
}

/** The lists of a file this page runs. */
const SECTIONS = [
  'implied',
  'goal_expectancy',
  'goal_expectancy_extended',
  'grids',
  'tennis',
  'cash_out_rule_only',
  'cash_out',
]

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
  if (named.length === 0) return { verdict: 'failed', id, why: 'no method is expected' }
  const fields = fieldsOf(one)
  for (const field of ['sport', 'market', 'outcomes', 'odds', 'methods', 'overround']) fields.used.add(field)
  const book = odds.reduce((sum, price) => sum + 1 / price, 0)
  const { outcomes } = one
  return verdict(
    id,
    [
      one['overround'] === undefined ? undefined : deviates('overround', one['overround'], book - 1, CHANCE),
      Array.isArray(outcomes) ? differs('outcomes', outcomes.length, odds.length) : undefined,
      ...named.flatMap(({ name, method }) =>
        method ? checkMethod(odds, method, object(methods[name])) : [],
      ),
    ],
    [
      ...unreadOf('the case', fields),
      ...named.flatMap(({ name, method }) => unreadParts(name, method, object(methods[name]))),
    ],
  )
}

/** Parts of a method's answer that nothing compares; the words of a refusal are its own. */
const unreadParts = (name: string, method: MarginMethod | undefined, answer: Json): string[] => {
  const measure = method && method in PARAMETERS ? PARAMETERS[method as keyof typeof PARAMETERS] : 'p'
  return Object.keys(answer)
    .filter((field) => !['p', measure, 'error', 'rejected', 'note'].includes(field))
    .map((field) => `field ${field} of ${name}`)
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
  if (wanted.length !== odds.length) return [`${method}: expected ${wanted.length} chances of ${odds.length}`]
  const measured = method in PARAMETERS ? expected[PARAMETERS[method as keyof typeof PARAMETERS]] : undefined
  return [
    ...wanted.map((p, place) => deviates(`${method} ${place}`, p, got.value.chances[place], CHANCE)),
    measured === undefined
      ? undefined
      : deviates(`${method} measure`, measured, got.value.parameter, PARAMETER),
  ]
}

const viewOf = (one: Json): { home: number; draw: number; away: number } => {
  const [home = 0, draw = 0, away = 0] = list(one['p1x2']).map((chance) => number(chance) ?? 0)
  return { home, draw, away }
}

const GOAL_INPUTS = ['p1x2', 'rho', 'over25']

/** The result of a fit: its means, the chances computed from them, and the remaining error. */
const fitComparisons = (got: ExpectedGoals | undefined, factor?: LowScoreFactor): Comparisons => {
  const chances = got && resultChances(gridCounts(scoreGrid(got, factor)))
  const back = chances ? [chances.home, chances.draw, chances.away] : []
  return {
    mu_home: (value) => deviates('mu_home', value, got?.home, GOALS),
    mu_away: (value) => deviates('mu_away', value, got?.away, GOALS),
    fit_1x2: (value) =>
      list(value).length === back.length
        ? list(value)
            .map((chance, place) => deviates(`fit_1x2 ${place}`, chance, back[place], FITTED))
            .find((wrong) => wrong !== undefined)
        : `fit_1x2: expected ${list(value).length} chances`,
    loss: (value) => deviates('loss', value, 0, CHANCE),
  }
}

const checkFit = (id: string, one: Json, comparisons: Comparisons): Check => {
  const expected = Object.fromEntries(Object.entries(one).filter(([name]) => !GOAL_INPUTS.includes(name)))
  if (one['mu_home'] === undefined || one['mu_away'] === undefined)
    return { verdict: 'failed', id, why: 'no means are expected' }
  const { wrongs, unread } = compareFields('the case', expected, comparisons)
  return verdict(id, wrongs, unread)
}

const checkGoals = (id: string, one: Json): Check =>
  checkFit(id, one, fitComparisons(fitGoals({ ...viewOf(one), rho: number(one['rho']) ?? 0 })))

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
  const over25 = number(one['over25'])
  if (over25 === undefined) return { verdict: 'failed', id, why: 'over25 cannot be read' }
  const got = fitGoals({ ...viewOf(one), over25, factor: crossedFactor })
  const check = checkFit(id, one, fitComparisons(got, crossedFactor))
  const rho = one['rho'] === undefined ? undefined : deviates('rho', one['rho'], got?.rho, GOALS)
  return check.verdict === 'passed' && rho !== undefined ? { verdict: 'failed', id, why: rho } : check
}

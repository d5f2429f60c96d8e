import {
  checkMarket,
  lineQuarters,
  marketType,
  resolutionFromFeed,
  resolveOutcome,
  resolveOutright,
  resolveRunner,
  type MarketRef,
  type Period,
  type Resolution,
  type Sport,
} from '@palpite/odds'
import { number, object, text, type Json } from './case.ts'
import { stateOf } from './settlement-state.ts'

/** What a case resolves to (absent while open), or what of it the product does not have. */
export type CaseResolution = { readonly resolution: Resolution | undefined } | { readonly skip: string }

/** Runs one case through the product's settlement. */
export const resolveCase = (one: Json): CaseResolution => {
  if (one['uof'] !== undefined) return resolveFeedCase(object(one['uof']))
  const market = text(one['market']) ?? 'no market'
  if (market === 'race_win' || market === 'race_place') return resolveRaceCase(one, market)
  if (market === 'outright_winner') return resolveOutrightCase(one)
  return resolveMatchCase(one, market)
}

const resolveFeedCase = (settled: Json): CaseResolution => {
  const [voidFactor, deadHeatFactor] = [text(settled['void_factor']), text(settled['dead_heat_factor'])]
  return {
    resolution: resolutionFromFeed({
      result: settled['result'] === 1 ? 1 : 0,
      ...(voidFactor === undefined ? {} : { voidFactor }),
      ...(deadHeatFactor === undefined ? {} : { deadHeatFactor }),
    }),
  }
}

/** The file says only whether the runner won and was placed: any race that says the same serves. */
const resolveRaceCase = (one: Json, market: string): CaseResolution => {
  const state = object(one['state'])
  const runner = text(one['selection']) ?? ''
  const places = market === 'race_win' ? 1 : (number(state['places_paid']) ?? 1)
  const finish = state['win_result'] === 1 ? 1 : state['place_result'] === 1 ? 2 : ('unplaced' as const)
  const race = new Map<string, number | 'unplaced'>(finish === 1 ? [] : [['the winner', 1]])
  return { resolution: resolveRunner(race.set(runner, finish), runner, places) }
}

const resolveOutrightCase = (one: Json): CaseResolution => {
  const state = object(one['state'])
  const selection = text(one['selection']) ?? ''
  const shared = number(state['dead_heat']) ?? 1
  const others = Array.from({ length: shared - 1 }, (_, place) => `joint winner ${place + 2}`)
  const isOut = [state['started'], state['participated'], state['competed'], state['starts']].includes(false)
  const lost = isOut || state['won'] === false || state['winner'] === false
  const winners = lost ? ['somebody else'] : [selection, ...others]
  const terms = state['all_in'] === false ? 'runs_or_void' : 'all_in'
  return { resolution: resolveOutright({ winners, didNotStart: isOut ? [selection] : [] }, selection, terms) }
}

/** The files' market names, by the end of our own id. */
const NAMES: Readonly<Record<string, string>> = {
  match_result_1x2: '1x2',
  match_result: '1x2',
  moneyline: 'winner',
  match_winner: 'winner',
  moneyline_3way: '1x2',
  total_goals: 'total',
  total_points: 'total',
  total_games: 'total',
  total_runs: 'total',
  total_frames: 'total',
  both_teams_to_score: 'both_score',
  european_handicap_3way: 'european_handicap',
  european_handicap: 'european_handicap',
  total_goals_odd_even: 'odd_even',
  odd_or_even: 'odd_even',
  total_odd_even: 'odd_even',
  goals_odd_even: 'odd_even',
  total_corners: 'corners_total',
  corner_handicap: 'corners_handicap',
  corners_handicap: 'corners_handicap',
  corners_1x2: 'corners_1x2',
  corner_1x2: 'corners_1x2',
  total_cards: 'cards_total',
  total_bookings: 'cards_total',
  game_handicap: 'handicap',
  point_handicap: 'handicap',
  frame_handicap: 'handicap',
  run_line: 'handicap',
  spread: 'handicap',
  correct_score_sets: 'correct_score',
  exact_total_goals: 'exact_goals',
}

const PERIODS: Readonly<Record<string, Period>> = {
  FT90: 'full',
  FT: 'full',
  REG: 'full',
  'FT+OT': 'all',
  HT: 'half1',
  '1H': 'half1',
  H1: 'half1',
  '2H': 'half2',
  H2: 'half2',
  Q1: 'quarter1',
  Q2: 'quarter2',
  Q3: 'quarter3',
  Q4: 'quarter4',
  F5: 'first5',
}

type Named = { readonly name: string; readonly period: Period | undefined }

/** "set_1_winner", "set_winner 2" and "match_result_1x2 HT" carry their stretch in the name. */
const nameOf = (market: string, period: string | undefined): Named => {
  const set = /^set_(\d)_winner$|^set_winner (\d)$/.exec(market)
  if (set) return { name: 'set_winner', period: `set${Number(set[1] ?? set[2])}` }
  const [plain = market, suffix] = market.split(' ')
  if (/3-?_?way$/.test(market) && NAMES[plain] !== 'european_handicap')
    return { name: '1x2', period: undefined }
  return { name: NAMES[plain] ?? plain, period: PERIODS[suffix ?? period ?? ''] }
}

type Pick = { readonly outcome: string; readonly side?: 'home' | 'away'; readonly line?: string }

const OUTCOMES: Readonly<Record<string, string>> = {
  '1X': 'home_draw',
  X2: 'draw_away',
  '12': 'home_away',
  'Any Other Home Win': 'other_home',
  'Any Other Away Win': 'other_away',
  'Any Other Draw': 'other_draw',
  'Any Unquoted': 'other',
}

const pickOf = (selection: string): Pick => {
  const sided = /^(home|away) (over|under)$/.exec(selection)
  if (sided?.[1] === 'home' || sided?.[1] === 'away') return { outcome: sided[2] ?? '', side: sided[1] }
  const lined = /^(\w+) ([+-]?[\d.]+)$/.exec(selection)
  if (lined?.[1] && lined[2]) return { outcome: lined[1], line: lined[2] }
  return { outcome: OUTCOMES[selection] ?? selection.toLowerCase().replace(' - ', '-').replace(' / ', '/') }
}

/** The home side's line in quarters: files give a handicap from the selected side, and a start as "+1 away". */
const homeLine = (written: string, outcome: string, isHandicap: boolean): number | undefined => {
  const start = /^([+-]?[\d.]+) (home|away)$/.exec(written)
  const quarters = lineQuarters(Number(start?.[1] ?? written))
  if (quarters === undefined) return undefined
  const isAway = start ? start[2] === 'away' : isHandicap && outcome === 'away'
  return isAway && quarters !== 0 ? -quarters : quarters
}

const resolveMatchCase = (one: Json, market: string): CaseResolution => {
  const sport = text(one['sport']) as Sport
  const { name, period } = nameOf(market, text(one['period']))
  const isHalf = period === 'half1' || period === 'half2'
  const type = (isHalf ? marketType(`${sport}.half_${name}`) : undefined) ?? marketType(`${sport}.${name}`)
  if (!type) return { skip: `market ${sport} ${market}` }
  const pick = pickOf(text(one['selection']) ?? '')
  const written = pick.line ?? text(one['line'])
  const line =
    written === undefined ? undefined : homeLine(written, pick.outcome, type.id.endsWith('handicap'))
  const ref: MarketRef = {
    type: type.id,
    period: period ?? (Object.keys(type.periods)[0] as Period),
    ...(type.line && line !== undefined ? { lineQuarters: line } : {}),
    ...(pick.side ? { side: pick.side } : {}),
  }
  const refusal = checkMarket(ref)
  if (refusal) return { skip: `market ${sport} ${market} ${ref.period}: ${refusal}` }
  if (!type.outcomes.includes(pick.outcome))
    return { skip: `selection ${pick.outcome} of ${sport} ${market}` }
  return { resolution: resolveOutcome(ref, pick.outcome, stateOf(sport, one)) }
}

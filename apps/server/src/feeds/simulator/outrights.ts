import { setImmediate as letOthersGoOn } from 'node:timers/promises'
import { placeTermsFor, type Sport } from '@palpite/odds'
import type { Deps } from '../../platform/deps.ts'
import {
  applyFeedMessages,
  type FeedMessage,
  type FixtureMessage,
  matchStatuses,
  type PlayMessage,
  selectClock,
  selectTable,
  simulated,
  sportOf,
  type SportsbookSettings,
  type TableRow,
  withOdds,
} from '../../sportsbook/index.ts'
import { selectCalendarSeed } from '../queries.ts'
import { fixturesOf, houseDay, type Season, seasonOf, startOfDay, competitions } from './calendar.ts'
import type { Competition } from './leagues/competition.ts'
import { seededRandom } from './draws.ts'

/**
 * Sports whose leagues have a table, with the points for a win and a draw, as in `selectTable`. Individual players
 * meet in daily draws: some play more than others, so most wins would not mean best.
 */
const POINTS: Readonly<Partial<Record<Sport, { win: number; draw: number }>>> = {
  football: { win: 3, draw: 1 },
  basketball: { win: 1, draw: 0 },
  american_football: { win: 1, draw: 0 },
  baseball: { win: 1, draw: 0 },
  volleyball: { win: 1, draw: 0 },
  cricket: { win: 1, draw: 0 },
}

type Keeping = { readonly settings: SportsbookSettings; readonly seed: string; readonly clock: Date }

/** Offers the league winner markets of the calendar and settles finished ones; does nothing without a calendar. */
export async function fillOutrights(deps: Deps, settings: SportsbookSettings): Promise<void> {
  const seed = await selectCalendarSeed(deps.db)
  if (seed !== undefined) await keepOutrights(deps, { settings, seed, clock: await selectClock(deps.db) })
}

/**
 * Offers the winner of each league of the current season, on its last day of the next one, priced from its table and remaining matches; and settles
 * seasons that are over. The market is suspended while a match of its league is in play: the prices ignore goals that
 * players see. Returns the ids of the fixtures it sent.
 */
export async function keepOutrights(deps: Deps, keeping: Keeping): Promise<number[]> {
  await endSeasons(deps, keeping.clock)
  const day = houseDay(keeping.clock)
  const current = seasonOf(day)
  // On its last day a season is as good as decided: the next one is offered.
  const season = day < current.lastDay ? current : seasonOf(current.lastDay + 1)
  const ids: number[] = []
  for (const competition of competitions.filter(({ sport }) => POINTS[sport])) {
    const told = await outrightOf(deps, competition, season, keeping)
    if (!told) continue
    const { message, isInPlay, keep } = told
    const stop: FeedMessage[] = isInPlay ? [{ kind: 'bet_stop', key: message.key }] : []
    const messages = [...withOdds(message, keeping.settings), ...stop]
    ids.push(...(await deps.db.begin((tx) => applyFeedMessages(tx, 'simulator', messages))).values())
    keep()
    await letOthersGoOn()
  }
  return ids
}

/**
 * Finished matches of a season at its last pricing, by database: with the same number nothing has changed, unless a
 * match has started.
 */
const priced = new WeakMap<Deps['db'], Map<string, string>>()

/** Settles seasons whose every match ended by this moment; with `isCut` the tables count as they are. */
export async function endSeasons(deps: Deps, clock: Date, isCut = false): Promise<void> {
  const open = await simulated.selectOpenOutrights(deps.db, clock, isCut)
  if (open.length === 0) return
  const plays: FeedMessage[] = []
  for (const outright of open) plays.push(await resultOf(deps, outright))
  await deps.db.begin((tx) => applyFeedMessages(tx, 'simulator', plays))
}

/** Sides level in everything share the place; a league without a finished match has no winner. */
async function resultOf({ db }: Deps, outright: simulated.OpenOutright): Promise<PlayMessage> {
  const table = await selectTable(db, outright.competitionId, outright.season)
  const numbers = new Map(outright.participants.map(({ name, place }) => [name, place]))
  const finishes = table.flatMap(({ name, rank }) => {
    const runner = numbers.get(name)
    return runner === undefined ? [] : [{ runner, place: rank }]
  })
  return {
    kind: 'play',
    key: outright.key,
    matchStatus: finishes.length > 0 ? matchStatuses.finished : matchStatuses.cancelled,
    clock: null,
    state: { family: 'outright', finishes },
  }
}

type Told = {
  message: FixtureMessage
  isInPlay: boolean
  /** Marks it as written: not sent again while nothing changes. */
  keep: () => void
}

async function outrightOf(
  { db }: Deps,
  competition: Competition,
  season: Season,
  { seed, clock }: Keeping,
): Promise<Told | undefined> {
  const { key, sport, name, entrants } = competition
  const ended = await simulated.selectEnded(db, { sport, competition: name, season: season.name })
  const stand = `${season.name} ${ended.keys.length}/${houseDay(clock)}/${ended.isInPlay ? 'in play' : ''}`
  const known = priced.get(db) ?? new Map<string, string>()
  const before = known.get(`${seed}:${key}`)
  if (before === stand) return undefined
  const keep = () => void priced.set(db, known.set(`${seed}:${key}`, stand))
  const outright = {
    kind: 'fixture' as const,
    key: `${key}:winner:${season.name}`,
    sport,
    competition: name,
    isOutright: true,
    season: season.name,
    title: `${name} · ${season.name}`,
    participants: entrants.map((entrant) => ({ name: entrant })),
    startsAt: startOfDay(season.lastDay),
    play: null,
  }
  // Suspended until the match ends: simulating the season now would be wasted.
  if (ended.isInPlay && before?.startsWith(season.name))
    return { message: { ...outright, model: null }, isInPlay: true, keep }
  const table: readonly TableRow[] = ended.id === null ? [] : await selectTable(db, ended.id, season.name)
  const over = new Set(ended.keys)
  const from = Math.max(season.firstDay, houseDay(clock) - 1)
  const days = Array.from({ length: season.lastDay - from + 1 }, (_, at) => from + at)
  const left: MatchChances[] = []
  for (const day of days) {
    for (const fixture of fixturesOf(competition, day, seed)) {
      if (!over.has(fixture.key))
        left.push(await chancesOf(fixture, { competition: key, season: season.name }))
    }
    await letOthersGoOn()
  }
  const model = await winChances({
    entrants,
    table,
    left,
    points: POINTS[sport] ?? { win: 1, draw: 0 },
    places: placeTermsFor(entrants.length, false)?.places ?? 1,
    seed: `${seed}:${key}:${season.name}:${over.size}`,
  })
  return { message: { ...outright, model }, isInPlay: ended.isInPlay, keep }
}

type Known = { readonly season: string; readonly byModel: Map<string, Promised> }
type Promised = Pick<MatchChances, 'homeWins' | 'draw'>

/**
 * Pre-match chances by competition: computing them takes milliseconds for innings and sets, and two matches with the
 * same model have the same chances.
 */
const promised = new Map<string, Known>()

async function chancesOf(
  { sport, model, participants }: FixtureMessage,
  of: { competition: string; season: string },
): Promise<MatchChances> {
  const held = promised.get(of.competition)
  const known =
    held?.season === of.season ? held : { season: of.season, byModel: new Map<string, Promised>() }
  if (known !== held) promised.set(of.competition, known)
  const playedFrom = JSON.stringify(model)
  let chances = known.byModel.get(playedFrom)
  if (!chances) {
    await letOthersGoOn()
    chances = promiseOf(sport, model)
    known.byModel.set(playedFrom, chances)
  }
  return { home: participants[0]?.name ?? '', away: participants[1]?.name ?? '', ...chances }
}

const BEFORE = { matchStatus: matchStatuses.notOpen, clock: null, state: null, runners: [] }

/** The chances of a match still to be played, from its first market. */
function promiseOf(sport: FixtureMessage['sport'], model: FixtureMessage['model']): Promised {
  const [winner] = sportOf(sport).fair(model, BEFORE, 'main')
  const chanceOf = (code: string) => winner?.outcomes.find(({ outcome }) => outcome === code)?.chance ?? 0
  return { homeWins: chanceOf('home'), draw: chanceOf('draw') }
}

/** A remaining match of a season, with the chances of a home win and of a draw. */
type MatchChances = {
  readonly home: string
  readonly away: string
  readonly homeWins: number
  readonly draw: number
}

export type SeasonSoFar = {
  readonly entrants: readonly string[]
  readonly table: readonly { name: string; points: number; scored: number; conceded: number }[]
  readonly left: readonly MatchChances[]
  readonly points: { readonly win: number; readonly draw: number }
  /** How many places count as placed. */
  readonly places: number
  readonly seed: string
}

/** Simulated seasons: a chance of a tenth is off by about a hundredth. */
const SEASONS = 1000
/** A slice is about five milliseconds of a long season: the server answers players in between. */
const SEASONS_AT_ONCE = 20
/** Less than any point: level sides rank by current difference, then by lot. */
const [DIFFERENCE, LOT] = [1e-5, 1e-6]

/** By entrant, in order: the chance to finish first, and the chance to finish in one of the places. */
type SeasonChances = { chances: number[]; placed: number[] }

/**
 * Each entrant's chance to finish first and among the placed, from the table and the remaining matches, by a thousand
 * simulated seasons. Deterministic for a seed. The chances sum to 1; an entrant that never finished first gets none.
 */
export async function winChances(of: SeasonSoFar): Promise<SeasonChances> {
  const { entrants, table, left, points, places, seed } = of
  const roll = seededRandom(seed)
  const placeOf = new Map(entrants.map((name, place) => [name, place]))
  const before = new Float64Array(entrants.length)
  for (const { name, points: own, scored, conceded } of table) {
    const place = placeOf.get(name)
    if (place !== undefined) before[place] = own + (scored - conceded) * DIFFERENCE
  }
  const matches = left.flatMap(({ home, away, homeWins, draw }) => {
    const [one, other] = [placeOf.get(home), placeOf.get(away)]
    return one === undefined || other === undefined ? [] : [{ one, other, homeWins, draw }]
  })
  const won = new Float64Array(entrants.length)
  const placed = new Float64Array(entrants.length)
  for (let season = 0; season < SEASONS; season += 1) {
    if (season % SEASONS_AT_ONCE === 0) await letOthersGoOn()
    const now = before.map((own) => own + roll() * LOT)
    for (const { one, other, homeWins, draw } of matches) {
      const drawn = roll()
      if (drawn < homeWins) now[one] = (now[one] ?? 0) + points.win
      else if (drawn >= homeWins + draw) now[other] = (now[other] ?? 0) + points.win
      else {
        now[one] = (now[one] ?? 0) + points.draw
        now[other] = (now[other] ?? 0) + points.draw
      }
    }
    const ranked = [...now.keys()].sort((one, other) => (now[other] ?? 0) - (now[one] ?? 0)).slice(0, places)
    const [first = 0] = ranked
    won[first] = (won[first] ?? 0) + 1
    for (const one of ranked) placed[one] = (placed[one] ?? 0) + 1
  }
  const shareOf = (count: number) => count / SEASONS
  return { chances: [...won].map(shareOf), placed: [...placed].map(shareOf) }
}

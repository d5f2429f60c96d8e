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
import type { Sql } from '../../platform/db/index.ts'
import { lockLead, selectCalendarSeed } from '../queries.ts'
import { fixturesOf, houseDay, type Season, seasonOf, startOfDay, competitions } from './calendar.ts'
import type { Competition } from './leagues/competition.ts'
import { type MatchChances, seasonChances, type TablePoints } from './season-chances.ts'

/**
 * Sports whose leagues have a table, with the points for a win and a draw, as in `selectTable`, and by how much a
 * match is won on average and at most in its score, as simulated. Individual players meet in daily draws: some play
 * more than others, so most wins would not mean best.
 */
const POINTS: Readonly<Partial<Record<Sport, TablePoints>>> = {
  football: { win: 3, draw: 1, meanMargin: 1.8 },
  basketball: { win: 1, draw: 0, meanMargin: 12 },
  american_football: { win: 1, draw: 0, meanMargin: 10 },
  baseball: { win: 1, draw: 0, meanMargin: 3 },
  volleyball: { win: 1, draw: 0, meanMargin: 2, maxMargin: 3 },
  cricket: { win: 1, draw: 0, meanMargin: 15 },
}

type Keeping = { readonly settings: SportsbookSettings; readonly seed: string; readonly clock: Date }

/** Offers the league winner markets of the calendar and settles finished ones; does nothing without a calendar. */
export async function fillOutrights(deps: Deps, settings: SportsbookSettings): Promise<void> {
  const seed = await selectCalendarSeed(deps.db)
  if (seed !== undefined) await keepOutrights(deps, { settings, seed, clock: await selectClock(deps.db) })
}

/**
 * Offers the winner of each league of the current season (on its last day, of the next one), priced from its
 * table and remaining matches, and settles seasons that are over. The market is suspended while a match of
 * its league is in play or interrupted: the prices ignore goals that players see. Returns the ids of the
 * fixtures it sent.
 */
export async function keepOutrights(deps: Deps, keeping: Keeping): Promise<number[]> {
  await endSeasons(deps, keeping.clock)
  const day = houseDay(keeping.clock)
  const current = seasonOf(day)
  // On its last day a season is as good as decided: the next one is offered.
  const season = day < current.lastDay ? current : seasonOf(current.lastDay + 1)
  const ids: number[] = []
  for (const competition of competitions.filter(({ sport }) => POINTS[sport])) {
    const reported = await outrightOf(deps, competition, season, keeping)
    if (!reported) continue
    const { message, ended, keep } = reported
    const odds = withOdds(message, keeping.settings)
    const written = await deps.db.begin(async (tx) => {
      // A match may have begun or ended while the season was simulated; under this lock none does.
      await lockLead(tx)
      const now = await endedOf(tx, competition, season)
      const isOutdated = now.isInPlay || now.keys.length !== ended
      const stop: FeedMessage[] = isOutdated ? [{ kind: 'bet_stop', key: message.key }] : []
      return applyFeedMessages(tx, 'simulator', [...odds, ...stop])
    })
    ids.push(...written.values())
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

const endedOf = (sql: Sql, { sport, name }: Competition, season: Season) =>
  simulated.selectEnded(sql, { sport, competition: name, season: season.name })

type Reported = {
  message: FixtureMessage
  /** How many matches of the season had ended. */
  ended: number
  /** Marks it as written: not sent again while nothing changes. */
  keep: () => void
}

async function outrightOf(
  { db }: Deps,
  competition: Competition,
  season: Season,
  { seed, clock }: Keeping,
): Promise<Reported | undefined> {
  const { key, sport, name, entrants } = competition
  const ended = await endedOf(db, competition, season)
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
    return { message: { ...outright, model: null }, ended: ended.keys.length, keep }
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
  const model = await seasonChances({
    entrants,
    table,
    left,
    points: POINTS[sport] ?? { win: 1, draw: 0, meanMargin: 1 },
    places: placeTermsFor(entrants.length, false)?.places ?? 1,
    seed: `${seed}:${key}:${season.name}`,
  })
  return { message: { ...outright, model }, ended: ended.keys.length, keep }
}

type Known = { readonly season: string; readonly byModel: Map<string, Promised> }
type Promised = Pick<MatchChances, 'homeWins' | 'draw'>

/**
 * Pre-match chances by competition: computing them takes milliseconds for innings and sets, and two matches with the
 * same model have the same chances.
 */
const promised = new Map<string, Known>()

async function chancesOf(
  { key, sport, model, participants }: FixtureMessage,
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
  return { key, home: participants[0]?.name ?? '', away: participants[1]?.name ?? '', ...chances }
}

const BEFORE = { matchStatus: matchStatuses.notOpen, clock: null, state: null, runners: [] }

/** The chances of a match still to be played, from its first market. */
function promiseOf(sport: FixtureMessage['sport'], model: FixtureMessage['model']): Promised {
  const [winner] = sportOf(sport).fair(model, BEFORE, 'main')
  const chanceOf = (code: string) => winner?.outcomes.find(({ outcome }) => outcome === code)?.chance ?? 0
  return { homeWins: chanceOf('home'), draw: chanceOf('draw') }
}

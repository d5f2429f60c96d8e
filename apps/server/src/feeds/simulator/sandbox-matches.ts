import { assert, present } from '../../platform/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  applyFeedMessages,
  type Pair,
  selectClock,
  sportOf,
  type SportsbookSettings,
  withOdds,
  endingOf,
  isInPlay,
  matchStatuses,
  simulated,
} from '../../sportsbook/index.ts'
import type { Disruption } from './disruptions.ts'
import { competitionOf } from './calendar.ts'
import { matchSimulation, type Simulated } from './match-simulation.ts'
import { isDeepStrictEqual } from 'node:util'
import type { SportState } from '@palpite/contract'
import type { Tx } from '../../platform/db/index.ts'
import { lockLead } from '../queries.ts'
import { type DueMatch, fixtureOf, messagesOf, outrightStops, simulationOf } from './play-due.ts'
import { lastBefore, type Moment, type MatchSimulation } from './simulations/simulation.ts'

type ScheduleMatch = {
  home: string
  away: string
  startsInSeconds: number
  /** Match seconds per second; a whole football match has about 6,600. */
  speed: number
  seed?: string
  /** The disruption to play. */
  fault?: Disruption
  /** The span of seconds for the first goal of a football match. */
  firstGoal?: { from: number; to: number }
}

/** Seeds tried for a wanted first goal; one match in about twenty has it in a given four-minute window. */
const MAX_TRIES = 2000

/**
 * Adds a match between two entrants of one invented competition at a time the test chooses, and returns its result.
 * For tests only: the caller learns results, so its route exists only beside a sandbox.
 */
export async function scheduleMatch(
  deps: Deps,
  settings: SportsbookSettings,
  { home, away, startsInSeconds, speed, fault, firstGoal, ...wish }: ScheduleMatch,
): Promise<{ fixtureId: number; result: Pair | null }> {
  assert(deps.config.SANDBOX_URL !== undefined, 'matches are scheduled only beside a sandbox')
  const { sport, name, modelOf } = present(competitionOf(home, away), 'the competition of both entrants')
  const model = present(modelOf(home, away, 'scheduled'), 'the model of the match')
  const drawn: Simulated = {
    sport,
    model,
    seed: wish.seed ?? deps.random.hex(16),
    fault: fault ?? null,
    withdrawn: [],
  }
  const match = firstGoal ? withFirstGoal(drawn, firstGoal) : drawn
  const clock = await selectClock(deps.db)
  const key = `sandbox:${deps.random.uuid()}`
  const startsAt = new Date(clock.getTime() + startsInSeconds * 1000)
  const messages = withOdds(
    {
      kind: 'fixture',
      key,
      sport,
      competition: name,
      title: null,
      startsAt,
      model,
      participants: [{ name: home }, { name: away }],
      play: { seed: match.seed, speed, fault: match.fault },
    },
    settings,
  )
  const ids = await deps.db.begin((tx) => applyFeedMessages(tx, 'simulator', messages))
  return { fixtureId: present(ids.get(key), 'the scheduled fixture'), result: resultOf(match) }
}

/** The final result of a simulated match, one number a side if its sport has one. */
export function resultOf(match: Simulated): Pair | null {
  const end = matchSimulation(match).at(-1)
  return end?.state ? sportOf(match.sport).score(end.state, end.matchStatus) : null
}

/** The second of a football match's first goal. */
export const firstGoalOf = (match: Simulated): number | undefined =>
  matchSimulation(match).find(
    ({ state }) => state?.family === 'football' && (state.score ?? []).some((goals) => goals > 0),
  )?.second

/** The match with the first derived seed whose first goal falls in the span. */
function withFirstGoal(match: Simulated, { from, to }: { from: number; to: number }): Simulated {
  const isWanted = (grown: Simulated) => {
    const second = firstGoalOf(grown)
    return second !== undefined && second >= from && second <= to
  }
  const grown = Array.from({ length: MAX_TRIES }, (_, place) => ({
    ...match,
    seed: `${match.seed}:${place}`,
  }))
  return present(grown.find(isWanted), `a match with its first goal between ${from} and ${to}`)
}

/** How far to play a match. A goal is the next change of score in any sport. */
type AdvanceTo = 'kick-off' | 'goal' | 'end' | { readonly minute: number }

/** The state of the match after the call. `isReached` is false if it has no such moment: then nothing was played. */
type Advanced = {
  fixtureId: number
  matchStatus: number
  minute: number | null
  home: number | null
  away: number | null
  isReached: boolean
}

type Advance = { readonly fixtureId: number; readonly to: AdvanceTo }

/**
 * Plays a simulated match up to a moment now; it continues from there at its own speed. Returns its state, or
 * undefined for a fixture this server does not simulate. Each event on the way is one simulator run in its own
 * transaction, so subscribers receive each as usual. Betting is suspended on the way, and prices come with the last
 * event: pricing each step of a basketball match took ten seconds. It never goes back, and concurrent calls share the
 * way. For tests only: its route exists only beside a sandbox.
 */
export async function advanceMatch(
  deps: Deps,
  settings: SportsbookSettings,
  { fixtureId, to }: Advance,
): Promise<Advanced | undefined> {
  assert(deps.config.SANDBOX_URL !== undefined, 'matches are advanced only beside a sandbox')
  let aim: Aim | undefined
  for (;;) {
    const beat = await deps.db.begin(async (tx): Promise<Beat | undefined> => {
      await lockLead(tx)
      const at = await selectClock(tx)
      const [match] = await simulated.selectMatches<Disruption>(tx, [fixtureId], {
        at,
        speed: deps.config.SIMULATOR_SPEED || null,
      })
      return match && playNext(tx, match, { at, settings, to, aim })
    })
    if (!beat?.isPlayed)
      return beat && { ...matchStateOf(beat.match), isReached: beat.aim?.place !== undefined }
    aim = beat.aim
  }
}

/** The target position in the simulation; undefined if there is no such moment. Found once per call. */
type Aim = { readonly place: number | undefined }
type Beat = { match: DueMatch; aim: Aim | undefined; isPlayed: boolean }
type Next = { at: Date; settings: SportsbookSettings; to: AdvanceTo; aim: Aim | undefined }

/** Plays the next event on the way, if any. */
async function playNext(tx: Tx, match: DueMatch, { at, settings, to, aim: found }: Next): Promise<Beat> {
  const isEarly = match.fault === 'withdrawn' && match.second < 0
  const withdrawal = isEarly ? messagesOf(match, settings) : []
  if (withdrawal.length > 0) {
    // Without this runner the race changes: the target is found again after this.
    await applyFeedMessages(tx, 'simulator', withdrawal)
    return { match, aim: undefined, isPlayed: true }
  }
  const simulation = simulationOf(match)
  const reported = lastReported(match, simulation)
  const aim = found ?? { place: placeOf(to, simulation, { sport: match.sport, reported }) }
  const place = nextEvent(simulation, reported, aim.place ?? -1)
  if (place === undefined) return { match, aim, isPlayed: false }
  const { second } = present(simulation[place], 'a moment of the match')
  const start = at < match.startsAt ? [fixtureOf({ ...match, startsAt: at })] : []
  const messages = messagesOf({ ...match, second }, settings, place !== aim.place)
  const stops = await outrightStops(tx, [{ match, messages }])
  await applyFeedMessages(tx, 'simulator', [...start, ...messages, ...stops])
  await simulated.keepSpeeds(tx, [match.id], [match.speed])
  if (match.second < second) await simulated.setClock(tx, { id: match.id, at, speed: match.speed, second })
  return { match, aim, isPlayed: true }
}

type Reported = Moment<SportState | null>

/**
 * The position of the last moment sent; -1 before the first. The clock may be ahead, as the simulator runs twice a
 * second. A match in a state of no moment (changed by an operator) counts as sent up to its clock.
 */
function lastReported(match: DueMatch, simulation: MatchSimulation<SportState | null>): number {
  const { matchStatus, clockPeriod, minute, state, second } = match
  if (matchStatus === matchStatuses.notOpen) return -1
  const clock = clockPeriod === null ? null : { period: clockPeriod, minute }
  const due = lastBefore(simulation, second)
  const reported = simulation
    .slice(0, due + 1)
    .findLastIndex((moment) =>
      isDeepStrictEqual(
        { matchStatus, clock, state },
        { matchStatus: moment.matchStatus, clock: moment.clock, state: moment.state },
      ),
    )
  return reported < 0 ? due : reported
}

function placeOf(
  to: AdvanceTo,
  simulation: MatchSimulation<SportState | null>,
  { sport, reported }: { sport: string; reported: number },
): number | undefined {
  const first = (isIt: (moment: Reported, place: number) => boolean) => {
    const place = simulation.findIndex(isIt)
    return place < 0 ? undefined : place
  }
  if (to === 'kick-off') return first(({ matchStatus }) => isInPlay(matchStatus))
  // Does not wait for a later correction of the result: it comes at the match's own speed.
  if (to === 'end') return first(({ matchStatus }) => endingOf(matchStatus) !== 'running')
  if (to === 'goal')
    return first(
      (moment, place) => place > reported && pointsOf(sport, moment) > pointsOf(sport, simulation[place - 1]),
    )
  return first((moment) => minuteOf(moment) >= to.minute)
}

/** Both sides' scores; in football including extra time. */
function pointsOf(sport: string, moment: Reported | undefined): number {
  const state = moment?.state
  if (!state) return 0
  const { home, away } = sportOf(sport).score(state, moment.matchStatus) ?? { home: 0, away: 0 }
  const [more, too] = (state.family === 'football' && state.extraTime) || [0, 0]
  return home + away + more + too
}

/**
 * The minute being played: in football the displayed one, where the first half's stoppage time stays at 45; in other
 * sports minutes since the start, as their clocks restart each period or do not exist. 0 before the start, after the
 * end, and while interrupted.
 */
function minuteOf({ second, matchStatus, clock, state }: Reported): number {
  if (!isInPlay(matchStatus)) return 0
  if (state?.family !== 'football') return Math.floor(second / 60) + 1
  const minute = clock?.minute ?? 0
  return clock?.period === 'half1' ? Math.min(minute, 45) : minute
}

/** The next position up to `aim` where more changes than the minute, or `aim` itself. */
function nextEvent(
  simulation: MatchSimulation<SportState | null>,
  reported: number,
  aim: number,
): number | undefined {
  for (let place = reported + 1; place <= aim; place += 1)
    if (
      place === aim ||
      !isDeepStrictEqual(withoutTime(simulation[place]), withoutTime(simulation[place - 1]))
    )
      return place
  return undefined
}

const withoutTime = (moment: Reported | undefined) =>
  moment && { ...moment, second: null, clock: moment.clock?.period }

function matchStateOf({ id, sport, matchStatus, minute, state }: DueMatch): Omit<Advanced, 'isReached'> {
  const score = state && sportOf(sport).score(state, matchStatus)
  return { fixtureId: id, matchStatus, minute, home: score?.home ?? null, away: score?.away ?? null }
}

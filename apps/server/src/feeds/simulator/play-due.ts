import type { Disruption } from './disruptions.ts'
import { isDeepStrictEqual } from 'node:util'
import type { SportState } from '@palpite/contract'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import {
  applyFeedMessages,
  endingOf,
  type FeedMessage,
  type FixtureMessage,
  isInPlay,
  matchStatuses,
  priceFixture,
  selectClock,
  simulated,
  type SportsbookSettings,
} from '../../sportsbook/index.ts'
import { tryLead } from '../queries.ts'
import { wholeBetween, seededRandom } from './draws.ts'
import { matchSimulation, sportSimulations } from './match-simulation.ts'
import { lastBefore, type Moment, playAt } from './simulations/simulation.ts'
import { fixturesOfDay, startOfDay, addFixtures } from './calendar.ts'
import { endSeasons, keepOutrights } from './outrights.ts'

/**
 * One run of the simulator: brings every match in play up to the database's clock, with its prices. Returns how many
 * matches it played; none while another server leads. Each run also counts as the feed's heartbeat.
 */
export const playDue = (deps: Deps, settings: SportsbookSettings): Promise<number> =>
  deps.db.begin(async (tx) => {
    if (!(await tryLead(tx))) return 0
    return playUntil(tx, await selectClock(tx), { speed: deps.config.SIMULATOR_SPEED || null, settings })
  })

type Pace = { readonly speed: number | null; readonly settings: SportsbookSettings }

/** The same up to any moment, for the leading server. */
async function playUntil(tx: Tx, at: Date, { speed, settings }: Pace): Promise<number> {
  const due = await simulated.selectMatches<Disruption>(tx, await simulated.selectDue(tx, at, speed), {
    at,
    speed,
  })
  const starting = due.filter(
    ({ matchStatus, second }) => matchStatus === matchStatuses.notOpen && second >= 0,
  )
  if (starting.length > 0)
    await simulated.keepSpeeds(
      tx,
      starting.map(({ id }) => id),
      starting.map((match) => match.speed),
    )
  const plays = due.map((match) => ({ match, messages: messagesOf(match, settings) }))
  await applyFeedMessages(tx, 'simulator', [
    ...plays.flatMap(({ messages }) => messages),
    ...(await outrightStops(tx, plays)),
  ])
  const played = due.filter(isPlayedOut).map(({ id }) => id)
  if (played.length > 0) await simulated.markPlayedOut(tx, played)
  return due.length
}

/**
 * Stops for the outrights of the seasons of which a match began or ended: their prices know neither its score nor its
 * result before they are priced again.
 */
export async function outrightStops(
  tx: Tx,
  plays: readonly { match: DueMatch; messages: readonly FeedMessage[] }[],
): Promise<FeedMessage[]> {
  const turned = plays.filter(({ match, messages }) =>
    messages.some((one) => one.kind === 'play' && stageOf(one.matchStatus) !== stageOf(match.matchStatus)),
  )
  if (turned.length === 0) return []
  const keys = await simulated.selectOutrightsOf(
    tx,
    turned.map(({ match }) => match.id),
  )
  return keys.map((key) => ({ kind: 'bet_stop', key }))
}

/** An interrupted match is under way; one with a postponed start is still to come. */
function stageOf(matchStatus: number): 'to_come' | 'under_way' | 'over' {
  if (endingOf(matchStatus) !== 'running') return 'over'
  return isInPlay(matchStatus) || matchStatus === matchStatuses.interrupted ? 'under_way' : 'to_come'
}

/** A due match, with the disruption the simulator plays in it. */
export type DueMatch = simulated.DueMatch<Disruption>

const withdrawnOf = ({ participants }: DueMatch): number[] =>
  participants.filter(({ isWithdrawn }) => isWithdrawn).map(({ place }) => place)

/** The simulation of the match, without withdrawn runners. */
export const simulationOf = (match: DueMatch) => matchSimulation({ ...match, withdrawn: withdrawnOf(match) })

const isPlayedOut = (match: DueMatch): boolean => match.second >= (simulationOf(match).at(-1)?.second ?? 0)

/**
 * The messages of a match since its last one; empty if nothing changed. While it only passes through on the way to a
 * later moment, it takes no bets and has no prices.
 */
export function messagesOf(match: DueMatch, settings: SportsbookSettings, isPassing = false): FeedMessage[] {
  const { key, sport, model, participants } = match
  const stopSeconds = sportSimulations[sport].stopSeconds ?? settings.goalStopSeconds
  const now = playAt(simulationOf(match), match.second, stopSeconds)
  if (!now) return withdrawal(match, settings)
  const { isStopped, ...play } = now
  const { matchStatus, clockPeriod, minute, state } = match
  const clock = clockPeriod === null ? null : { period: clockPeriod, minute }
  const isMoved = !isDeepStrictEqual({ matchStatus, clock, state }, play)
  const messages: FeedMessage[] = isMoved ? [{ kind: 'play', key, ...play, course: courseOf(match) }] : []
  if (endingOf(play.matchStatus) !== 'running') return messages
  if (isStopped || isPassing || !isInPlay(play.matchStatus))
    return match.isStopped ? messages : [...messages, { kind: 'bet_stop', key }]
  if (!isMoved && !match.isStopped) return messages
  const offers = priceFixture({ sport, model, ...play, runners: participants }, settings)
  return [...messages, { kind: 'odds', key, offers }]
}

/**
 * The moments of a match before its first message, oldest first: a match in play when the simulator started is
 * followed from its start. Undefined if it is over by then.
 */
function courseOf(match: DueMatch): readonly Moment<SportState | null>[] | undefined {
  if (match.matchStatus !== matchStatuses.notOpen || isPlayedOut(match)) return undefined
  const simulation = simulationOf(match)
  return simulation.slice(0, lastBefore(simulation, match.second))
}

/** Smaller fields lose no runner. */
const MIN_RUNNERS = 6

/** Before the start: withdraws a runner once, if the simulation has one, and prices the others. */
function withdrawal(match: DueMatch, settings: SportsbookSettings): FeedMessage[] {
  const { key, sport, model, seed, participants } = match
  if (withdrawnOf(match).length > 0 || participants.length < MIN_RUNNERS) return []
  const out = wholeBetween(seededRandom(`withdrawn:${seed}`), 1, participants.length)
  const runners = participants.map((one) => ({ ...one, isWithdrawn: one.place === out }))
  const fixtureState = { matchStatus: matchStatuses.notOpen, clock: null, state: null, runners }
  return [
    fixtureOf({ ...match, participants: runners }),
    { kind: 'odds', key, offers: priceFixture({ sport, model, ...fixtureState }, settings) },
  ]
}

/** The fixture message again with changes: its start, or a withdrawn runner. */
export const fixtureOf = ({
  key,
  sport,
  competition,
  title,
  startsAt,
  participants,
}: DueMatch): FixtureMessage => ({
  kind: 'fixture',
  key,
  sport,
  competition,
  title,
  startsAt,
  model: null,
  play: null,
  participants: participants.map(({ name, isWithdrawn }) => ({ name, isWithdrawn })),
})

/**
 * The simulator without a clock, for whole seasons at once: adds calendar days and plays them up to any moment. The
 * result does not depend on when it runs.
 */
export const openSeason = (deps: Deps, readSettings: () => Promise<SportsbookSettings>) => ({
  startOf: startOfDay,
  /** Adds the fixtures of a day, or only the first of each competition; returns their ids. */
  addDay: async (day: number, seed: string, isShort: boolean): Promise<number[]> => {
    const fixtures = fixturesOfDay(day, seed).filter(({ key }) => !isShort || key.endsWith(':0'))
    const filling = { settings: await readSettings(), clock: startOfDay(day) }
    const added = await addFixtures(deps, filling, fixtures)
    return [...added.values(), ...(await keepOutrights(deps, { ...filling, seed }))]
  },
  /** Ends every league with its current table. */
  end: (day: number): Promise<void> => endSeasons(deps, startOfDay(day), true),
  /** Plays every match up to this moment. */
  playUntil: async (at: Date): Promise<number> => {
    const settings = await readSettings()
    return deps.db.begin((tx) => playUntil(tx, at, { speed: 1, settings }))
  },
})

/** Long enough for an operator to switch the simulator on again: it resumes where the match would be. */
const AFTER_HOURS = 24

/**
 * With the simulator switched off: cancels simulated matches a day past kick-off, so that settlement refunds their
 * open stakes. Earlier decisions stay. Returns how many it cancelled.
 */
export const cancelUnplayed = (deps: Deps): Promise<number> =>
  deps.db.begin(async (tx) => {
    const unplayed = await simulated.selectUnplayed(tx, AFTER_HOURS)
    if (unplayed.length === 0) return 0
    await applyFeedMessages(
      tx,
      'simulator',
      unplayed.map(({ key, state }) => ({
        kind: 'play',
        key,
        matchStatus: matchStatuses.cancelled,
        clock: null,
        state,
      })),
    )
    return unplayed.length
  })

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
import { matchScript, sportScripts } from './match-script.ts'
import { lastBefore, type Moment, playAt } from './scripts/script.ts'
import { fixturesOfDay, startOfDay, addFixtures } from './calendar.ts'
import { endSeasons, keepOutrights } from './outrights.ts'

/**
 * One beat of the simulator: brings every match under way to where the database's clock says it is, with its
 * prices. Answers how many matches it played; none while another server leads. The beat is also the feed's
 * sign of life.
 */
export const playDue = (deps: Deps, settings: SportsbookSettings): Promise<number> =>
  deps.db.begin(async (tx) => {
    if (!(await tryLead(tx))) return 0
    return playUntil(tx, await selectClock(tx), { speed: deps.config.SIMULATOR_SPEED || null, settings })
  })

type Pace = { readonly speed: number | null; readonly settings: SportsbookSettings }

/** The same up to any moment, for whoever leads. */
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
  await applyFeedMessages(
    tx,
    'simulator',
    due.flatMap((match) => messagesOf(match, settings)),
  )
  const played = due.filter(isPlayedOut).map(({ id }) => id)
  if (played.length > 0) await simulated.markPlayedOut(tx, played)
  return due.length
}

/** A match that is due, with the fault that the simulator plays in it. */
export type DueMatch = simulated.DueMatch<Disruption>

const withdrawnOf = ({ participants }: DueMatch): number[] =>
  participants.filter(({ isWithdrawn }) => isWithdrawn).map(({ place }) => place)

/** The match as it will be played, without the runners that were taken out. */
export const scriptOf = (match: DueMatch) => matchScript({ ...match, withdrawn: withdrawnOf(match) })

const isPlayedOut = (match: DueMatch): boolean => match.second >= (scriptOf(match).at(-1)?.second ?? 0)

/**
 * What a match has to say since it last spoke; nothing when nothing changed. While it only passes a moment on its way to a
 * later one, nobody may bet, and it has no prices.
 */
export function messagesOf(match: DueMatch, settings: SportsbookSettings, isPassing = false): FeedMessage[] {
  const { key, sport, model, participants } = match
  const stopSeconds = sportScripts[sport].stopSeconds ?? settings.goalStopSeconds
  const now = playAt(scriptOf(match), match.second, stopSeconds)
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
 * How a match stood before it is first told, the oldest first: one that was under way when the simulator began is followed
 * from its start all the same. Nothing of one that is over by then.
 */
function courseOf(match: DueMatch): readonly Moment<SportState | null>[] | undefined {
  if (match.matchStatus !== matchStatuses.notOpen || isPlayedOut(match)) return undefined
  const script = scriptOf(match)
  return script.slice(0, lastBefore(script, match.second))
}

/** A race of fewer runners loses none. */
const MIN_RUNNERS = 6

/** Before its start: the runner that is taken out, if one is and has not been, and the prices of the others. */
function withdrawal(match: DueMatch, settings: SportsbookSettings): FeedMessage[] {
  const { key, sport, model, seed, participants } = match
  if (withdrawnOf(match).length > 0 || participants.length < MIN_RUNNERS) return []
  const out = wholeBetween(seededRandom(`withdrawn:${seed}`), 1, participants.length)
  const runners = participants.map((one) => ({ ...one, isWithdrawn: one.place === out }))
  const standing = { matchStatus: matchStatuses.notOpen, clock: null, state: null, runners }
  return [
    fixtureOf({ ...match, participants: runners }),
    { kind: 'odds', key, offers: priceFixture({ sport, model, ...standing }, settings) },
  ]
}

/** A known match once more, with what is different of it: its start, or a runner that was taken out. */
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
 * The simulator without its clock, for whole seasons at once: days of the calendar are added, and played up to any moment
 * that is named. Nothing of it follows from when it is done.
 */
export const openSeason = (deps: Deps, readSettings: () => Promise<SportsbookSettings>) => ({
  startOf: startOfDay,
  /** Adds the fixtures of a day, or only the first of each competition; answers their ids. */
  addDay: async (day: number, seed: string, isShort: boolean): Promise<number[]> => {
    const fixtures = fixturesOfDay(day, seed).filter(({ key }) => !isShort || key.endsWith(':0'))
    const filling = { settings: await readSettings(), clock: startOfDay(day) }
    const added = await addFixtures(deps, filling, fixtures)
    return [...added.values(), ...(await keepOutrights(deps, { ...filling, seed }))]
  },
  /** Every league ends as its table stands. */
  end: (day: number): Promise<void> => endSeasons(deps, startOfDay(day), true),
  /** Brings every match to where it is at this moment. */
  playUntil: async (at: Date): Promise<number> => {
    const settings = await readSettings()
    return deps.db.begin((tx) => playUntil(tx, at, { speed: 1, settings }))
  },
})

/** Long enough for an operator to switch the simulator on again: it then plays on where the match would be. */
const AFTER_HOURS = 24

/**
 * Where the simulator is switched off: cancels simulated matches a day past their kick-off, which nobody will end, so
 * that settlement gives their open stakes back. What was decided before stands. Answers how many it cancelled.
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

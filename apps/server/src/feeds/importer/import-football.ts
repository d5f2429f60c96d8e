import { expectedGoals, fitStrengths, type TeamStrengths } from '@palpite/odds/football'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  applyFeedMessages,
  type FixtureMessage,
  matchStatuses,
  type PlayMessage,
  selectClock,
  selectPlayed,
  type SportsbookSettings,
  sportsbookSettings,
  updateLevel,
  upsertStrengths,
  withOdds,
} from '../../sportsbook/index.ts'
import { COMPETITION, readResultsFile, type ResultLine } from './results/league.ts'
import type { RowProblem } from './results/result-file.ts'

const SPORT = 'football'
const DAY_MS = 86_400_000

/** What a file contained: its fixtures, how many have results, and how many are now open to bets. */
export type Imported = { fixtures: number; results: number; priced: number }

/**
 * Imports a file of fixtures and results: all of it, or nothing if a line is wrong. Fits the teams' strengths on all
 * results so far and prices the coming fixtures. Running it again changes nothing; a corrected result is settled
 * again.
 */
export async function importFootball(
  deps: Deps,
  text: string,
  settings: SportsbookSettings = sportsbookSettings,
): Promise<{ ok: true; imported: Imported } | { ok: false; problems: RowProblem[] }> {
  const file = readResultsFile(text)
  if (!file.ok) return file
  const imported = await deps.db.begin(async (tx) => {
    const clock = await selectClock(tx)
    const { lines } = file
    await applyFeedMessages(tx, 'importer', [
      ...lines.map((line) => fixtureOf(line)),
      ...lines.map((line) => playOf(line, clock)),
    ])
    const strengths = await fit(tx, clock)
    const coming = lines.filter((line) => isComing(line, clock))
    const messages = coming.flatMap((line) => withOdds(fixtureOf(line, strengths), settings))
    await applyFeedMessages(tx, 'importer', messages)
    const results = lines.filter(({ score }) => score !== null).length
    return { fixtures: lines.length, results, priced: coming.length }
  })
  return { ok: true, imported }
}

const isComing = ({ score, isPostponed, startsAt }: ResultLine, clock: Date) =>
  !score && !isPostponed && startsAt > clock

const fixtureOf = (
  { key, season, home, away, startsAt }: ResultLine,
  strengths?: TeamStrengths,
): FixtureMessage => ({
  kind: 'fixture',
  key,
  sport: SPORT,
  competition: COMPETITION,
  season,
  title: null,
  participants: [{ name: home }, { name: away }],
  startsAt,
  model: strengths ? expectedGoals(strengths, home, away) : null,
  play: null,
})

function playOf(line: ResultLine, clock: Date): PlayMessage {
  const { key, score, halfTime } = line
  return {
    kind: 'play',
    key,
    matchStatus: matchStatusOf(line, clock),
    clock: null,
    state: score && {
      family: 'football',
      score: [score.home, score.away],
      halfTime: halfTime && [halfTime.home, halfTime.away],
      corners: null,
      cards: null,
    },
  }
}

function matchStatusOf(line: ResultLine, clock: Date) {
  if (line.score) return matchStatuses.finished
  if (line.isPostponed) return matchStatuses.postponed
  // The start has passed and the file has no result: no bets, no settlement.
  return isComing(line, clock) ? matchStatuses.notOpen : matchStatuses.toBeDetermined
}

async function fit(tx: Tx, clock: Date): Promise<TeamStrengths> {
  const played = await selectPlayed(tx, SPORT, COMPETITION)
  const strengths = fitStrengths(
    played.map(({ startsAt, ...result }) => ({
      ...result,
      daysAgo: Math.max(0, (clock.getTime() - startsAt.getTime()) / DAY_MS),
    })),
  )
  if (played.length === 0) return strengths
  const { base, homeAdvantage, rho, attack, concession } = strengths
  await updateLevel(tx, SPORT, COMPETITION, { base, homeAdvantage, rho })
  const teams = [...attack.keys()]
  await upsertStrengths(tx, SPORT, COMPETITION, {
    teams,
    attacks: teams.map((team) => attack.get(team) ?? 1),
    concessions: teams.map((team) => concession.get(team) ?? 1),
  })
  return strengths
}

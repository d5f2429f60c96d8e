import { importFootball } from '../../apps/server/src/feeds/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'

const HEADER = 'season,round,date,time,home,away,ft_home,ft_away,ht_home,ht_away,note'
const TEAMS = 20
const DAY_MS = 86_400_000

type Match = { round: number; home: string; away: string; startsAt: Date }

/** A round robin of invented teams: the first days are past, so that there are strengths to price by. */
function calendar(now: Date): Match[] {
  const teams = Array.from({ length: TEAMS }, (_, at) => `Bench ${at + 1}`)
  return Array.from({ length: TEAMS - 1 }, (_, round) =>
    Array.from({ length: TEAMS / 2 }, (_, pair) => {
      const place = (at: number) => teams[at === 0 ? 0 : 1 + ((at - 1 + round) % (TEAMS - 1))] ?? ''
      const startsAt = new Date(now.getTime() + (round - PAST_ROUNDS + 2) * DAY_MS)
      return { round, home: place(pair), away: place(TEAMS - 1 - pair), startsAt }
    }),
  ).flat()
}

const PAST_ROUNDS = 14

const lineOf = ({ round, home, away, startsAt }: Match, score: string) => {
  const [date, time] = [startsAt.toISOString().slice(0, 10), '18:30']
  return `2026,Round ${round + 1},${date},${time},${home},${away},${score},`
}

const scoreOf = ({ round, home, away }: Match) =>
  `${(round + home.length) % 4},${(round * 2 + away.length) % 3},0,0`

/** The matches that bets are placed on, and the day they are decided. */
export function benchMatches(deps: Deps, now: Date) {
  const matches = calendar(now)
  const bring = async (isOver: (match: Match) => boolean) => {
    const lines = matches.map((match) => lineOf(match, isOver(match) ? scoreOf(match) : ',,,'))
    const brought = await importFootball(deps, [HEADER, ...lines].join('\n'))
    if (!brought.ok) throw new Error(`the matches were refused: ${brought.problems[0]?.problem}`)
  }
  return {
    open: () => bring(({ round }) => round < PAST_ROUNDS),
    decide: () => bring(() => true),
  }
}

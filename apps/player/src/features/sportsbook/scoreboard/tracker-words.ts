import type { SportState, SportStates } from '@palpite/contract'
import type { Fixture } from '../../../shared/fixture.ts'
import type { text } from '../../../shared/text/text.ts'
import { oversText, type Side } from './score-lines.ts'

type Translate = typeof text
type Words<F extends SportState['family']> = (
  t: Translate,
  state: SportStates[F],
  fixture: Fixture,
) => readonly (string | null)[]

const team = ({ home, away }: Fixture, side: Side): string => (side === 'home' ? home : away)

export const runnerName = ({ participants }: Fixture, number: number): string =>
  participants.find(({ place }) => place === number)?.name ?? String(number)

const ballsAnOver = 6

const cricket: Words<'cricket'> = (t, { innings }, fixture) => {
  const now = innings.at(-1)
  if (!now) return []
  const rate = Math.round((now.runs / Math.max(1, now.balls)) * ballsAnOver * 10) / 10
  const [first] = innings
  const left = innings.length === 2 && first ? first.runs + 1 - now.runs : 0
  return [
    t('sportsbook.tracker.batting', { team: team(fixture, now.batting) }),
    t('sportsbook.tracker.overs', { runs: now.runs, wickets: now.wickets, overs: oversText(now.balls) }),
    left > 0
      ? t('sportsbook.tracker.target', { count: left })
      : t('sportsbook.tracker.rate', { rate: String(rate) }),
  ]
}

const byFamily: { readonly [F in SportState['family']]: Words<F> } = {
  football: () => [],
  outright: () => [],
  quarters: (t, { ball, down, isBreak }, fixture) => [
    isBreak ? t('sportsbook.tracker.break') : null,
    ball ? t('sportsbook.tracker.ball', { team: team(fixture, ball) }) : null,
    down ? t('sportsbook.tracker.down', { number: down.number, yards: down.toGo }) : null,
    down ? t('sportsbook.tracker.toGoal', { yards: down.toGoal }) : null,
  ],
  sets: (t, { server }, fixture) => [
    server ? t('sportsbook.tracker.server', { team: team(fixture, server) }) : null,
  ],
  frames: (t, { atTable, break: points }, fixture) => [
    atTable ? t('sportsbook.tracker.atTable', { team: team(fixture, atTable) }) : null,
    points ? t('sportsbook.tracker.breakOf', { count: points }) : null,
  ],
  fight: (t, { round, rounds }) => [
    round === null ? null : t('sportsbook.tracker.round', { count: round, rounds }),
  ],
  baseball: (t, { halvesDone, outs, bases }) => {
    const count = Math.floor(halvesDone / 2) + 1
    return [
      t(halvesDone % 2 === 0 ? 'sportsbook.tracker.top' : 'sportsbook.tracker.bottom', { count }),
      t('sportsbook.tracker.outs', { count: outs }),
      t('sportsbook.tracker.bases', { count: bases.filter(Boolean).length }),
    ]
  },
  cricket,
  race: (t, { doneMetres, distanceMetres, order }, fixture) => [
    t('sportsbook.tracker.done', { done: doneMetres, distance: distanceMetres }),
    order[0] === undefined ? null : t('sportsbook.tracker.leader', { runner: runnerName(fixture, order[0]) }),
  ],
}

/** A drawing's content in words, below it and for screen readers. */
export const trackerWords = (t: Translate, fixture: Fixture): readonly string[] => {
  const { state } = fixture
  if (!state) return []
  const words = (
    byFamily[state.family] as (t: Translate, state: SportState, fixture: Fixture) => (string | null)[]
  )(t, state, fixture)
  return words.filter((word) => word !== null)
}

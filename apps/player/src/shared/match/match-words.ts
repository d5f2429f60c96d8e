import { type Fixture, isLive, matchStatusTexts } from '../fixture.ts'
import type { TextKey } from '../text/keys.ts'
import type { text } from '../text/text.ts'

type Translate = typeof text
export type Timed = Pick<Fixture, 'sport' | 'matchStatus' | 'clock' | 'state'>

type Words = Readonly<Record<number, TextKey>>

const playing: Words = {
  1: 'app.time.playing',
  2: 'app.time.pause',
  3: 'app.time.playing',
  4: 'app.time.decider',
  5: 'app.time.decider',
  [-12]: 'app.time.abandoned',
}

/** Texts for sports where the football words (SPEC §3, match time codes) do not fit. */
const bySport: Readonly<Partial<Record<Fixture['sport'], Words>>> = {
  basketball: { ...playing, 2: 'app.time.interval', 4: 'app.time.overtime', 5: 'app.time.overtime' },
  american_football: { ...playing, 2: 'app.time.interval', 4: 'app.time.overtime', 5: 'app.time.overtime' },
  baseball: { ...playing, 4: 'app.time.extraInnings', 5: 'app.time.extraInnings' },
  cricket: { ...playing, 2: 'app.time.interval', 4: 'app.time.superOver', 5: 'app.time.superOver' },
  boxing: { ...playing, 2: 'app.time.betweenRounds' },
  racing: {
    ...playing,
    1: 'app.time.racing',
    3: 'app.time.racing',
    4: 'app.time.racing',
    5: 'app.time.racing',
  },
  tennis: playing,
  volleyball: playing,
  badminton: playing,
  table_tennis: playing,
  snooker: playing,
}

/** The meaning of a match time code in a sport. */
export const statusWord = (sport: Fixture['sport'], matchStatus: number): TextKey =>
  bySport[sport]?.[matchStatus] ?? matchStatusTexts[matchStatus] ?? 'app.time.undetermined'

const periods: Readonly<Record<string, TextKey>> = {
  quarter: 'app.clock.quarter',
  set: 'app.clock.set',
  inning: 'app.clock.inning',
  frame: 'app.clock.frame',
  round: 'app.clock.round',
}

/** The short name of a numbered period: "3ºQ", "2º set". */
const periodWord = (t: Translate, { sport, clock }: Timed): string | undefined => {
  const [, unit = '', count] = /^([a-z]+)(\d+)$/.exec(clock?.period ?? '') ?? []
  const key = sport === 'cricket' && unit === 'inning' ? 'app.clock.innings' : periods[unit]
  return key && count !== undefined ? t(key, { count: Number(count) }) : undefined
}

const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The period's progress: a quarter's remaining time, otherwise the minute. */
const elapsed = ({ sport, state, clock }: Timed): string => {
  if (state?.family === 'quarters' && state.secondsLeft !== null) return clockText(state.secondsLeft)
  return clock === null || clock.minute === null || sport === 'racing' ? '' : `${clock.minute}’`
}

/** A match's state in few words: "2ºT 67’", "3ºQ 4:12", "2º set", "Intervalo". */
export const matchTime = (t: Translate, match: Timed): string => {
  const { sport, matchStatus } = match
  const word = t(statusWord(sport, matchStatus))
  if (!isLive(match) || matchStatus === 2) return word
  const isRegular = matchStatus === 1 || matchStatus === 3
  const period = (isRegular && periodWord(t, match)) || word
  return `${period} ${elapsed(match)}`.trim()
}

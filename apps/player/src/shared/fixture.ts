import type { Calls } from '@palpite/contract'
import type { TextKey } from './text/keys.ts'

export type Fixture = Calls['GET /api/app/sportsbook/fixture/:fixtureId']['data']
export type Market = Fixture['markets'][number]
export type Outcome = Market['outcomes'][number]

/** The call for a match with all its markets. */
export const fixtureInput = (fixtureId: string) => ({ params: { fixtureId }, loading: false })

/** The text of each match time code (SPEC §3). */
export const matchStatusTexts: Readonly<Record<number, TextKey>> = {
  0: 'app.time.notOpen',
  1: 'app.time.firstHalf',
  2: 'app.time.interval',
  3: 'app.time.secondHalf',
  4: 'app.time.overtime',
  5: 'app.time.penalties',
  [-1]: 'app.time.finished',
  [-10]: 'app.time.cancelled',
  [-11]: 'app.time.undetermined',
  [-12]: 'app.time.cut',
  [-13]: 'app.time.interrupted',
  [-14]: 'app.time.postponed',
}

/** Whether a match is in play, including its breaks. */
export const isLive = ({ matchStatus }: Pick<Fixture, 'matchStatus'>): boolean =>
  matchStatus >= 1 && matchStatus <= 5

/** Whether a field competes instead of two sides: a race, or a competition's winner. */
export const hasField = ({ sport, isOutright }: Pick<Fixture, 'sport' | 'isOutright'>): boolean =>
  sport === 'racing' || isOutright

const winnerCodes = ['home', 'draw', 'away']

/** The match-winner market: home, away and perhaps draw, over the full game. */
export const winnerMarket = (fixture: Fixture): Market | undefined =>
  fixture.markets.find(
    (market) =>
      market.lineQuarters === null &&
      market.outcomes.length >= 2 &&
      market.outcomes.every((outcome) => winnerCodes.includes(outcome.code)),
  )

const firstCodes = [...winnerCodes, 'over', 'under', 'yes', 'no', 'odd', 'even']

/** The outcomes in reading order: home, draw, away; over, under; others as received. */
export const inOrder = (outcomes: readonly Outcome[]): readonly Outcome[] => {
  const placeOf = ({ code }: Outcome) => firstCodes.indexOf(code)
  return outcomes.every(({ code }) => firstCodes.includes(code))
    ? outcomes.toSorted((one, other) => placeOf(one) - placeOf(other))
    : outcomes
}

/** A fixture's name: a race's title, or a match's two sides. */
export const fixtureName = ({ title, home, away }: Pick<Fixture, 'title' | 'home' | 'away'>): string =>
  title ?? `${home} × ${away}`

import { LOST, type Resolution, WON } from '@palpite/odds'
import { issueOperator, openOperators } from '../../identity/index.ts'
import { plainPasswords } from '../../identity/testing/identity-harness.ts'
import { present } from '../../platform/errors.ts'
import type { FeedMessage, FixtureMessage } from '../updates/messages.ts'
import { settleMarket } from '../settlement/settle-market.ts'
import { readWaitingFixtures } from '../settlement/read-waiting.ts'
import { openBettors, type Harness, nextRequest, plainOffers, play } from './harness.ts'
import { sampleFixture } from './sport-samples.ts'

export const FEEDS = ['uof', 'odds_api'] as const
export type Feed = (typeof FEEDS)[number]

/** A match as one feed reports it. */
export type Reported = {
  key: string
  fixtureId: number
  outcomes: Map<string, { id: number; marketId: number }>
}

export const ended = (key: string, home: number, away: number) => play(key, -1, home, away)

/** A feed's confirmed result of the match result market. */
export const confirmed = (key: string, by: Readonly<Record<string, Resolution>>): FeedMessage => ({
  kind: 'settlement',
  key,
  certainty: 'confirmed',
  markets: [
    {
      market: { type: 'football.1x2', period: 'full', lineQuarters: null, side: null },
      outcomes: Object.entries(by).map(([code, resolution]) => ({ code, resolution })),
    },
  ],
})
export const homeWon = { home: WON, draw: LOST, away: LOST }
export const awayWon = { home: LOST, draw: LOST, away: WON }

/** As operators decide it. */
export const result = (code: string) =>
  ['home', 'draw', 'away'].map((one) => ({ code: one, won: one === code ? 1 : 0, refunded: 0, of: 1 }))

/** Two feeds of one event, its bettors, and two independent operators. */
export async function openTwoFeeds(harness: Harness) {
  const bettors = openBettors(harness)
  const operators = openOperators(harness.deps, { passwords: plainPasswords })
  const operatorIds: number[] = []
  for (const email of ['one@house.example', 'two@house.example']) {
    const issued = await issueOperator(operators, email, { all: false })
    if ('refused' in issued) throw new Error(`operator ${email} was not created`)
    operatorIds.push(issued.operatorId)
  }
  let events = 0

  /** A match in both feeds, the second an hour later and optionally swapped, with the plain offers of both. */
  async function addEvent({ isSwapped = false, startsInMs = 3_600_000 } = {}): Promise<
    Record<Feed, Reported>
  > {
    events += 1
    const key = `event:${events}`
    const participants = [{ name: `Casa ${key}` }, { name: `Fora ${key}` }]
    const match = sampleFixture('football', {
      key,
      competition: 'Copa',
      model: null,
      participants,
      startsAt: new Date(Date.now() + startsInMs),
    })
    const other = {
      ...match,
      startsAt: new Date(match.startsAt.getTime() + 3_600_000),
      participants: isSwapped ? participants.toReversed() : participants,
    }
    return { uof: await addReported('uof', match), odds_api: await addReported('odds_api', other) }
  }

  async function addReported(feed: Feed, match: FixtureMessage): Promise<Reported> {
    const odds = { kind: 'odds' as const, key: match.key, offers: [...plainOffers] }
    const fixtureId = present((await harness.receive([match, odds], feed)).get(match.key), 'the match')
    const rows = await harness.deps.db<{ code: string; id: number; marketId: number }[]>`
      select outcome.outcome_code as code, outcome.id, market.id as "marketId"
        from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
       where market.fixture_id = ${fixtureId}`
    return { key: match.key, fixtureId, outcomes: new Map(rows.map((row) => [row.code, row])) }
  }

  /** A player with R$ 100, R$ 10 of it on this outcome. */
  async function backer({ outcomes }: Reported, code: string) {
    const playerId = await harness.newPlayer(10_000)
    const betId = await bettors.placed(playerId, outcomes.get(code)?.id)
    return { playerId, betId }
  }

  const settled = async (backers: readonly { playerId: number }[]) => {
    await harness.sportsbook.settle()
    return Promise.all(backers.map(({ playerId }) => harness.cash(playerId)))
  }

  /** Both operators vote for it on this market. */
  async function bothSay(marketId: number | undefined, results: ReturnType<typeof result>) {
    const states: string[] = []
    for (const operatorId of operatorIds) {
      const word = {
        requestId: nextRequest(),
        operatorId,
        marketId: marketId ?? 0,
        results,
        reason: 'the league has confirmed it',
      }
      const answer = await harness.deps.db.begin((tx) => settleMarket(tx, word))
      states.push(answer.ok ? answer.value.state : answer.refusal.code)
    }
    return states
  }

  const waitingOf = async (...reported: readonly Reported[]) => {
    const ids = new Set(reported.map(({ fixtureId }) => fixtureId))
    return (await readWaitingFixtures(harness.deps.db)).filter(({ fixtureId }) => ids.has(fixtureId))
  }

  const differences = async () =>
    Number(/sportsbook_feeds_differ_total (\d+)/.exec(await harness.deps.metrics.text())?.[1] ?? 0)

  return { addEvent, addReported, backer, settled, bothSay, waitingOf, differences, operatorIds }
}

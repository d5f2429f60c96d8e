import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offeredSports } from '../../sportsbook/index.ts'
import { openHarness, type Harness } from '../../sportsbook/testing/harness.ts'
import { type Intake, openIntake } from '../intake/open-intake.ts'
import { openExchangeReader } from './exchange-reader.ts'

const FOLDER = new URL('../../../../../../shared/feeds/betfair-stream/', import.meta.url)
const linesOf = (name: string): string[] => {
  const bytes = readFileSync(new URL(name, FOLDER))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trimEnd().split('\n')
}
const publishedAt = (line: string): number => Number(/"pt":(\d+)/.exec(line)?.[1])

const names = {
  competition: 'T20',
  runners: new Map([
    [228_749, 'Netherlands'],
    [2_857_977, 'Papua New Guinea'],
  ]),
}

let harness: Harness
let intake: Intake
beforeAll(async () => {
  harness = await openHarness()
  intake = openIntake(harness.deps, { feed: 'betfair', share: 1 })
})
afterAll(async () => {
  await intake.stop()
  await harness.close()
})

/** The outcomes of each market of the feed, in order, with their resolutions. */
const marketsOf = (type: string) => harness.deps.db<
  { status: string; certainty: string | null; code: string; won: number | null; refunded: number | null }[]
>`
  select market.status, market.certainty, outcome.outcome_code as code, outcome.won, outcome.refunded
    from sportsbook_market market
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where market.type = ${type}
   order by outcome.outcome_code`

const refusals = async (key: string): Promise<Record<string, number>> => {
  const rows = await harness.deps.db<{ reason: string; count: number }[]>`
    select reason, count(*) as count from sportsbook_feed_refused where feed_key = ${key} group by reason`
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, Number(count)]))
}
const taken = async (): Promise<number> =>
  Number(
    /feed_messages_total\{feed="betfair",result="taken"\} (\d+)/.exec(await harness.deps.metrics.text())?.[1],
  )

const hasSports = (['cricket', 'racing'] as const).every((sport) => offeredSports.includes(sport))

describe.runIf(existsSync(FOLDER) && hasSports)('a recorded session of an exchange', () => {
  test('of a race ends with the winner paid, the losers lost and the non-runners void', async () => {
    const reader = openExchangeReader(names)
    // The first prices, both withdrawals, the in-play turn and the end; `npm run feed` plays all of it.
    const lines = linesOf('historicaldata_BASIC-1.132153978').filter(
      (line, at) => at < 40 || line.includes('marketDefinition') || at > 460,
    )
    for (const line of lines) await intake.receive(reader.readMarket(line), new Date(publishedAt(line)))
    await intake.drained()
    await harness.sportsbook.settle()
    const outcomes = await marketsOf('racing.win')
    expect(outcomes.every(({ status, certainty }) => status === 'settled' && certainty === 'confirmed')).toBe(
      true,
    )
    expect(outcomes.filter(({ won }) => won === 1)).toHaveLength(1)
    expect(outcomes.filter(({ refunded }) => refunded === 1).length).toBeLessThanOrEqual(2)
    expect(await refusals('market:1.132153978')).toEqual({})
    expect(await taken()).toBe(lines.length)
    for (const line of lines) await intake.receive(reader.readMarket(line), new Date(publishedAt(line)))
    await intake.drained()
    // Replayed, old prices are refused; the result may be accepted and is the same.
    expect(await taken()).toBeLessThan(lines.length + 3)
    await harness.sportsbook.settle()
    expect(await marketsOf('racing.win')).toEqual(outcomes)
    expect(await harness.verify()).toEqual([])
  })

  test('of a live match passes through markets, stops and scores to its winner', async () => {
    const reader = openExchangeReader(names)
    const markets = linesOf('live_cricket_1.200806927_mcm.jsonl.gz')
    const scores = linesOf('live_cricket_1.200806927_ccm.jsonl.gz')
    // The image, the in-play turn, some balls of each innings and the end.
    const some = [
      ...markets
        .filter((_, at) => at < 20 || (at > 1000 && at < 1020) || at > 18_515)
        .map((line) => ({ line, read: () => reader.readMarket(line) })),
      ...scores
        .filter((_, at) => at < 40 || (at > 225 && at < 240) || at > 2120)
        .map((line) => ({ line, read: () => reader.readScore(line) })),
    ].toSorted((one, other) => publishedAt(one.line) - publishedAt(other.line))
    for (const { line, read } of some) await intake.receive(read(), new Date(publishedAt(line)))
    await intake.drained()
    await harness.sportsbook.settle()
    expect(await marketsOf('cricket.winner')).toMatchObject([
      { code: 'away', status: 'settled', won: 0 },
      { code: 'home', status: 'settled', won: 1 },
    ])
    const [fixture] = await harness.deps.db<{ state: { innings: { runs: number; wickets: number }[] } }[]>`
      select state from sportsbook_fixture where feed = 'betfair' and feed_key = 'event:31573045'`
    expect(fixture?.state.innings).toMatchObject([
      { runs: 163, wickets: 7 },
      { runs: 111, wickets: 10 },
    ])
    // The scorers took one run back and sent it twice: refused once, then accepted.
    expect(await refusals('event:31573045')).toEqual({ score_went_back: 1 })
  })
})

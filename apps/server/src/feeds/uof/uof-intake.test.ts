import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import { openHarness, type Harness, codeOf, requestFor } from '../../sportsbook/testing/harness.ts'
import { openIntake, type Intake } from '../intake/open-intake.ts'
import { keepHealth, type RecoveryRequest } from '../intake/producers.ts'
import { readUofFixtureIncoming, readUofIncoming } from './read-incoming.ts'

let harness: Harness
let intake: Intake
beforeAll(async () => {
  harness = await openHarness()
  intake = openIntake(harness.deps, { feed: 'uof', share: 1 })
})
afterAll(async () => {
  await intake.stop()
  await harness.close()
})

let events = 0
let milliseconds = 0
/** Each message is a millisecond later than the previous. */
const now = () => Date.now() + (milliseconds += 1)

async function receive(text: string): Promise<void> {
  await intake.receive(readUofIncoming(text))
  await intake.drained()
}

/** A fixture that starts in an hour, known through the fixture endpoint. */
async function newEvent(): Promise<string> {
  const id = `sr:match:${(events += 1)}`
  const startsAt = new Date(Date.now() + 3_600_000).toISOString()
  await intake.receive(
    readUofFixtureIncoming(
      `<fixtures_fixture><fixture id="${id}" start_time="${startsAt}">
         <tournament id="sr:tournament:1" name="Série A"><sport id="sr:sport:1" name="Soccer"/></tournament>
         <competitors><competitor id="sr:competitor:1" name="Bahia ${events}" qualifier="home"/>
         <competitor id="sr:competitor:2" name="Santos ${events}" qualifier="away"/></competitors></fixture></fixtures_fixture>`,
    ),
  )
  await intake.drained()
  return id
}

const attributes = (id: string, at = now()) => `product="1" event_id="${id}" timestamp="${at}"`
const RESULT = `<market id="1" status="1"><outcome id="1" odds="2.0" active="1"/><outcome id="2" odds="3.4" active="1"/><outcome id="3" odds="3.8" active="1"/></market>`
const status = (home: number, away: number, code = 6, feedStatus = 1) =>
  `<sport_event_status status="${feedStatus}" match_status="${code}" home_score="${home}" away_score="${away}"/>`
const change = (id: string, inside: string, at = now()) =>
  `<odds_change ${attributes(id, at)}>${inside}</odds_change>`
const settled = (id: string, certainty: 1 | 2, [home, draw, away]: readonly [number, number, number]) =>
  `<bet_settlement certainty="${certainty}" ${attributes(id)}><outcomes><market id="1"><outcome id="1" result="${home}"/><outcome id="2" result="${draw}"/><outcome id="3" result="${away}"/></market></outcomes></bet_settlement>`

const outcomesOf = async (id: string): Promise<Record<string, number>> => {
  const rows = await harness.deps.db<{ code: string; id: number }[]>`
    select outcome.outcome_code as code, outcome.id
      from sportsbook_outcome outcome
      join sportsbook_market market on market.id = outcome.market_id
      join sportsbook_fixture fixture on fixture.id = market.fixture_id
     where fixture.feed = 'uof' and fixture.feed_key = ${id}`
  return Object.fromEntries(rows.map(({ code, id: outcomeId }) => [code, outcomeId]))
}
const refusedOf = async (id: string): Promise<string[]> => {
  const rows = await harness.deps.db<{ reason: string }[]>`
    select reason from sportsbook_feed_refused where feed_key = ${id} order by id`
  return rows.map(({ reason }) => reason)
}
const fixtureOf = async (id: string) => {
  const [row] = await harness.deps.db<
    { matchStatus: number; isStopped: boolean; state: { score: number[] } | null }[]
  >`
    select match_status as "matchStatus", state,
           not exists (select from sportsbook_market market
                        where market.fixture_id = fixture.id
                          and sportsbook_market_status(market, fixture) = 'open') as "isStopped"
      from sportsbook_fixture fixture where feed = 'uof' and feed_key = ${id}`
  return present(row, 'the fixture')
}

/** A single of R$ 10 on the home team. */
async function placeOn(id: string, code = 'home') {
  const playerId = await harness.newPlayer(10_000)
  const outcomes = await outcomesOf(id)
  const placed = await harness.sportsbook.placeBet(requestFor(playerId, outcomes[code], { accept: 'any' }))
  return { playerId, code: codeOf(placed) }
}

describe('a Unified Odds Feed', () => {
  test('offers what it prices, stops it, and reopens it', async () => {
    const id = await newEvent()
    await receive(change(id, `<odds>${RESULT}</odds>`))
    expect((await placeOn(id)).code).toBe('placed')
    await receive(`<bet_stop groups="all" ${attributes(id)}/>`)
    expect((await placeOn(id)).code).toBe('market_closed')
    await receive(change(id, `<odds>${RESULT}</odds>`))
    expect((await placeOn(id)).code).toBe('placed')
    await receive(change(id, `<odds>${RESULT.replace('status="1"', 'status="-1"')}</odds>`))
    expect((await placeOn(id)).code).toBe('market_closed')
    expect(await refusedOf(id)).toEqual([])
  })

  test('settles by result, settles again on a more certain one, and rolls a settlement back', async () => {
    const id = await newEvent()
    await receive(change(id, `<odds>${RESULT}</odds>`))
    const { playerId } = await placeOn(id)
    await receive(settled(id, 1, [1, 0, 0]))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(11_000)
    await receive(settled(id, 2, [0, 1, 0]))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(9000)
    await receive(settled(id, 1, [1, 0, 0])) // a provisional result after a confirmed one
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(9000)
    expect(await refusedOf(id)).toEqual(['out_of_order'])
    await receive(`<rollback_bet_settlement ${attributes(id)}><market id="1"/></rollback_bet_settlement>`)
    await harness.sportsbook.settle()
    const [bet] = await harness.deps.db<{ status: string }[]>`
      select status from sportsbook_bet where player_id = ${playerId}`
    expect(bet?.status).toBe('open')
    expect(await harness.verify()).toEqual([])
  })

  test('voids exactly the bets placed in a window, until it rolls that back', async () => {
    const id = await newEvent()
    await receive(change(id, `<odds>${RESULT}</odds>`))
    const early = await placeOn(id)
    const [moment] = await harness.deps.db<{ from: Date }[]>`select clock_timestamp() as from`
    const late = await placeOn(id)
    await receive(settled(id, 2, [0, 0, 1]))
    await harness.sportsbook.settle()
    const from = present(moment, 'a moment').from.getTime()
    const window = `start_time="${from}" end_time="${from + 60_000}"`
    await receive(`<bet_cancel ${window} ${attributes(id)}><market id="1" void_reason="12"/></bet_cancel>`)
    await harness.sportsbook.settle()
    expect([await harness.cash(early.playerId), await harness.cash(late.playerId)]).toEqual([9000, 10_000])
    await receive(`<rollback_bet_cancel ${window} ${attributes(id)}><market id="1"/></rollback_bet_cancel>`)
    await harness.sportsbook.settle()
    expect(await harness.cash(late.playerId)).toBe(9000)
    expect(await harness.verify()).toEqual([])
  })

  test('voids bets placed between a goal and its message, and measures the delay', async () => {
    const id = await newEvent()
    await receive(change(id, `<odds>${RESULT}</odds>`, Date.now() - 5000))
    const early = await placeOn(id)
    const [goal] = await harness.deps.db<{ at: Date }[]>`select clock_timestamp() + interval '1 ms' as at`
    await harness.deps.db`select pg_sleep(0.002)`
    const late = await placeOn(id)
    expect([early.code, late.code]).toEqual(['placed', 'placed'])
    await receive(change(id, status(1, 0), present(goal, 'a moment').at.getTime()))
    await harness.sportsbook.settle()
    expect([await harness.cash(early.playerId), await harness.cash(late.playerId)]).toEqual([9000, 10_000])
    await receive(settled(id, 2, [1, 0, 0]))
    await harness.sportsbook.settle()
    expect([await harness.cash(early.playerId), await harness.cash(late.playerId)]).toEqual([11_000, 10_000])
    expect(await harness.deps.metrics.text()).toMatch(
      /palpite_feed_lateness_seconds_count\{feed="uof"\} [1-9]/,
    )
    expect(await harness.verify()).toEqual([])
  })

  test('keeps bets placed after a goal void when the feed rolls its own cancellations back', async () => {
    const id = await newEvent()
    await receive(change(id, `<odds>${RESULT}</odds>`, Date.now() - 5000))
    const early = await placeOn(id)
    const [goal] = await harness.deps.db<{ at: Date }[]>`select clock_timestamp() + interval '1 ms' as at`
    await harness.deps.db`select pg_sleep(0.002)`
    const late = await placeOn(id)
    await receive(change(id, status(1, 0), present(goal, 'a moment').at.getTime()))
    await receive(`<bet_cancel ${attributes(id)}><market id="1"/></bet_cancel>`)
    await harness.sportsbook.settle()
    const cash = async () => [await harness.cash(early.playerId), await harness.cash(late.playerId)]
    expect(await cash()).toEqual([10_000, 10_000])
    await receive(`<rollback_bet_cancel ${attributes(id)}><market id="1"/></rollback_bet_cancel>`)
    await receive(settled(id, 2, [1, 0, 0]))
    await harness.sportsbook.settle()
    expect(await cash()).toEqual([11_000, 10_000])
    expect(await harness.verify()).toEqual([])
  })

  test('is refused by name when invalid, and moves nothing', async () => {
    const id = await newEvent()
    const first = now()
    await receive(change(id, `${status(1, 0)}<odds>${RESULT}</odds>`, first))
    const same = change(id, `${status(2, 0)}`)
    await receive(same)
    await receive(same)
    await receive(change(id, status(3, 0), first))
    await receive(change(id, status(3, 0), Date.now() + 3_600_000))
    await receive(
      settled(id, 2, [1, 0, 0])
        .replace('market id="1"', 'market id="18" specifiers="total=2.5"')
        .replaceAll('"3"', '"12"'),
    )
    await receive(
      change(id, '<odds><market id="99999" status="1"><outcome id="1" odds="2"/></market></odds>'),
    )
    await receive(change('sr:match:404', status(1, 0)))
    expect(await refusedOf(id)).toEqual([
      'duplicate',
      'out_of_order',
      'clock_off',
      'unknown_outcome',
      'market_never_offered',
      'unknown_market',
    ])
    expect(await refusedOf('sr:match:404')).toEqual(['unknown_fixture'])
    expect(await fixtureOf(id)).toMatchObject({ matchStatus: 1, state: { score: [2, 0] } })
    expect(await harness.deps.metrics.text()).toContain(
      'palpite_feed_messages_total{feed="uof",result="clock_off"} 1',
    )
  })

  test('whose score goes back must repeat it, and takes no bets in between', async () => {
    const id = await newEvent()
    await receive(change(id, `${status(2, 0)}<odds>${RESULT}</odds>`))
    await receive(change(id, status(1, 0)))
    expect(await fixtureOf(id)).toMatchObject({ isStopped: true, state: { score: [2, 0] } })
    expect(await refusedOf(id)).toEqual(['score_went_back'])
    await receive(change(id, `${status(1, 0)}<odds>${RESULT}</odds>`))
    expect(await fixtureOf(id)).toMatchObject({ isStopped: false, state: { score: [1, 0] } })
  })

  test('stores invalid XML with its error, without control characters', async () => {
    await receive('<odds_change \u001b[2J')
    const [row] = await harness.deps.db<{ reason: string; detail: string }[]>`
      select reason, detail from sportsbook_feed_refused order by id desc limit 1`
    expect(row?.reason).toBe('malformed')
    expect(row?.detail).not.toContain('\u001b')
  })
})

test('a flooding feed waits in its own queue, in order, while bets continue', async () => {
  const id = await newEvent()
  await receive(change(id, `<odds>${RESULT}</odds>`))
  const narrow = openIntake(harness.deps, { feed: 'uof', waiting: 10, atOnce: 5 })
  let through = 0
  const price = (milli: number) => RESULT.replace('odds="2.0"', `odds="${(2 + milli / 100).toFixed(2)}"`)
  const flood = Array.from({ length: 30 }, async (_, at) => {
    await narrow.receive(readUofIncoming(change(id, `<odds>${price(at)}</odds>`)))
    through += 1
  })
  const bet = placeOn(id)
  await new Promise((resolve) => setImmediate(resolve))
  expect(through).toBeLessThan(10)
  expect((await bet).code).toBe('placed')
  await Promise.all(flood)
  await narrow.drained()
  const [row] = await harness.deps.db<{ price: number }[]>`
    select price_milli as price from sportsbook_outcome where id = ${present((await outcomesOf(id))['home'], 'the home team')}`
  expect(row?.price).toBe(2280)
  expect(await refusedOf(id)).toEqual([])
})

describe('a producer that falls silent', () => {
  test('has its fixtures stopped, is asked to recover, and reopens them as it does', async () => {
    const asked: { producer: string; from: Date | undefined; requestId: number }[] = []
    const feed = {
      name: 'uof' as const,
      staleSeconds: undefined,
      recoveryWindowMinutes: 60,
      recover: ({ producer, from, requestId }: RecoveryRequest) => {
        asked.push({ producer, from, requestId })
        return Promise.resolve()
      },
    }
    const alive = () => `<alive product="1" timestamp="${now()}" subscribed="1"/>`
    const statusOf = async () => {
      const [row] = await harness.deps.db<
        { status: string }[]
      >`select status from sportsbook_producer where feed = 'uof'`
      return row?.status
    }
    await receive(alive())
    await keepHealth(harness.deps, feed, 20)
    await receive(`<snapshot_complete product="1" timestamp="${now()}" request_id="${asked[0]?.requestId}"/>`)
    expect(await statusOf()).toBe('up')
    const id = await newEvent()
    await receive(change(id, `<odds>${RESULT}</odds>`))
    await harness.deps.db`update sportsbook_producer set alive_at = now() - interval '21 seconds'`
    expect(await keepHealth(harness.deps, feed, 20)).toBeGreaterThan(0)
    expect(await statusOf()).toBe('down')
    expect((await placeOn(id)).code).toBe('market_closed')
    await receive(alive())
    expect(await statusOf()).toBe('recovering')
    await keepHealth(harness.deps, feed, 20)
    expect(asked[1]?.from).toBeInstanceOf(Date)
    await receive(change(id, `<odds>${RESULT}</odds>`))
    await receive(`<snapshot_complete product="1" timestamp="${now()}" request_id="${asked[1]?.requestId}"/>`)
    expect(await statusOf()).toBe('up')
    expect((await placeOn(id)).code).toBe('placed')
  })
})

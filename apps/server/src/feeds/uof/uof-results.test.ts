import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHarness, type Harness, codeOf, requestFor } from '../../sportsbook/testing/harness.ts'
import { openIntake, type Intake } from '../intake/open-intake.ts'
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

async function receive(text: string): Promise<void> {
  await intake.receive(readUofIncoming(text))
  await intake.drained()
}

async function newEvent(): Promise<string> {
  const id = `sr:match:${(events += 1)}`
  await sendSides(id)
  return id
}

/** Sends the fixture with Bahia and Santos as these sides, or with another team in Santos' place. */
async function sendSides(
  id: string,
  [bahia, santos] = ['home', 'away'],
  second = { id: 2, name: 'Santos' },
): Promise<void> {
  const startsAt = new Date(Date.now() + 3_600_000).toISOString()
  const nth = id.replace('sr:match:', '')
  await intake.receive(
    readUofFixtureIncoming(
      `<fixtures_fixture><fixture id="${id}" start_time="${startsAt}">
         <tournament id="sr:tournament:1" name="Série A"><sport id="sr:sport:1" name="Soccer"/></tournament>
         <competitors><competitor id="sr:competitor:1" name="Bahia ${nth}" qualifier="${bahia}"/>
         <competitor id="sr:competitor:${second.id}" name="${second.name} ${nth}" qualifier="${santos}"/></competitors></fixture></fixtures_fixture>`,
    ),
  )
  await intake.drained()
}

/** Each message is a millisecond later than the previous. */
const attributes = (id: string) =>
  `product="1" event_id="${id}" timestamp="${Date.now() + (milliseconds += 1)}"`
const RESULT = `<market id="1" status="1"><outcome id="1" odds="2.0" active="1"/><outcome id="2" odds="3.4" active="1"/><outcome id="3" odds="3.8" active="1"/></market>`
const status = (home: number, away: number, code = 6, feedStatus = 1) =>
  `<sport_event_status status="${feedStatus}" match_status="${code}" home_score="${home}" away_score="${away}"/>`
const change = (id: string, inside: string) => `<odds_change ${attributes(id)}>${inside}</odds_change>`
const settled = (id: string, certainty: 1 | 2, [home, draw, away]: readonly [number, number, number]) =>
  `<bet_settlement certainty="${certainty}" ${attributes(id)}><outcomes><market id="1"><outcome id="1" result="${home}"/><outcome id="2" result="${draw}"/><outcome id="3" result="${away}"/></market></outcomes></bet_settlement>`

/** The outcomes of a match by code, with ids and results. */
const outcomesOf = async (id: string) => {
  const rows = await harness.deps.db<{ code: string; id: number; won: number | null }[]>`
    select outcome.outcome_code as code, outcome.id, outcome.won
      from sportsbook_outcome outcome
      join sportsbook_market market on market.id = outcome.market_id
      join sportsbook_fixture fixture on fixture.id = market.fixture_id
     where fixture.feed = 'uof' and fixture.feed_key = ${id}`
  return new Map(rows.map(({ code, ...row }) => [code, row]))
}
const refusedOf = async (id: string): Promise<string[]> => {
  const rows = await harness.deps.db<{ reason: string }[]>`
    select reason from sportsbook_feed_refused where feed_key = ${id} order by id`
  return rows.map(({ reason }) => reason)
}

/** A single of R$ 10 by a player who has R$ 100. */
async function placeOn(id: string, code = 'home') {
  const playerId = await harness.newPlayer(10_000)
  const outcomeId = (await outcomesOf(id)).get(code)?.id
  const placed = await harness.sportsbook.placeBet(requestFor(playerId, outcomeId, { accept: 'any' }))
  return { playerId, code: codeOf(placed) }
}

describe('a Unified Odds Feed', () => {
  test('a result it confirmed stands: our own count pays no other, and a difference raises an alarm with both values', async () => {
    const id = await newEvent()
    await receive(change(id, `<odds>${RESULT}</odds>`))
    const [home, away] = [await placeOn(id), await placeOn(id, 'away')]
    await receive(change(id, status(2, 1)))
    await receive(settled(id, 2, [1, 0, 0]))
    await harness.sportsbook.settle()
    const cash = async () => [await harness.cash(home.playerId), await harness.cash(away.playerId)]
    expect(await cash()).toEqual([11_000, 9000])
    // Ends as confirmed; then a line of the feed contradicts it twice, as a correction would.
    await receive(change(id, status(2, 1, 100, 4)))
    await receive(change(id, status(1, 2, 100, 4)))
    await receive(change(id, status(1, 2, 100, 4)))
    await harness.sportsbook.settle()
    expect(await cash()).toEqual([11_000, 9000])
    const won = [...(await outcomesOf(id))].flatMap(([code, outcome]) => (outcome.won === 1 ? [code] : []))
    expect(won).toEqual(['home'])
    const [differs] = await harness.deps.db<{ detail: string; times: number }[]>`
      select max(detail) as detail, count(*)::integer as times from sportsbook_feed_refused
       where feed_key = ${id} and reason = 'settlement_differs'`
    expect({ ...differs, detail: differs?.detail.replace(/market \d+/, 'market 1') }).toEqual({
      detail:
        'football.1x2/full// of market 1 stands as home won, draw lost, away lost, our own count says home lost, draw lost, away won',
      times: 1,
    })
    expect(await harness.deps.metrics.text()).toMatch(
      /feed_messages_total\{feed="uof",result="settlement_differs"\} [1-9]/,
    )
    // Only a rollback by the feed lets it send another result.
    await receive(settled(id, 2, [0, 0, 1]))
    await harness.sportsbook.settle()
    expect(await cash()).toEqual([11_000, 9000])
    await receive(`<rollback_bet_settlement ${attributes(id)}><market id="1"/></rollback_bet_settlement>`)
    await receive(settled(id, 2, [0, 0, 1]))
    await harness.sportsbook.settle()
    expect(await cash()).toEqual([9000, 12_800])
    expect(await harness.verify()).toEqual([])
  })

  test('settles by our own count where it confirmed nothing, and again when the count is corrected', async () => {
    const id = await newEvent()
    await receive(change(id, `<odds>${RESULT}</odds>`))
    const { playerId } = await placeOn(id)
    await receive(settled(id, 1, [1, 0, 0]))
    await receive(change(id, status(2, 1, 100, 4)))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(11_000)
    await receive(change(id, status(1, 2, 100, 4)))
    await receive(change(id, status(1, 2, 100, 4)))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(9000)
    expect(await refusedOf(id)).toEqual(['score_went_back'])
    expect(await harness.verify()).toEqual([])
  })

  test('ignores a match while its sides are swapped, and continues once they are back', async () => {
    const id = await newEvent()
    await receive(change(id, `<odds>${RESULT}</odds>`))
    const { playerId } = await placeOn(id)
    await sendSides(id, ['away', 'home'])
    expect((await placeOn(id)).code).toBe('market_closed')
    await receive(change(id, `<odds>${RESULT}</odds>`))
    expect((await placeOn(id)).code).toBe('market_closed')
    await receive(settled(id, 2, [0, 0, 1]))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(9000)
    expect(await refusedOf(id)).toEqual(['sides_swapped', 'sides_swapped'])
    await sendSides(id, ['home', 'away'])
    await receive(settled(id, 2, [1, 0, 0]))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(11_000)
    expect(await harness.verify()).toEqual([])
  })

  test('ignores cancels and rollbacks of a handicap while the sides are swapped; of whole markets it does not', async () => {
    const id = await newEvent()
    await receive(
      change(
        id,
        `<odds><market id="16" specifiers="hcp=-1" status="1"><outcome id="1714" odds="2.0" active="1"/><outcome id="1715" odds="1.9" active="1"/></market></odds>`,
      ),
    )
    const handicap = await placeOn(id)
    const other = await newEvent()
    await receive(change(other, `<odds>${RESULT}</odds>`))
    const result = await placeOn(other)
    const both = [handicap, result]
    expect(both.map(({ code }) => code)).toEqual(['placed', 'placed'])
    const cash = () => Promise.all(both.map(({ playerId }) => harness.cash(playerId)))
    for (const event of [id, other]) {
      await sendSides(event, ['away', 'home'])
      await receive(
        `<bet_cancel ${attributes(event)}><market id="16" specifiers="hcp=-1"/><market id="1"/></bet_cancel>`,
      )
    }
    await harness.sportsbook.settle()
    expect(await cash()).toEqual([9000, 10_000])
    expect(await refusedOf(id)).toContain('sides_swapped')
    await sendSides(id)
    await receive(`<bet_cancel ${attributes(id)}><market id="16" specifiers="hcp=-1"/></bet_cancel>`)
    await harness.sportsbook.settle()
    expect(await cash()).toEqual([10_000, 10_000])
    await sendSides(id, ['away', 'home'])
    await receive(
      `<rollback_bet_cancel ${attributes(id)}><market id="16" specifiers="hcp=-1"/></rollback_bet_cancel>`,
    )
    await harness.sportsbook.settle()
    expect(await cash()).toEqual([10_000, 10_000])
    expect(await harness.verify()).toEqual([])
  })

  test('voids the bets of each market for that market’s reason', async () => {
    const id = await newEvent()
    const total = `<market id="18" specifiers="total=2.5" status="1"><outcome id="12" odds="1.9" active="1"/><outcome id="13" odds="1.9" active="1"/></market>`
    await receive(change(id, `<odds>${RESULT}${total}</odds>`))
    await receive(
      `<bet_cancel ${attributes(id)}><market id="1" void_reason="12"/><market id="18" specifiers="total=2.5" void_reason="5"/></bet_cancel>`,
    )
    const written = await harness.deps.db<{ type: string; reason: string }[]>`
      select market.type, cancelled.reason
        from sportsbook_cancellation cancelled
        join sportsbook_market market on market.id = cancelled.market_id
        join sportsbook_fixture fixture on fixture.id = market.fixture_id and fixture.feed_key = ${id}
       order by market.type`
    expect(written).toEqual([
      { type: 'football.1x2', reason: 'feed 12' },
      { type: 'football.total', reason: 'feed 5' },
    ])
  })

  test('takes no bet on a market voided without an end, even at new prices, until that is rolled back', async () => {
    const id = await newEvent()
    const price = () => receive(change(id, `<odds>${RESULT}</odds>`))
    const window = `start_time="${Date.now() - 60_000}"`
    await price()
    const { playerId, code } = await placeOn(id)
    await receive(`<bet_cancel ${window} ${attributes(id)}><market id="1"/></bet_cancel>`)
    const whileVoid = [(await placeOn(id)).code]
    await price()
    whileVoid.push((await placeOn(id)).code)
    await receive(`<rollback_bet_cancel ${window} ${attributes(id)}><market id="1"/></rollback_bet_cancel>`)
    await price()
    const after = await placeOn(id)
    expect([code, ...whileVoid, after.code]).toEqual(['placed', 'market_closed', 'market_closed', 'placed'])
    await receive(settled(id, 2, [1, 0, 0]))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(11_000)
    expect(await harness.cash(after.playerId)).toBe(11_000)
    expect(await harness.verify()).toEqual([])
  })

  test('ignores a match in which a third side replaces one, until both are named again', async () => {
    const id = await newEvent()
    await receive(change(id, `<odds>${RESULT}</odds>`))
    const { playerId } = await placeOn(id, 'away')
    await sendSides(id, ['home', 'away'], { id: 3, name: 'Vitória' })
    await receive(change(id, `<odds>${RESULT}</odds>`))
    expect((await placeOn(id, 'away')).code).toBe('market_closed')
    await receive(settled(id, 2, [0, 0, 1]))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(9000)
    expect(await refusedOf(id)).toEqual(['name_not_mapped', 'sides_swapped', 'sides_swapped'])
    await sendSides(id)
    await receive(settled(id, 2, [1, 0, 0]))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(9000)
    await receive(`<rollback_bet_settlement ${attributes(id)}><market id="1"/></rollback_bet_settlement>`)
    await receive(settled(id, 2, [0, 0, 1]))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(12_800)
    expect(await harness.verify()).toEqual([])
  })

  test('a part it confirmed is neither overridden by our count nor voided by a timeout, until the whole is settled', async () => {
    const inHalf = (xml: string) => xml.replace('market id="1"', 'market id="60"')
    const part = (event: string) =>
      `<bet_settlement certainty="2" ${attributes(event)}><outcomes><market id="1"><outcome id="1" result="1"/></market></outcomes></bet_settlement>`
    const [full, half, later] = [await newEvent(), await newEvent(), await newEvent()]
    const matches = [full, half, later]
    await receive(change(full, `<odds>${RESULT}</odds>`))
    for (const event of [half, later]) await receive(change(event, `<odds>${inHalf(RESULT)}</odds>`))
    const players: number[] = []
    for (const event of matches) players.push((await placeOn(event)).playerId)
    const cash = async () => Promise.all(players.map(harness.cash))
    const marketState = async () => {
      const rows = await harness.deps.db<{ status: string; awaits: boolean }[]>`
        select distinct market.status, market.awaits_score as awaits
          from sportsbook_market market
          join sportsbook_fixture fixture on fixture.id = market.fixture_id
         where fixture.feed_key = any(${matches})`
      return rows.map(({ status: now, awaits }) => [now, awaits])
    }
    // Of two before the match ends, of the third when its half is already awaited.
    await receive(part(full))
    await receive(inHalf(part(half)))
    for (const event of matches) await receive(change(event, status(2, 1, 100, 4)))
    await harness.sportsbook.settle()
    await receive(inHalf(part(later)))
    await harness.deps.db`
      update sportsbook_fixture set starts_at = now() - interval '3 days' where feed_key = any(${matches})`
    await harness.sportsbook.settle()
    expect(await cash()).toEqual([9000, 9000, 9000])
    expect(await marketState()).toEqual([['suspended', false]])
    await receive(settled(full, 2, [1, 0, 0]))
    for (const event of [half, later]) await receive(inHalf(settled(event, 2, [1, 0, 0])))
    await harness.sportsbook.settle()
    expect(await cash()).toEqual([11_000, 11_000, 11_000])
    expect(await harness.verify()).toEqual([])
  })
})

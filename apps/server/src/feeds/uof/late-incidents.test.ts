import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHarness, type Harness } from '../../sportsbook/testing/harness.ts'
import { eventAttributes, openUof, uofMarket } from '../testing/uof.ts'

let harness: Harness
let uof: ReturnType<typeof openUof>
beforeAll(async () => {
  harness = await openHarness()
  uof = openUof(harness)
})
afterAll(async () => {
  await uof.stop()
  await harness.close()
})

const RESULT = uofMarket(1, { 1: '2.0', 2: '3.4', 3: '3.8' })
const score = (id: string, home: number, at: number, replayed = '') =>
  `<odds_change ${replayed} ${eventAttributes(id, { at })}><sport_event_status status="1" match_status="6" home_score="${home}" away_score="0"/></odds_change>`

/** Set in the answers to a recovery request. */
const REPLAYED = 'request_id="7"'

/** A match with prices sent so long ago, and two bets of R$ 10 placed just now. */
async function openMatch(agoMs: number, replayed = '') {
  const id = await uof.newEvent()
  const at = Date.now() - agoMs
  await uof.receiveText(
    `<odds_change ${replayed} ${eventAttributes(id, { at })}><odds>${RESULT}</odds></odds_change>`,
  )
  const bets = [await uof.placeOn(id, 'football.1x2', 'home'), await uof.placeOn(id, 'football.1x2', 'away')]
  expect(bets.map(({ code }) => code)).toEqual(['placed', 'placed'])
  const cash = async () => {
    await harness.sportsbook.settle()
    return Promise.all(bets.map(({ playerId }) => harness.cash(playerId)))
  }
  return { id, cash }
}

const WAIT = [9000, 9000]
const VOID = [10_000, 10_000]

/** What operators read of the match. */
const told = async (id: string) =>
  harness.deps.db<{ reason: string; detail: string }[]>`
    select reason, detail from sportsbook_feed_refused where feed_key = ${id} order by id`

test.each([
  { what: 'reported up to two minutes late voids the bets since', lateMs: 60_000, cents: VOID, alarms: 0 },
  { what: 'reported later voids none: they wait for operators', lateMs: 300_000, cents: WAIT, alarms: 1 },
])('a goal $what', async ({ lateMs, cents, alarms }) => {
  const { id, cash } = await openMatch(lateMs + 60_000)
  await uof.receiveText(score(id, 1, Date.now() - lateMs))
  expect(await cash()).toEqual(cents)
  expect(await told(id)).toHaveLength(alarms)
  // The same score again is no other goal.
  await uof.receiveText(score(id, 1, Date.now() - 1000))
  expect(await told(id)).toHaveLength(alarms)
  expect(await harness.verify()).toEqual([])
})

test('the alarm of a goal reported too late names match, delay, bets and stakes', async () => {
  const { id } = await openMatch(400_000)
  const at = Date.now() - 300_000
  await uof.receiveText(score(id, 1, at))
  const [alarm] = await told(id)
  expect(alarm?.reason).toBe('reported_late')
  const seconds = Number(/ (\d+) s late/.exec(alarm?.detail ?? '')?.[1])
  expect(seconds).toBeGreaterThanOrEqual(300)
  expect(alarm?.detail.replace(/fixture \d+/, 'fixture 1')).toBe(
    `a goal or a red card of fixture 1 reported ${seconds} s late: 2 bets of 2000 cents on 1 markets since ${new Date(at).toISOString()} wait`,
  )
  expect(await harness.deps.metrics.text()).toMatch(
    /feed_messages_total\{feed="uof",result="reported_late"\} [1-9]/,
  )
})

test('a goal that only a recovery reports tells operators of the bets since, however old it is', async () => {
  const { id, cash } = await openMatch(1_800_000, REPLAYED)
  await uof.receiveText(score(id, 1, Date.now() - 1_200_000, REPLAYED))
  expect(await cash()).toEqual(WAIT)
  expect((await told(id)).map(({ reason }) => reason)).toEqual(['reported_late'])
})

test('a goal too old to be taken holds the bets since once, however often it is sent', async () => {
  const { id, cash } = await openMatch(1_800_000, REPLAYED)
  for (const lateMs of [1_200_000, 1_100_000]) await uof.receiveText(score(id, 1, Date.now() - lateMs))
  expect((await told(id)).map(({ reason }) => reason)).toEqual(['clock_off', 'reported_late', 'clock_off'])
  const [match] = await harness.deps.db<{ state: unknown; late: number }[]>`
    select state, (select count(*)::integer from sportsbook_late_window where fixture_id = fixture.id) as late
      from sportsbook_fixture fixture where feed_key = ${id}`
  expect(match).toEqual({ state: null, late: 1 })
  expect(await cash()).toEqual(WAIT)
})

test('a goal reported too late tells nobody where no bet was placed since', async () => {
  const id = await uof.newEvent()
  await uof.odds(id, RESULT, { at: Date.now() - 400_000 })
  await uof.receiveText(score(id, 1, Date.now() - 300_000))
  expect(await told(id)).toEqual([])
})

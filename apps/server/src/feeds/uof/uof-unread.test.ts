import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHarness, type Harness } from '../../sportsbook/testing/harness.ts'
import { eventAttributes, openUof, uofMarket } from '../testing/uof.ts'
import { readAs } from '../../sportsbook/index.ts'

const RESULT = uofMarket(1, { 1: '2.0', 2: '3.4', 3: '3.6' })
const total = (over: string) => uofMarket(18, { 12: over, 13: '1.9' }, { specifiers: 'total=2.5' })
const HOUR_MS = 3_600_000

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

const onResult = async (id: string) => (await uof.placeOn(id, 'football.1x2', 'home')).code
const onTotal = async (id: string) => (await uof.placeOn(id, 'football.total', 'over')).code
/** An event with prices for the match result and a total. */
async function priced(): Promise<string> {
  const id = await uof.newEvent()
  await uof.odds(id, RESULT + total('1.9'))
  return id
}
const won = (extra = '') =>
  `<outcomes><market id="1"><outcome id="1" result="1" ${extra}/><outcome id="2" result="0"/><outcome id="3" result="0"/></market></outcomes>`
const settlement = (id: string, at?: number, inside = won()) =>
  `<bet_settlement certainty="2" ${eventAttributes(id, at === undefined ? {} : { at })}>${inside}</bet_settlement>`

describe('an unreadable part closes what it concerns', () => {
  test('a market with an invalid price takes no bets until a readable one; the others are applied', async () => {
    const id = await priced()
    await uof.odds(id, RESULT.replace('2.0', '2.2') + total('dear'))
    expect([await onResult(id), await onTotal(id)]).toEqual(['placed', 'market_closed'])
    expect(await uof.refusedOf(id)).toEqual(['field_not_valid'])
    await uof.odds(id, total('1.85'))
    expect(await onTotal(id)).toBe('placed')
  })

  test('a price of any length is read', async () => {
    const id = await priced()
    await uof.odds(id, total('1.84999999999999998'))
    expect(await onTotal(id)).toBe('placed')
    const [over] = await harness.deps.db<{ price: number }[]>`
      select outcome.price_milli as price
        from sportsbook_outcome outcome
        join sportsbook_market market on market.id = outcome.market_id
        join sportsbook_fixture fixture on fixture.id = market.fixture_id
       where fixture.feed_key = ${id} and outcome.outcome_code = 'over'`
    expect(over?.price).toBe(1850)
  })

  test.each([
    [
      'a market that does not say its line',
      (id: string) =>
        `<odds_change ${eventAttributes(id)}><odds><market id="18" specifiers="total"/></odds></odds_change>`,
      'field_not_valid',
    ],
    [
      'a score below nought',
      (id: string) =>
        `<odds_change ${eventAttributes(id)}><sport_event_status status="1" match_status="6" home_score="-1" away_score="0"/></odds_change>`,
      'score_negative',
    ],
    [
      'a settlement without its certainty',
      (id: string) => `<bet_settlement ${eventAttributes(id)}>${won()}</bet_settlement>`,
      'field_missing',
    ],
    [
      'a message that breaks off',
      (id: string) => `<odds_change ${eventAttributes(id)}><odds><market id="1">`,
      'malformed',
    ],
    [
      'a message from a clock an hour behind',
      (id: string) =>
        `<odds_change ${eventAttributes(id, { at: Date.now() - HOUR_MS })}><odds>${RESULT}</odds></odds_change>`,
      'clock_off',
    ],
  ])('after %s its match takes no bets', async (_what, message, reason) => {
    const id = await priced()
    await uof.receiveText(message(id))
    expect(await uof.refusedOf(id)).toEqual([reason])
    expect([await onResult(id), await onTotal(id)]).toEqual(['market_closed', 'market_closed'])
    await uof.odds(id, RESULT)
    expect([await onResult(id), await onTotal(id)]).toEqual(['placed', 'market_closed'])
  })

  test('a message that crashes our own code closes its match, too', async () => {
    const id = await priced()
    const breaks = () => {
      throw new Error('a bug')
    }
    const about = {
      about: 'fixture',
      key: id,
      producer: '1',
      kind: 'odds_change',
      sentAt: undefined,
    } as const
    await uof.receive(readAs([{ ...about, digest: 'breaks', translate: breaks }]))
    expect([await onResult(id), await onTotal(id)]).toEqual(['market_closed', 'market_closed'])
    expect(await uof.refusedOf(id)).toEqual(['field_not_valid'])
  })

  test('before the match starts is lifted by the pre-match producer', async () => {
    const id = await uof.newEvent()
    await uof.odds(id, RESULT, { product: 3 })
    await uof.receiveText(`<odds_change product="3" event_id="${id}" timestamp="x"/>`)
    expect(await onResult(id)).toBe('market_closed')
    await uof.odds(id, RESULT, { product: 3 })
    expect(await onResult(id)).toBe('placed')
  })

  test('does not weaken a stop of the match', async () => {
    const id = await priced()
    await uof.receiveText(`<bet_stop groups="all" ${eventAttributes(id)}/>`)
    await uof.receiveText(`<odds_change product="3" event_id="${id}" timestamp="x"/>`)
    await uof.odds(id, RESULT, { product: 3 })
    expect(await onResult(id)).toBe('market_closed')
  })

  test('an unreadable settlement of one market settles the others, and its own bets wait', async () => {
    const id = await priced()
    const [home, over] = [
      await uof.placeOn(id, 'football.1x2', 'home'),
      await uof.placeOn(id, 'football.total', 'over'),
    ]
    const unread =
      '<market id="18" specifiers="total=2.5"><outcome id="12" result="won"/><outcome id="13" result="0"/></market></outcomes>'
    await uof.receiveText(settlement(id, undefined, won().replace('</outcomes>', unread)))
    await harness.sportsbook.settle()
    expect([await harness.cash(home.playerId), await harness.cash(over.playerId)]).toEqual([11_000, 9000])
    expect(await onTotal(id)).toBe('market_closed')
    expect(await uof.refusedOf(id)).toEqual(['field_not_valid'])
    expect(await harness.verify()).toEqual([])
  })

  test('a settlement with only some outcomes of a market settles nothing of it and stops it', async () => {
    const id = await priced()
    const { playerId } = await uof.placeOn(id, 'football.1x2', 'home')
    await uof.receiveText(settlement(id, undefined, won().replace('<outcome id="3" result="0"/>', '')))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(9000)
    expect([await onResult(id), await onTotal(id)]).toEqual(['market_closed', 'placed'])
    expect(await uof.refusedOf(id)).toEqual(['field_missing'])
    await uof.receiveText(settlement(id))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(11_000)
  })

  test('a third of a dead heat is paid to the cent', async () => {
    const id = await uof.newEvent()
    await uof.odds(id, RESULT.replace('2.0', '3.0'))
    const { playerId } = await uof.placeOn(id, 'football.1x2', 'home')
    await uof.receiveText(settlement(id, undefined, won('dead_heat_factor="0.3333333333333333"')))
    await harness.sportsbook.settle()
    // A third of R$ 30, to the cent.
    expect(await harness.cash(playerId)).toBe(10_000)
    expect(await harness.verify()).toEqual([])
  })

  test('a message without a known match triggers recovery from its producer', async () => {
    const producer = async () => {
      const [row] = await harness.deps.db<{ status: string; isMissed: boolean }[]>`
        select status, missed_since is not null as "isMissed" from sportsbook_producer where feed = 'uof' and producer = '1'`
      return row
    }
    await harness.deps.db`
      insert into sportsbook_producer (feed, producer, status, alive_at) values ('uof', '1', 'up', now())`
    await uof.receiveText('<odds_change product="1" event_i')
    expect(await producer()).toEqual({ status: 'recovering', isMissed: true })
    const [refused] = await harness.deps.db<{ reason: string }[]>`
      select reason from sportsbook_feed_refused order by id desc limit 1`
    expect(refused?.reason).toBe('malformed')
  })
})

describe('a result', () => {
  test('stamped 20 ms before an earlier received price is paid', async () => {
    const id = await uof.newEvent()
    const at = Date.now()
    await uof.odds(id, RESULT, { at })
    const { playerId } = await uof.placeOn(id, 'football.1x2', 'home')
    await uof.receiveText(settlement(id, at - 20))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(11_000)
    expect(await uof.refusedOf(id)).toEqual([])
  })

  test('replayed hours later by a recovery is paid, and repeated changes nothing', async () => {
    const id = await priced()
    const { playerId } = await uof.placeOn(id, 'football.1x2', 'home')
    const reported = settlement(id, Date.now() - 5 * HOUR_MS)
    await uof.receiveText(reported)
    await harness.sportsbook.settle()
    await uof.odds(id, total('1.8'))
    await uof.receiveText(reported)
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(11_000)
    expect(await uof.refusedOf(id)).toEqual([])
    expect(await harness.verify()).toEqual([])
  })

  test('does not block a price sent before it', async () => {
    const id = await priced()
    const at = Date.now() + 1000
    await uof.receiveText(settlement(id, at + 20))
    await uof.odds(id, total('1.8'), { at })
    expect(await uof.refusedOf(id)).toEqual([])
    await uof.odds(id, total('1.7'), { at: at - 20 })
    expect(await uof.refusedOf(id)).toEqual(['out_of_order'])
  })

  test('without a time applies in order of arrival', async () => {
    const id = await priced()
    const { playerId } = await uof.placeOn(id, 'football.1x2', 'home')
    const receive = (text: string) => uof.receiveText(text.replace(/ timestamp="\d+"/, ''))
    await receive(settlement(id))
    await receive(
      `<rollback_bet_settlement ${eventAttributes(id)}><market id="1"/></rollback_bet_settlement>`,
    )
    await receive(`<bet_cancel ${eventAttributes(id)}><market id="1" void_reason="1"/></bet_cancel>`)
    await receive(settlement(id))
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(10_000)
    await receive(`<rollback_bet_cancel ${eventAttributes(id)}><market id="1"/></rollback_bet_cancel>`)
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(11_000)
    expect(await uof.refusedOf(id)).toEqual([])
    expect(await harness.verify()).toEqual([])
  })
})

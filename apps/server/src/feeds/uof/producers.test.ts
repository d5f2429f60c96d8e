import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHarness, type Harness } from '../../sportsbook/testing/harness.ts'
import { openUof, uofMarket } from '../testing/uof.ts'
import { keepFeeds } from '../jobs.ts'
import { readUofProducers } from './producers.ts'

const LIST = `<producers response_code="OK">
  <producer id="1" name="LO" description="Live Odds" api_url="https://api.example.com/v1/liveodds/" active="true" scope="live" stateful_recovery_window_in_minutes="600"/>
  <producer id="3" name="Ctrl" description="Prices before the match" api_url="https://api.example.com/v1/pre/" active="true" scope="prematch"/>
  <producer id="5" name="PremiumCricket" description="Cricket" api_url="https://api.example.com/v1/premium_cricket/" active="true" scope="live|prematch"/>
  <producer id="6" name="VF" description="Virtual football" api_url="https://api.example.com/v1/vf/" active="true" scope="virtual"/>
  <producer id="9" name="Gone" description="Not ours" api_url="https://api.example.com/v1/gone/" active="false" scope="live"/>
</producers>`

test('the producer list gives each one’s scope, recovery path and recovery window', () => {
  expect(readUofProducers(LIST)).toEqual({
    ok: true,
    value: [
      { producer: '1', name: 'LO', scope: 'live', path: 'liveodds', recoveryMinutes: 600 },
      { producer: '3', name: 'Ctrl', scope: 'pre_match', path: 'pre', recoveryMinutes: 4320 },
      { producer: '5', name: 'PremiumCricket', scope: 'live', path: 'premium_cricket', recoveryMinutes: 600 },
      { producer: '6', name: 'VF', scope: 'live', path: 'vf', recoveryMinutes: 180 },
    ],
  })
})

test.each([
  ['that is another document', '<fixtures/>', 'unknown_kind'],
  ['of nobody', '<producers/>', 'field_missing'],
  ['with an address that leaves the feed', LIST.replace('/v1/pre/', '/v1/pre/%2e%2e'), 'field_not_valid'],
  ['with a producer without a number', LIST.replace('id="1"', ''), 'field_missing'],
])('a list %s is refused', (_what, text, reason) => {
  const read = readUofProducers(text)
  expect(read.ok ? 'taken' : read.refusal.reason).toBe(reason)
})

describe('producers of a Unified Odds Feed', () => {
  let harness: Harness
  let uof: ReturnType<typeof openUof>
  let server: Server
  /** The requests to the feed, in order. */
  const asked: string[] = []
  beforeAll(async () => {
    server = createServer((request, answer) => {
      asked.push(`${request.method} ${request.url}`)
      answer.end(
        request.url === '/v1/descriptions/producers.xml' ? LIST : '<response response_code="ACCEPTED"/>',
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    harness = await openHarness({}, { UOF_URL: `http://127.0.0.1:${port}`, UOF_TOKEN: 'token' })
    uof = openUof(harness)
  })
  afterAll(async () => {
    await uof.stop()
    await harness.close()
    await new Promise((resolve) => server.close(resolve))
  })

  const SILENCE_SECONDS = 20
  const keep = () => keepFeeds(harness.deps, SILENCE_SECONDS)
  const alive = (product: number) =>
    uof.receiveText(`<alive product="${product}" timestamp="${Date.now()}" subscribed="1"/>`)
  const producer = async (id: string) => {
    const [row] = await harness.deps.db<{ status: string; requestId: number | null }[]>`
      select status, request_id as "requestId" from sportsbook_producer where feed = 'uof' and producer = ${id}`
    return row
  }
  const missed = (id: string, hours: number) => harness.deps.db`
    update sportsbook_producer set missed_since = now() - make_interval(hours => ${hours}), request_id = null
     where feed = 'uof' and producer = ${id}`
  const total = uofMarket(18, { 12: '1.9', 13: '1.9' }, { specifiers: 'total=2.5' })
  const refusedOfProducer = (id: string) => harness.deps.db<{ reason: string; detail: string }[]>`
    select reason, detail from sportsbook_feed_refused where producer = ${id} order by id`

  test('are read from the feed’s own list, once an hour', async () => {
    await keep()
    await keep()
    expect(asked).toEqual(['GET /v1/descriptions/producers.xml'])
    expect(await producer('6')).toEqual({ status: 'down', requestId: null })
  })

  test('are asked to recover at the listed address and within their window, and the lost span is reported', async () => {
    await alive(1)
    await alive(6)
    await missed('1', 9)
    await missed('6', 9)
    asked.length = 0
    await keep()
    const hoursBack = (url: string | undefined) =>
      (Date.now() - Number(/after=(\d+)/.exec(url ?? '')?.[1])) / 3_600_000
    expect(asked.map((url) => url.replace(/\?.*/, ''))).toEqual([
      'POST /v1/liveodds/recovery/initiate_request',
      'POST /v1/vf/recovery/initiate_request',
    ])
    expect(hoursBack(asked[0])).toBeCloseTo(9, 1)
    expect(hoursBack(asked[1])).toBeCloseTo(3, 1)
    expect(await refusedOfProducer('1')).toEqual([])
    expect(await refusedOfProducer('6')).toMatchObject([
      { reason: 'missed_for_good', detail: expect.stringContaining('what producer VF sent from') as string },
    ])
  })

  test('missing from the list are down by name, and their messages are refused', async () => {
    const id = await uof.newEvent()
    await uof.odds(id, total, { product: 1 })
    expect((await uof.placeOn(id, 'football.total', 'over')).code).toBe('placed')
    await alive(42)
    await alive(42)
    expect(await producer('42')).toEqual({ status: 'down', requestId: null })
    expect(await refusedOfProducer('42')).toMatchObject([{ reason: 'unknown_producer' }])
    await uof.odds(id, total.replace('1.9', '3.0'), { product: 42 })
    expect(await uof.refusedOf(id)).toEqual(['unknown_producer'])
    const [leg] = await harness.deps.db<{ price: number }[]>`
      select outcome.price_milli as price
        from sportsbook_outcome outcome
        join sportsbook_market market on market.id = outcome.market_id
        join sportsbook_fixture fixture on fixture.id = market.fixture_id
       where fixture.feed_key = ${id} and outcome.outcome_code = 'over'`
    expect(leg?.price).toBe(1900)
    asked.length = 0
    await keep()
    expect(asked).toEqual([])
    expect(await producer('42')).toEqual({ status: 'down', requestId: null })
  })

  test('removed from the list are down, and their fixtures stopped', async () => {
    const id = await uof.newEvent()
    await uof.odds(id, total, { product: 5 })
    await alive(5)
    await harness.deps.db`
      update sportsbook_producer set listed_at = null where producer = '5' and feed = 'uof'`
    await alive(5)
    expect(await producer('5')).toMatchObject({ status: 'down' })
    expect((await uof.placeOn(id, 'football.total', 'over')).code).toBe('market_closed')
  })
})

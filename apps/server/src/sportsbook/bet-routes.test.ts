import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApi } from './testing/api.ts'
import { askingOf, betOn, fits } from './testing/asking.ts'
import { addMatch, openHarness, type Harness } from './testing/harness.ts'

let harness: Harness
let app: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  harness = await openHarness({ catalogueAgeMs: 0 }, { SANDBOX_URL: 'http://127.0.0.1:9' })
  app = await openApi(harness)
  await harness.fund([7, 8], 10_000)
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

const { read, post } = askingOf(() => app)

describe('several bets in one request', () => {
  test('are each answered by themselves, in the order asked', async () => {
    const { outcomes } = await addMatch(harness)
    const tickets = [
      betOn(outcomes['home']),
      betOn(outcomes['home'], { priceMilli: 2100 }),
      betOn(outcomes['draw'], { priceMilli: 3000 }),
    ]
    const { data } = await post('/api/app/sportsbook/betSlip', { tickets })
    expect(fits('POST /api/app/sportsbook/betSlip', data)).toBeUndefined()
    expect(data['answers']).toMatchObject([
      { requestId: tickets[0]?.requestId, bet: { stakeCents: 1000 }, refusal: null },
      {
        bet: null,
        refusal: { status: 5302, message: 'The price moved to 2.00.', data: { code: 'price_changed' } },
      },
      { requestId: tickets[2]?.requestId, bet: { status: 'open' }, refusal: null },
    ])
    const again = await post('/api/app/sportsbook/betSlip', { tickets: [tickets[0]] })
    const [first] = data['answers'] as { bet: { betId: string } }[]
    expect(again.data['answers']).toMatchObject([{ bet: { betId: first?.bet.betId } }])
    const asked = await read(`/api/app/sportsbook/betRequest/${tickets[0]?.requestId}`)
    expect(asked.data).toMatchObject({ status: 'placed', bet: { betId: first?.bet.betId } })
    expect(await read(`/api/app/sportsbook/bets/${first?.bet.betId}/receipt`, '8')).toMatchObject({
      http: 404,
    })
    const { data: receipt } = await read(`/api/app/sportsbook/bets/${first?.bet.betId}/receipt`)
    expect(receipt['receipt']).toContain(tickets[0]?.requestId)
  })

  test('the most stake of a bet is told before it is placed', async () => {
    const { outcomes } = await addMatch(harness)
    const legs = [{ outcomeId: String(outcomes['home']), priceMilli: 2000 }]
    const { data } = await post('/api/app/sportsbook/maxStake', { legs })
    expect(data).toEqual({ maxStakeCents: 5_000_000 })
  })
})

import { calls, type CallKey } from '@palpite/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openApi } from './testing/api.ts'
import { addMatch, nextRequest, openHarness, type Harness } from './testing/harness.ts'

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

type Answer = { status: number; data: Record<string, unknown> }
const read = async (url: string, token = '7') => {
  const answer = await app.inject({ url, headers: { authorization: token } })
  return { http: answer.statusCode, ...answer.json<Answer>() }
}
const post = async (url: string, payload: object, token = '7') => {
  const headers = { authorization: token, lang: 'en' }
  const answer = await app.inject({ method: 'POST', url, headers, payload })
  return { http: answer.statusCode, ...answer.json<Answer & { message: string }>() }
}
const betOn = (
  outcomeId: number | undefined,
  { priceMilli = 2000, ...own }: { priceMilli?: unknown; [field: string]: unknown } = {},
) => ({
  requestId: nextRequest(),
  unitStakeCents: 1000,
  legs: [{ outcomeId: String(outcomeId), priceMilli }],
  accept: 'exact',
  ...own,
})

/** What in these data is not as the contract says; nothing where all is. */
const fits = (key: CallKey, data: unknown) => z.safeParse(calls[key].data, data).error?.issues

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

import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingOf, betOn, fits, openApi } from '../testing/api.ts'
import { addMatch, openHarness, play, type Harness } from '../testing/harness.ts'

let harness: Harness
let app: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 1000, maxWaitingBets: 1 })
  app = await openApi(harness)
  await harness.fund([7], 10_000)
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

const { read, post } = askingOf(() => app)

test('a fault of one bet does not hide the answers to the others, and it may be sent again', async () => {
  const [ahead, one, other] = [await addMatch(harness), await addMatch(harness), await addMatch(harness)]
  await harness.receive([play(one.key, 1, 0, 0), play(other.key, 1, 0, 0)])
  await harness.deps.db`update sportsbook_feed set alive_at = now()`
  const tickets = [one, ahead, other].map(({ outcomes }) => betOn(outcomes['home']))
  const { data, http } = await post('/api/app/sportsbook/betSlip', { tickets })
  expect(http).toBe(200)
  expect(fits('POST /api/app/sportsbook/betSlip', data)).toBeUndefined()
  const answers = data['answers'] as { bet: object | null; refusal: { data: object } | null }[]
  expect(answers.filter(({ bet }) => bet !== null)).toHaveLength(2)
  const failed = answers.findIndex(({ bet }) => bet === null)
  expect(answers[failed]).toMatchObject({ refusal: { status: 503, data: { code: 'fault' } } })
  expect(await harness.cash(7)).toBe(8000)
  const again = await post('/api/app/sportsbook/betSlip', { tickets })
  expect(again.data['answers']).toMatchObject([{ refusal: null }, { refusal: null }, { refusal: null }])
  expect(await harness.cash(7)).toBe(7000)
})

test('if all fail the whole call fails', async () => {
  const matches = [await addMatch(harness), await addMatch(harness)]
  await harness.receive(matches.map(({ key }) => play(key, 1, 0, 0)))
  await harness.deps.db`update sportsbook_feed set alive_at = now()`
  const [waits, turnedAway] = matches.map(({ outcomes }) => betOn(outcomes['home']))
  const waiting = post('/api/app/sportsbook/betPlay', waits ?? {})
  const readRequest = () => read(`/api/app/sportsbook/betRequest/${waits?.requestId}`)
  await expect.poll(async () => (await readRequest()).data['status'], { interval: 20 }).toBe('waiting')
  const { http } = await post('/api/app/sportsbook/betSlip', { tickets: [turnedAway] })
  expect([http, (await waiting).http]).toEqual([503, 200])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingOf, betOn, fits, openApi } from './testing/api.ts'
import { addMatch, nextRequest, offersAt, openHarness, play, type Harness } from './testing/harness.ts'

let harness: Harness
let app: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 3000, cancelShareBps: 10_000 })
  app = await openApi(harness)
  await harness.fund([7], 10_000)
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

const { read, post } = askingOf(() => app)

const askedAfter = async ({ requestId }: { requestId: string }) => {
  const { data } = await read(`/api/app/sportsbook/betRequest/${requestId}`)
  expect(fits('GET /api/app/sportsbook/betRequest/:requestId', data)).toBeUndefined()
  return data
}
const place = async (outcomeId: number | undefined) => {
  const ticket = betOn(outcomeId)
  const { data } = await post('/api/app/sportsbook/betPlay', ticket)
  return { ...ticket, betId: String((data['bet'] as { betId: string } | undefined)?.betId ?? data['betId']) }
}

test('one call returns each of the six states of a bet', async () => {
  const [live, coming, over] = [await addMatch(harness), await addMatch(harness), await addMatch(harness)]
  await harness.receive([play(live.key, 1, 0, 0)])
  await harness.deps.db`update sportsbook_feed set alive_at = now()`
  const [refused, cancelled] = [betOn(live.outcomes['home']), betOn(live.outcomes['home'])]
  const answers = [refused, cancelled].map((ticket) => post('/api/app/sportsbook/betPlay', ticket))
  for (const ticket of [refused, cancelled])
    await expect
      .poll(() => askedAfter(ticket))
      .toMatchObject({ status: 'waiting', bet: null, dueAt: expect.any(String) as string })
  await post('/api/app/sportsbook/cancelBet', { requestId: cancelled.requestId })
  await harness.receive([{ kind: 'odds', key: live.key, offers: offersAt(1800) }])
  await Promise.all(answers)
  expect(await askedAfter(refused)).toMatchObject({ status: 'refused', code: 'price_changed', bet: null })
  expect(await askedAfter(cancelled)).toMatchObject({ status: 'cancelled', bet: null })

  const [open, sold, settled] = [
    await place(coming.outcomes['home']),
    await place(coming.outcomes['home']),
    await place(over.outcomes['home']),
  ]
  const { data } = await read(`/api/app/sportsbook/cashOuts?betIds=${sold.betId}`)
  const [offer] = data['offers'] as { quoteId: string }[]
  await post('/api/app/sportsbook/cashOut', { requestId: nextRequest(), quoteId: offer?.quoteId })
  await harness.receive([play(over.key, -1, 1, 0)])
  await harness.sportsbook.settle()
  const reported = { status: 'placed', code: null }
  expect(await askedAfter(open)).toMatchObject({ ...reported, bet: { status: 'open', result: 0 } })
  expect(await askedAfter(sold)).toMatchObject({ ...reported, bet: { status: 'cashed_out' } })
  expect(await askedAfter(settled)).toMatchObject({
    ...reported,
    bet: { status: 'settled', result: 10, returnCents: 2000 },
  })
  expect(await harness.verify()).toEqual([])
})

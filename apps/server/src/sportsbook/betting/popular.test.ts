import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingOf, fits, openApi } from '../testing/api.ts'
import { addMatch, openHarness, type Harness, requestFor } from '../testing/harness.ts'

let harness: Harness
let app: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  harness = await openHarness()
  app = await openApi(harness)
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

const { read } = askingOf(() => app)

test('outcomes with bets of many players are popular; those of a few players are never shown', async () => {
  const [most, many, few] = [await addMatch(harness), await addMatch(harness), await addMatch(harness)]
  const players = [71, 72, 73, 74]
  await harness.fund(players, 10_000)
  const bet = async (ids: readonly number[], { outcomes }: typeof most) => {
    for (const playerId of ids)
      await harness.sportsbook.placeBet(requestFor(playerId, outcomes['home'], { accept: 'any' }))
  }
  await bet(players, most)
  await bet(players.slice(1), many)
  await bet([71, 71, 72], few)
  const { data } = await read('/api/app/sportsbook/popular', '')
  expect(fits('GET /api/app/sportsbook/popular', data)).toBeUndefined()
  expect(data['leagues']).toEqual([{ sport: 'football', competition: 'Copa' }])
  const shown = data['fixtures'] as { fixtureId: string; markets: unknown[] }[]
  expect(shown.map(({ fixtureId }) => fixtureId)).toEqual([String(most.fixtureId), String(many.fixtureId)])
  expect(shown.flatMap(({ markets }) => markets)).toEqual([])
})

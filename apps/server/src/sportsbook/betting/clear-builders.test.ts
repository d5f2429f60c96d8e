import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askingOf, homeAndOver, idsOf, openApi } from '../testing/api.ts'
import { addPricedMatch, nextRequest, openHarness, type Harness } from '../testing/harness.ts'
import { sportsbookSettings } from '../settings.ts'
import { clearBuilders, findBuilder } from './builders.ts'

let harness: Harness
let app: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
  app = await openApi(harness)
})
afterAll(async () => {
  await app.close()
  await harness.close()
})
const { post } = askingOf(() => app)

type Match = Awaited<ReturnType<typeof addPricedMatch>>

describe('requested bet builders', () => {
  const made = async ({ fixtureId }: Match) =>
    (
      await harness.deps.db<{ selections: string[] }[]>`
        select selections::text[] from sportsbook_market
         where fixture_id = ${fixtureId} and selections is not null order by id`
    ).map(({ selections }) => selections.join('-'))

  test('are limited per player and match, also concurrently; other players are not affected', async () => {
    const match = await addPricedMatch(harness)
    const { deps } = harness
    await deps.db`
      insert into sportsbook_market (fixture_id, type, period, status, selections, asked_by, asked_at)
      select ${match.fixtureId}, 'football.builder', 'full', 'open', array[-made, -made - 1], 4711, now()
        from generate_series(1, 99) made`
    const ask = (playerId: number, names: readonly string[]) =>
      findBuilder(deps.db, sportsbookSettings, { playerId, outcomeIds: idsOf(match, names).map(Number) })
    const twoAtOnce = await Promise.all([ask(4711, homeAndOver), ask(4711, ['1x2 away', 'total over 2.5'])])
    expect(twoAtOnce.filter(({ ok }) => ok)).toHaveLength(1)
    expect(twoAtOnce.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'too_many_requests' } })
    expect((await made(match)).length).toBe(100)
    expect(await ask(4712, homeAndOver)).toMatchObject({ ok: true })
    expect(await ask(4712, ['1x2 away', 'total over 2.5'])).toMatchObject({ ok: true })
    // Requesting an existing one creates nothing.
    expect(await ask(4711, homeAndOver)).toMatchObject({ ok: true })
    expect(await ask(4711, ['1x2 away', 'total over 2.5'])).toMatchObject({ ok: true })
  })

  test('are deleted after an hour without bets, and kept for good with one', async () => {
    const match = await addPricedMatch(harness)
    const { db } = harness.deps
    const [bet, asked] = [homeAndOver, ['1x2 away', 'total over 2.5']].map((names) => idsOf(match, names))
    const maxStake = (ids: readonly string[] = []) =>
      post('/api/app/sportsbook/maxStake', { legs: [{ outcomeId: ids.join('-'), priceMilli: 3150 }] }, '7')
    const body = {
      requestId: nextRequest(),
      unitStakeCents: 1000,
      legs: [{ outcomeId: (bet ?? []).join('-'), priceMilli: 3150 }],
      accept: 'any',
    }
    const placed = await post('/api/app/sportsbook/betPlay', body, String(await harness.newPlayer(1000)))
    expect(placed.status).toBe(200)
    expect((await maxStake(asked)).status).toBe(200)
    await clearBuilders(db)
    expect(await made(match)).toHaveLength(2)
    const hoursGoBy = () => db`
      update sportsbook_market set asked_at = asked_at - interval '2 hours' where fixture_id = ${match.fixtureId}`
    await hoursGoBy()
    await maxStake(asked) // requested again, it stays
    expect(await clearBuilders(db)).toBe(0)
    expect(await made(match)).toHaveLength(2)
    await hoursGoBy()
    expect(await clearBuilders(db)).toBe(1)
    expect(await made(match)).toEqual([bet?.toSorted((one, other) => Number(one) - Number(other)).join('-')])
    await expect(
      db`delete from sportsbook_market where fixture_id = ${match.fixtureId} and selections is not null`,
    ).rejects.toThrow('this market is kept')
    expect((await maxStake(asked)).status).toBe(200)
    expect(await harness.verify()).toEqual([])
  })
})

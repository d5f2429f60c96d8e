import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { gamesSettings } from '../settings.ts'
import { codeOf, type Harness, openHarness, requestOf } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

describe('S31: the minimum time between rounds', () => {
  const hour = 3_600_000
  const slow = { dice: { ...gamesSettings.dice, minRoundMs: hour }, double: gamesSettings.double }

  test('uses the database clock, in a list as between lists', async () => {
    const [playerId, other] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
    const games = harness.open({ ...slow, limbo: { ...gamesSettings.limbo, minRoundMs: 0 } })
    const first = requestOf(playerId)
    const list = [first, requestOf(playerId), requestOf(other), first]
    expect((await games.playRounds(list)).map(codeOf)).toEqual([
      'played',
      'round_too_soon',
      'played',
      'played', // it began before
    ])
    const [again] = await games.playRounds([requestOf(playerId)])
    expect(again).toMatchObject({ refusal: { code: 'round_too_soon' } })
    const waitMs = again?.ok === false ? Number(again.refusal.detail?.['waitMs']) : 0
    expect(waitMs).toBeGreaterThan(0)
    expect(waitMs).toBeLessThanOrEqual(hour)
    const limbo = requestOf(playerId, { game: 'limbo', choice: { targetHundredths: 200 } })
    expect((await games.playRounds([limbo])).map(codeOf)).toEqual(['played'])
    expect(await harness.verify()).toEqual([])
  })

  test('passes', async () => {
    const playerId = await harness.newPlayer(1000)
    const games = harness.open(slow)
    await games.playRounds([requestOf(playerId)])
    const owner = ownerOf(harness.deps.db)
    await owner`alter table games_round disable trigger user`
    await owner`update games_round set created_at = created_at - interval '1 hour' where player_id = ${playerId}`
    await owner`alter table games_round enable trigger user`
    expect((await games.playRounds([requestOf(playerId)])).map(codeOf)).toEqual(['played'])
  })

  test('is set for every game a player plays alone', () => {
    for (const game of ['dice', 'limbo', 'mines', 'rowDouble'] as const)
      expect(gamesSettings[game].minRoundMs).toBeGreaterThanOrEqual(200)
  })
})

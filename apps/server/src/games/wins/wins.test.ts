import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDevice } from '../../../../../tools/test/test-device.ts'
import { registerPlayers, openSessions } from '../../identity/index.ts'
import { policyOf } from '../../protection/index.ts'
import { gamesSettings } from '../settings.ts'
import { openHarness, type Harness } from '../testing/harness.ts'
import { mergeWins, readWins, readOnline } from './read-wins.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const show = String
let requests = 0

/** Rolls dice so that it almost always wins; returns how the round ended. */
const roll = async (playerId: number, targetHundredths = 200) => {
  requests += 1
  const [answer] = await harness.games.playRounds([
    {
      playerId,
      requestId: `wins-request-${String(requests).padStart(8, '0')}`,
      game: 'dice',
      stakeCents: 1000,
      choice: { direction: 'over', targetHundredths },
    },
  ])
  if (!answer?.ok) throw new Error('the round is played')
  return answer.value
}

const testPlayer = async (): Promise<number> => {
  const [answer] = await registerPlayers(harness.deps, [
    { email: 'test-account@example.com', passwordHash: 'x', phone: null, ip: 'seed', isTest: true },
  ])
  if (!answer?.ok) throw new Error('a test account registers')
  await harness.fund(answer.value.playerId, 100_000)
  return answer.value.playerId
}

describe('the last wins of a game', () => {
  test('are as played, newest first, without names, and of no other game', async () => {
    const playerId = await harness.newPlayer(1_000_000)
    const played = []
    for (let round = 0; round < 6; round += 1) played.push(await roll(playerId))
    await roll(playerId, 9_999) // lost, except one roll in ten thousand
    const won = played.filter(({ status }) => status === 'won').toReversed()
    const wins = await readWins(harness.deps.db, 'dice', show)
    expect(wins.map(({ payoutCents }) => payoutCents)).toEqual(won.map(({ payoutCents }) => payoutCents))
    expect(wins[0]?.who).toMatch(/^•••[0-9a-f]{4}$/)
    expect(wins.every(({ at }, place) => at <= (wins[place - 1]?.at ?? at))).toBe(true)
    expect(await readWins(harness.deps.db, 'limbo', show)).toEqual([])
  })

  test('leave out those of test accounts', async () => {
    const before = await readWins(harness.deps.db, 'dice', show)
    await roll(await testPlayer())
    expect(await readWins(harness.deps.db, 'dice', show)).toEqual(before)
  })

  test('of all games are merged, newest first, each with its game', async () => {
    const win = { winId: 'w', who: '•••0000', stakeCents: 100, payoutCents: 200, multiplierE4: 20_000 }
    const at = (minute: number) => ({ ...win, at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() })
    const lists = new Map([
      ['mines', [at(9), at(2)]],
      ['limbo', Array.from({ length: 12 }, (_, back) => at(30 - 2 * back))],
    ])
    const wins = await mergeWins(async (game) => lists.get(game) ?? [])
    expect(wins.map((one) => one.game)).toEqual([...Array.from({ length: 11 }, () => 'limbo'), 'mines'])
    expect(wins.map((one) => one.at)).toEqual(
      wins
        .map((one) => one.at)
        .toSorted()
        .toReversed(),
    )
  })

  test('are found by an index, without reading other rounds', async () => {
    const plan = await harness.deps.db.begin(async (tx) => {
      await tx`set local enable_seqscan = off`
      await tx`set local enable_sort = off`
      return tx<{ 'QUERY PLAN': string }[]>`
        explain (format text)
        select id from games_round
         where game = 'dice' and status = 'won' and payout_cents > stake_cents
         order by closed_at desc limit 30`
    })
    const lines = JSON.stringify(plan)
    expect(lines).toContain('games_round_wins')
    expect(lines).not.toContain('Sort')
  })
})

describe('players online', () => {
  const settings = { online: gamesSettings.online }

  test('are counted once however many sessions they have, without test accounts', async () => {
    const { deps } = harness
    const policy = policyOf({ ...deps.config, COMPLIANCE_PROFILE: 'br-spa' })
    const before = await readOnline(deps, { policy, settings })
    const [answer] = await registerPlayers(deps, [
      { email: 'online@example.com', passwordHash: 'x', phone: null, ip: '10.0.0.1' },
    ])
    if (!answer?.ok) throw new Error('a player registers')
    const { playerId } = answer.value
    await openSessions(deps, [
      { playerId, ip: '10.0.0.1', device: testDevice },
      { playerId, ip: '10.0.0.1', device: testDevice },
    ])
    expect(await readOnline(deps, { policy, settings })).toEqual({
      players: before.players + 1,
      isCount: true,
      factor: 1,
      randomBelow: 0,
    })
    await deps.db`update identity_session set last_seen_at = now() - interval '6 minutes'`
    expect((await readOnline(deps, { policy, settings })).players).toBe(0)
  })

  test('are the base of a figure if the profile allows one, by the settings', async () => {
    const policy = policyOf({ ...harness.deps.config, COMPLIANCE_PROFILE: 'spec' })
    expect(await readOnline(harness.deps, { policy, settings })).toMatchObject({
      isCount: false,
      factor: 101,
      randomBelow: 100,
    })
  })
})

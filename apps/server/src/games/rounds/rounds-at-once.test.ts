import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import { readSeeds } from '../seeds/seeds.ts'
import { requestOf, codeOf, hopeless, openHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

describe('many rounds at once', () => {
  test('200 of one request play once', async () => {
    const playerId = await harness.newPlayer(1000)
    const request = requestOf(playerId, { choice: hopeless })
    const servers = [harness.open(), harness.open()]
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => present(servers[at % 2], 'a server').playRounds([request])),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(codeOf(answers[0]?.[0])).toBe('played')
    expect(await harness.balances(playerId)).toMatchObject({ cashCents: 990 })
  })

  test('200 stakes on a balance of 100.5 play exactly 100, each with a nonce of its own', async () => {
    const playerId = await harness.newPlayer(1005)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        harness.games.playRounds([requestOf(playerId, { choice: hopeless })]),
      ),
    )
    const rows = answers.flat().flatMap((answer) => (answer.ok ? [answer.value] : []))
    expect(answers.flat().filter((answer) => codeOf(answer) === 'insufficient_funds')).toHaveLength(100)
    expect(rows.map(({ nonce }) => nonce).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 100 }, (_, nonce) => nonce),
    )
    expect(await harness.balances(playerId)).toMatchObject({ cashCents: 5 })
    expect(await harness.verify()).toEqual([])
  })

  test('refused rounds leave no gap in the nonces', async () => {
    const [playerId, other] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
    const play = async (...stakes: number[]) => {
      const requests = stakes.flatMap((stakeCents) => [requestOf(playerId, { stakeCents }), requestOf(other)])
      const answers = await harness.games.playRounds(requests)
      return answers.flatMap((answer) =>
        answer.ok && answer.value.playerId === playerId ? [answer.value.nonce] : [],
      )
    }
    expect(await play(10, 9, 10, 400_000, 10)).toEqual([0, 1, 2])
    expect(await play(9)).toEqual([])
    const [refused] = await harness.games.playRounds([requestOf(playerId, { stakeCents: 9 })])
    expect(codeOf(refused)).toBe('stake_below_min')
    expect(await readSeeds(harness.deps, playerId)).toMatchObject({ nonce: 3 })
    expect(await play(10)).toEqual([3])
  })

  test('a daily loss limit cannot be overrun', async () => {
    const playerId = await harness.newPlayer(10_000)
    await harness.deps.db`
      insert into protection_limit (player_id, daily_loss_cents) values (${playerId}, 155)`
    const lists = Array.from({ length: 40 }, () =>
      Array.from({ length: 5 }, () => requestOf(playerId, { choice: hopeless })),
    )
    const answers = (await Promise.all(lists.map((list) => harness.games.playRounds(list)))).flat()
    expect(answers.map(codeOf).filter((code) => code === 'played')).toHaveLength(15)
    expect(answers.map(codeOf).filter((code) => code === 'daily_loss_limit')).toHaveLength(185)
  })

  test('the very first round of a player without an account is refused, not lost', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => harness.games.playRounds([requestOf(77)])),
    )
    expect(new Set(answers.flat().map(codeOf))).toEqual(new Set(['insufficient_funds']))
  })

  test('any list of rounds conserves money', async () => {
    const players = await Promise.all([300, 2000, 0].map((cash) => harness.newPlayer(cash)))
    const request = fc.record({
      playerId: fc.constantFrom(...players),
      requestId: fc.integer({ min: 0, max: 30 }).map((n) => `same-request-${String(n).padStart(6, '0')}`),
      stakeCents: fc.integer({ min: 1, max: 400 }),
    })
    const bets = fc.oneof(
      fc.record({
        game: fc.constant('dice' as const),
        choice: fc.record({
          direction: fc.constantFrom('over' as const, 'under' as const),
          targetHundredths: fc.integer({ min: 0, max: 10_000 }),
        }),
      }),
      fc.record({
        game: fc.constant('limbo' as const),
        choice: fc.record({ targetHundredths: fc.integer({ min: 101, max: 10_000 }) }),
      }),
      fc.record({
        game: fc.constant('mines' as const),
        choice: fc.record({ mineCount: fc.integer({ min: 1, max: 24 }) }),
      }),
    )
    const anyRequest = fc.tuple(request, bets).map(([asked, bet]) => ({ ...asked, ...bet }))
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest, { minLength: 1, maxLength: 20 }), async (requests) => {
        const answers = await harness.games.playRounds(requests)
        expect(answers).toHaveLength(requests.length)
      }),
      { numRuns: 25 },
    )
    expect(await harness.verify()).toEqual([])
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../platform/assert.ts'
import { showSeeds } from './seeds.ts'
import { askOf, codeOf, hopeless, openTrial, type Trial } from './testing/trial.ts'

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())

describe('many rounds at once', () => {
  test('200 of one request play once', async () => {
    const playerId = await trial.newPlayer(1000)
    const ask = askOf(playerId, { bet: hopeless })
    const servers = [trial.open(), trial.open()]
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => present(servers[at % 2], 'a server').playRounds([ask])),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(codeOf(answers[0]?.[0])).toBe('played')
    expect(await trial.purse(playerId)).toMatchObject({ cashCents: 990 })
  })

  test('200 stakes on a balance of 100.5 play exactly 100, each with a nonce of its own', async () => {
    const playerId = await trial.newPlayer(1005)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => trial.games.playRounds([askOf(playerId, { bet: hopeless })])),
    )
    const rows = answers.flat().flatMap((answer) => (answer.ok ? [answer.value] : []))
    expect(answers.flat().filter((answer) => codeOf(answer) === 'insufficient_funds')).toHaveLength(100)
    expect(rows.map(({ nonce }) => nonce).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 100 }, (_, nonce) => nonce),
    )
    expect(await trial.purse(playerId)).toMatchObject({ cashCents: 5 })
    expect(await trial.prove()).toEqual([])
  })

  test('rounds that are refused leave no gap in the nonces', async () => {
    const [playerId, other] = [await trial.newPlayer(1000), await trial.newPlayer(1000)]
    const play = async (...stakes: number[]) => {
      const asks = stakes.flatMap((stakeCents) => [askOf(playerId, { stakeCents }), askOf(other)])
      const answers = await trial.games.playRounds(asks)
      return answers.flatMap((answer) =>
        answer.ok && answer.value.playerId === playerId ? [answer.value.nonce] : [],
      )
    }
    expect(await play(10, 9, 10, 400_000, 10)).toEqual([0, 1, 2])
    expect(await play(9)).toEqual([])
    const [refused] = await trial.games.playRounds([askOf(playerId, { stakeCents: 9 })])
    expect(codeOf(refused)).toBe('stake_below_least')
    expect(await showSeeds(trial.house, playerId)).toMatchObject({ nonce: 3 })
    expect(await play(10)).toEqual([3])
  })

  test('a daily loss limit cannot be overrun', async () => {
    const playerId = await trial.newPlayer(10_000)
    await trial.house.db`
      insert into protection_limit (player_id, daily_loss_cents) values (${playerId}, 155)`
    const lists = Array.from({ length: 40 }, () =>
      Array.from({ length: 5 }, () => askOf(playerId, { bet: hopeless })),
    )
    const answers = (await Promise.all(lists.map((list) => trial.games.playRounds(list)))).flat()
    expect(answers.map(codeOf).filter((code) => code === 'played')).toHaveLength(15)
    expect(answers.map(codeOf).filter((code) => code === 'daily_loss_limit')).toHaveLength(185)
  })

  test('a first-ever round of a player without an account is refused, not lost', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => trial.games.playRounds([askOf(77)])))
    expect(new Set(answers.flat().map(codeOf))).toEqual(new Set(['insufficient_funds']))
  })

  test('any list of rounds keeps the money', async () => {
    const players = await Promise.all([300, 2000, 0].map((cash) => trial.newPlayer(cash)))
    const ask = fc.record({
      playerId: fc.constantFrom(...players),
      requestId: fc.integer({ min: 0, max: 30 }).map((n) => `same-request-${String(n).padStart(6, '0')}`),
      stakeCents: fc.integer({ min: 1, max: 400 }),
      bet: fc.record({
        side: fc.constantFrom('over' as const, 'under' as const),
        targetHundredths: fc.integer({ min: 0, max: 10_000 }),
      }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(ask, { minLength: 1, maxLength: 20 }), async (asks) => {
        const answers = await trial.games.playRounds(asks)
        expect(answers).toHaveLength(asks.length)
      }),
      { numRuns: 25 },
    )
    expect(await trial.prove()).toEqual([])
  })
})

import { dicePayoutCents, plainHmac, rollDice, roundOutcome } from '@palpite/games'
import { cents } from '@palpite/money'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayTurnover } from '../ledger/index.ts'
import { present } from '../platform/assert.ts'
import type { Result } from '../platform/result.ts'
import type { RoundRow } from './round-queries.ts'
import { rotateSeeds, showSeeds } from './seeds.ts'
import { askOf, hopeless, openTrial, type Trial } from './testing/trial.ts'

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())

const codeOf = (answer: Result<RoundRow> | undefined) => (answer?.ok ? 'played' : answer?.refusal.code)

async function played(answer: Promise<Result<RoundRow>[]>): Promise<RoundRow> {
  const [one] = await answer
  if (!one?.ok) throw new Error(`not played: ${codeOf(one)}`)
  return one.value
}

describe('a round of dice', () => {
  test('takes the stake and pays what the roll of the seeds returns', async () => {
    const playerId = await trial.newPlayer(10_000)
    const asks = Array.from({ length: 8 }, () => askOf(playerId, { stakeCents: 500 }))
    const rows: RoundRow[] = []
    for (const ask of asks) rows.push(await played(trial.games.playRounds([ask])))
    const { revealed } = await rotateSeeds(trial.house, playerId, 'lucky-seven')
    let balanceCents = 10_000
    for (const [nonce, row] of rows.entries()) {
      const seeds = { serverSeed: revealed.serverSeed, clientSeed: row.clientSeed, nonce }
      const roll = rollDice(plainHmac, seeds)
      const payout = dicePayoutCents(cents(500), { side: 'over', targetHundredths: 5050 }, roll)
      balanceCents += payout - 500
      expect(row).toMatchObject({
        nonce,
        diceResultHundredths: roll,
        payoutCents: payout,
        cashCents: balanceCents,
        serverSeedHash: revealed.serverSeedHash,
      })
      expect(roundOutcome({ game: 'dice', version: row.algorithmVersion, seeds })).toEqual({
        ok: true,
        outcome: roll,
      })
    }
    expect(new Set(rows.map(({ payoutCents }) => payoutCents))).toEqual(new Set([0, 1000]))
    expect(await trial.purse(playerId)).toMatchObject({ cashCents: balanceCents })
    expect(await trial.prove()).toEqual([])
  })

  test('asked twice answers the same and plays once', async () => {
    const playerId = await trial.newPlayer(1000)
    const ask = askOf(playerId)
    const first = await played(trial.games.playRounds([ask]))
    await trial.games.playRounds([askOf(playerId)])
    expect(await played(trial.games.playRounds([ask]))).toEqual(first)
    expect((await played(trial.games.playRounds([askOf(playerId)]))).nonce).toBe(2)
  })

  test('asked twice in one list plays once', async () => {
    const playerId = await trial.newPlayer(1000)
    const ask = askOf(playerId)
    const [one, other] = await trial.games.playRounds([ask, ask])
    expect(one).toEqual(other)
    expect((await played(trial.games.playRounds([askOf(playerId)]))).nonce).toBe(1)
  })

  test.each([
    { what: 'stake', own: { stakeCents: 11 } },
    { what: 'side', own: { bet: { side: 'under', targetHundredths: 5050 } } },
    { what: 'target', own: { bet: { side: 'over', targetHundredths: 5051 } } },
  ] as const)('asked again with another $what is refused', async ({ own }) => {
    const playerId = await trial.newPlayer(1000)
    const ask = askOf(playerId)
    const first = await played(trial.games.playRounds([ask]))
    const [again] = await trial.games.playRounds([{ ...ask, ...own }])
    expect(codeOf(again)).toBe('request_mismatch')
    expect(await trial.purse(playerId)).toMatchObject({ cashCents: first.cashCents })
  })

  test('answers the same when the money has gone since, in a list with others', async () => {
    const [playerId, other] = [await trial.newPlayer(300), await trial.newPlayer(1000)]
    const ask = askOf(playerId, { stakeCents: 300, bet: hopeless })
    const first = await played(trial.games.playRounds([ask]))
    expect(first.cashCents).toBe(0)
    const more = askOf(playerId, { stakeCents: 300 })
    const [again, played2, refused] = await trial.games.playRounds([ask, askOf(other), more])
    expect(again).toEqual({ ok: true, value: first })
    expect([codeOf(played2), codeOf(refused)]).toEqual(['played', 'insufficient_funds'])
    expect((await trial.purse(other))?.version).toBeGreaterThan(1)
    expect(await trial.prove()).toEqual([])
  })

  test('of one request id of two players plays for each', async () => {
    const [one, other] = [await trial.newPlayer(1000), await trial.newPlayer(1000)]
    const ask = askOf(one)
    const answers = await trial.games.playRounds([ask, { ...ask, playerId: other }])
    expect(answers.map(codeOf)).toEqual(['played', 'played'])
  })

  test.each([
    { code: 'dice_target_out_of_bounds', own: { bet: { side: 'over', targetHundredths: 10_000 } } },
    { code: 'dice_target_out_of_bounds', own: { bet: { side: 'under', targetHundredths: 9801 } } },
    { code: 'dice_target_out_of_bounds', own: { bet: { side: 'under', targetHundredths: 0 } } },
    { code: 'stake_below_least', own: { stakeCents: 9 } },
    { code: 'stake_above_most', own: { stakeCents: 500_001 } },
    // 9,900 × R$ 10.11 is more than one round may pay.
    { code: 'stake_above_most', own: { stakeCents: 1011, bet: hopeless } },
    { code: 'insufficient_funds', own: { stakeCents: 499_999 } },
  ] as const)('is refused with $code, and nothing moves', async ({ code, own }) => {
    const playerId = await trial.newPlayer(10_000)
    const [answer] = await trial.games.playRounds([askOf(playerId, own)])
    expect(codeOf(answer)).toBe(code)
    expect(await trial.purse(playerId)).toMatchObject({ cashCents: 10_000, version: 1 })
  })

  test('may pay exactly the most a round pays', async () => {
    const playerId = await trial.newPlayer(10_000)
    const [answer] = await trial.games.playRounds([askOf(playerId, { stakeCents: 1010, bet: hopeless })])
    expect(codeOf(answer)).toBe('played')
  })

  test('that nobody may play without being identified is refused to a stranger', async () => {
    const strict = await openTrial({ COMPLIANCE_PROFILE: 'br-spa' })
    try {
      const [stranger, known] = [await strict.newPlayer(1000), await strict.newPlayer(1000)]
      strict.standings.set(known, { isTestAccount: false, isIdentified: true })
      const answers = await strict.games.playRounds([askOf(stranger), askOf(known)])
      expect(answers.map(codeOf)).toEqual(['kyc_needed', 'played'])
    } finally {
      await strict.close()
    }
  })

  test('of somebody who owes is refused, though there is money, and one played before answers the same', async () => {
    const [playerId, other] = [await trial.newPlayer(1000), await trial.newPlayer(1000)]
    const ask = askOf(playerId)
    const first = await played(trial.games.playRounds([ask]))
    await trial.owe(playerId, 1)
    const answers = await trial.games.playRounds([askOf(playerId), askOf(other)])
    expect(answers.map(codeOf)).toEqual(['owes_money', 'played'])
    expect(await played(trial.games.playRounds([ask]))).toEqual(first)
    expect(await trial.purse(playerId)).toMatchObject({ cashCents: first.cashCents })
  })

  test('takes bonus after cash and returns in the proportion of the stake', async () => {
    const playerId = await trial.newPlayer(100)
    await trial.fund(playerId, 1000, 'bonus')
    const row = await played(
      trial.games.playRounds([
        askOf(playerId, { stakeCents: 400, bet: { side: 'over', targetHundredths: 200 } }),
      ]),
    )
    expect(row.payoutCents).toBe(404)
    // 404 comes back as it was staked: 100 of 400 cash, 300 of 400 bonus.
    expect(await trial.purse(playerId)).toMatchObject({ cashCents: 101, bonusCents: 1003 })
  })

  test('counts what was staked, settled and returned, and says so to the rooms above', async () => {
    const playerId = await trial.newPlayer(1000)
    const row = await played(trial.games.playRounds([askOf(playerId, { stakeCents: 200 })]))
    const { payoutCents, id } = row
    expect((await todayTurnover(trial.house.db, [playerId])).get(playerId)).toEqual({
      stakedCents: 200,
      settledCents: 200,
      returnedCents: payoutCents,
    })
    const said = await trial.house.db<{ facts: unknown[] }[]>`
      select facts::json from platform_outbox where topic = 'round.played' order by id desc limit 1`
    expect(said[0]?.facts).toEqual([{ playerId, roundId: id, game: 'dice', stakeCents: 200, payoutCents }])
  })
})

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

describe('the database', () => {
  test('refuses to change or remove a round', async () => {
    const playerId = await trial.newPlayer(1000)
    await trial.games.playRounds([askOf(playerId)])
    const { db } = trial.house
    await expect(db`update games_round set payout_cents = 1 where player_id = ${playerId}`).rejects.toThrow(
      'never changed',
    )
    await expect(db`delete from games_round where player_id = ${playerId}`).rejects.toThrow('never changed')
    await expect(db`truncate games_round`).rejects.toThrow('never changed')
  })

  test.each([
    { what: 'no stake', stake: 0, bonus: 0, payout: 0 },
    { what: 'more bonus than stake', stake: 10, bonus: 11, payout: 0 },
    { what: 'bonus below nothing', stake: 10, bonus: -1, payout: 0 },
    { what: 'a payout below nothing', stake: 10, bonus: 0, payout: -1 },
  ])('refuses a round of $what', async ({ stake, bonus, payout }) => {
    await expect(trial.house.db`
      insert into games_round (player_id, id, request_id, game, stake_cents, bonus_stake_cents, payout_cents,
                               seed_pair_id, nonce, algorithm_version, cash_cents, bonus_cents, balance_version)
      values (5, 1, 'a request', 'dice', ${stake}, ${bonus}, ${payout}, 1, 0, 2, 0, 0, 0)`).rejects.toThrow(
      'games_round_money',
    )
  })
})

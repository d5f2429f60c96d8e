import { dicePayoutCents, plainHmac, rollDice, roundOutcome } from '@palpite/games'
import { cents } from '@palpite/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayTurnover } from '../ledger/index.ts'
import type { Result } from '../platform/result.ts'
import type { RoundRow } from './round-queries.ts'
import { rotateSeeds } from './seeds.ts'
import { askOf, codeOf, hopeless, openTrial, type Trial } from './testing/trial.ts'

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())

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

  test('that pays the stake again moves nothing, and counts', async () => {
    const playerId = await trial.newPlayer(1000)
    // 98 of 100 such rounds pay 10 cents for 10: 1.0102 times, rounded down.
    const likely = { side: 'over', targetHundredths: 200 } as const
    const rows: RoundRow[] = []
    while (!rows.some(({ payoutCents }) => payoutCents === 10))
      rows.push(await played(trial.games.playRounds([askOf(playerId, { bet: likely })])))
    const sum = (of: (row: RoundRow) => number) => rows.reduce((all, row) => all + of(row), 0)
    expect((await todayTurnover(trial.house.db, [playerId])).get(playerId)).toEqual({
      stakedCents: sum(({ stakeCents }) => stakeCents),
      settledCents: sum(({ stakeCents }) => stakeCents),
      returnedCents: sum(({ payoutCents }) => payoutCents),
    })
    const moved = await trial.house.db`
      select key from ledger_transfer where key = ${`dice:${rows.at(-1)?.id}`}`
    expect(moved).toEqual([])
    expect(await trial.prove()).toEqual([])
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

import { dicePayoutCents, plainHmac, rollDice, roundOutcome } from '@palpite/games'
import { cents } from '@palpite/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { todayTurnover } from '../../ledger/index.ts'
import type { Result } from '../../platform/result.ts'
import type { RoundRow } from './queries.ts'
import { rotateSeeds } from '../seeds/seeds.ts'
import { requestOf, codeOf, hopeless, openHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function played(answer: Promise<Result<RoundRow>[]>): Promise<RoundRow> {
  const [one] = await answer
  if (!one?.ok) throw new Error(`not played: ${codeOf(one)}`)
  return one.value
}

describe('a round of dice', () => {
  test('debits the stake and pays what the roll of the seeds returns', async () => {
    const playerId = await harness.newPlayer(10_000)
    const requests = Array.from({ length: 8 }, () => requestOf(playerId, { stakeCents: 500 }))
    const rows: RoundRow[] = []
    for (const request of requests) rows.push(await played(harness.games.playRounds([request])))
    const rotated = await rotateSeeds(harness.deps, playerId, 'lucky-seven')
    if (!rotated.ok) throw new Error(rotated.refusal.code)
    const { revealed } = rotated.value
    let balanceCents = 10_000
    for (const [nonce, row] of rows.entries()) {
      const seeds = { serverSeed: revealed.serverSeed, clientSeed: row.clientSeed, nonce }
      const roll = rollDice(plainHmac, seeds)
      const payout = dicePayoutCents(cents(500), { side: 'over', targetHundredths: 5050 }, roll)
      balanceCents += payout - 500
      expect(row).toMatchObject({
        nonce,
        state: { resultHundredths: roll },
        payoutCents: payout,
        cashCents: balanceCents,
        serverSeedHash: revealed.serverSeedHash,
      })
      expect(roundOutcome({ game: 'dice', version: row.rulesVersion, seeds })).toEqual({
        ok: true,
        outcome: roll,
      })
    }
    expect(new Set(rows.map(({ payoutCents }) => payoutCents))).toEqual(new Set([0, 1000]))
    expect(await harness.balances(playerId)).toMatchObject({ cashCents: balanceCents })
    expect(await harness.verify()).toEqual([])
  })

  test('repeated answers the same and plays once', async () => {
    const playerId = await harness.newPlayer(1000)
    const request = requestOf(playerId)
    const first = await played(harness.games.playRounds([request]))
    await harness.games.playRounds([requestOf(playerId)])
    expect(await played(harness.games.playRounds([request]))).toEqual(first)
    expect((await played(harness.games.playRounds([requestOf(playerId)]))).nonce).toBe(2)
  })

  test('repeated in one list plays once', async () => {
    const playerId = await harness.newPlayer(1000)
    const request = requestOf(playerId)
    const [one, other] = await harness.games.playRounds([request, request])
    expect(one).toEqual(other)
    expect((await played(harness.games.playRounds([requestOf(playerId)]))).nonce).toBe(1)
  })

  test.each([
    { what: 'stake', own: { stakeCents: 11 } },
    { what: 'side', own: { choice: { direction: 'under', targetHundredths: 5050 } } },
    { what: 'target', own: { choice: { direction: 'over', targetHundredths: 5051 } } },
  ] as const)('repeated with another $what is refused', async ({ own }) => {
    const playerId = await harness.newPlayer(1000)
    const request = requestOf(playerId)
    const first = await played(harness.games.playRounds([request]))
    const [again] = await harness.games.playRounds([{ ...request, ...own }])
    expect(codeOf(again)).toBe('request_mismatch')
    expect(await harness.balances(playerId)).toMatchObject({ cashCents: first.cashCents })
  })

  test('repeats the answer although the money is spent since, in a list with others', async () => {
    const [playerId, other] = [await harness.newPlayer(300), await harness.newPlayer(1000)]
    const request = requestOf(playerId, { stakeCents: 300, choice: hopeless })
    const first = await played(harness.games.playRounds([request]))
    expect(first.cashCents).toBe(0)
    const more = requestOf(playerId, { stakeCents: 300 })
    const [again, played2, refused] = await harness.games.playRounds([request, requestOf(other), more])
    expect(again).toEqual({ ok: true, value: first })
    expect([codeOf(played2), codeOf(refused)]).toEqual(['played', 'insufficient_funds'])
    expect((await harness.balances(other))?.version).toBeGreaterThan(1)
    expect(await harness.verify()).toEqual([])
  })

  test('with one request id of two players plays for each', async () => {
    const [one, other] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
    const request = requestOf(one)
    const answers = await harness.games.playRounds([request, { ...request, playerId: other }])
    expect(answers.map(codeOf)).toEqual(['played', 'played'])
  })

  test.each([
    { code: 'dice_target_out_of_bounds', own: { choice: { direction: 'over', targetHundredths: 10_000 } } },
    { code: 'dice_target_out_of_bounds', own: { choice: { direction: 'under', targetHundredths: 9801 } } },
    { code: 'dice_target_out_of_bounds', own: { choice: { direction: 'under', targetHundredths: 0 } } },
    { code: 'stake_below_min', own: { stakeCents: 9 } },
    { code: 'stake_above_max', own: { stakeCents: 500_001 } },
    // 9,900 × R$ 10.11 is more than one round may pay.
    { code: 'stake_above_max', own: { stakeCents: 1011, choice: hopeless } },
    { code: 'insufficient_funds', own: { stakeCents: 499_999 } },
  ] as const)('is refused with $code, and nothing moves', async ({ code, own }) => {
    const playerId = await harness.newPlayer(10_000)
    const [answer] = await harness.games.playRounds([requestOf(playerId, own)])
    expect(codeOf(answer)).toBe(code)
    expect(await harness.balances(playerId)).toMatchObject({ cashCents: 10_000, version: 1 })
  })

  test('may pay exactly the maximum of a round', async () => {
    const playerId = await harness.newPlayer(10_000)
    const [answer] = await harness.games.playRounds([
      requestOf(playerId, { stakeCents: 1010, choice: hopeless }),
    ])
    expect(codeOf(answer)).toBe('played')
  })

  test('that needs identification is refused to an unidentified player', async () => {
    const strict = await openHarness({ COMPLIANCE_PROFILE: 'br-spa' })
    try {
      const [stranger, known] = [await strict.newPlayer(1000), await strict.newIdentifiedPlayer(1000)]
      const answers = await strict.games.playRounds([requestOf(stranger), requestOf(known)])
      expect(answers.map(codeOf)).toEqual(['kyc_needed', 'played'])
    } finally {
      await strict.close()
    }
  })

  test('of a player with a debt is refused, despite funds, and an earlier one answers the same', async () => {
    const [playerId, other] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
    const request = requestOf(playerId)
    const first = await played(harness.games.playRounds([request]))
    await harness.owe(playerId, 1)
    const answers = await harness.games.playRounds([requestOf(playerId), requestOf(other)])
    expect(answers.map(codeOf)).toEqual(['owes_money', 'played'])
    expect(await played(harness.games.playRounds([request]))).toEqual(first)
    expect(await harness.balances(playerId)).toMatchObject({ cashCents: first.cashCents })
  })

  test('uses bonus after cash and returns in the proportion of the stake', async () => {
    const playerId = await harness.newPlayer(100)
    await harness.fund(playerId, 1000, 'bonus')
    const row = await played(
      harness.games.playRounds([
        requestOf(playerId, { stakeCents: 400, choice: { direction: 'over', targetHundredths: 200 } }),
      ]),
    )
    expect(row.payoutCents).toBe(404)
    // 404 returns in the proportion staked: 100 of 400 cash, 300 of 400 bonus.
    expect(await harness.balances(playerId)).toMatchObject({ cashCents: 101, bonusCents: 1003 })
  })

  test('that pays back the stake moves nothing, and counts', async () => {
    const playerId = await harness.newPlayer(1000)
    // 98 of 100 such rounds pay 10 cents for 10: 1.0102 times, rounded down.
    const likely = { direction: 'over', targetHundredths: 200 } as const
    const rows: RoundRow[] = []
    while (!rows.some(({ payoutCents }) => payoutCents === 10))
      rows.push(await played(harness.games.playRounds([requestOf(playerId, { choice: likely })])))
    const sum = (of: (row: RoundRow) => number) => rows.reduce((all, row) => all + of(row), 0)
    expect((await todayTurnover(harness.deps.db, [playerId])).get(playerId)).toEqual({
      stakedCents: sum(({ stakeCents }) => stakeCents),
      settledCents: sum(({ stakeCents }) => stakeCents),
      returnedCents: sum(({ payoutCents }) => payoutCents),
      wageredCents: 0, // almost no risk
      contributedE4: 0,
      bets: rows.length,
      unrewardedCents: 0,
      endedUnsettledCents: 0,
    })
    const moved = await harness.deps.db`
      select key from ledger_transfer where key = ${`dice:${rows.at(-1)?.id}`}`
    expect(moved).toEqual([])
    expect(await harness.verify()).toEqual([])
  })

  test.each([
    { chance: 9_800, counts: false, what: '98 %' },
    { chance: 6_668, counts: false, what: '66.68 %' },
    { chance: 6_667, counts: true, what: 'two thirds' },
  ])(
    'S28: with a chance of winning of $what a fifth counts towards wagering: $counts',
    async ({ chance, counts }) => {
      const playerId = await harness.newPlayer(1000)
      const choice = { direction: 'under', targetHundredths: chance } as const
      await played(harness.games.playRounds([requestOf(playerId, { choice, stakeCents: 500 })]))
      expect((await todayTurnover(harness.deps.db, [playerId])).get(playerId)).toMatchObject({
        settledCents: 500,
        wageredCents: counts ? 500 : 0,
        contributedE4: counts ? 500 * 2_000 : 0,
      })
    },
  )

  test('S28: of a partly bonus stake only the own money counts, and the bonus in it is limited', async () => {
    const playerId = await harness.newPlayer(300)
    await harness.fund(playerId, 6_000, 'bonus')
    const asked = (stakeCents: number) => harness.games.playRounds([requestOf(playerId, { stakeCents })])
    const [refused] = await asked(5_301)
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'bonus_stake_above_max' } })
    await played(asked(5_300))
    expect((await todayTurnover(harness.deps.db, [playerId])).get(playerId)).toMatchObject({
      stakedCents: 5_300,
      wageredCents: 300,
      contributedE4: 300 * 2_000,
      unrewardedCents: 5_000,
    })
  })

  test('counts stake, settlement and return, and writes an event for the modules above', async () => {
    const playerId = await harness.newPlayer(1000)
    const row = await played(harness.games.playRounds([requestOf(playerId, { stakeCents: 200 })]))
    const { payoutCents, id } = row
    expect((await todayTurnover(harness.deps.db, [playerId])).get(playerId)).toEqual({
      stakedCents: 200,
      settledCents: 200,
      returnedCents: payoutCents,
      wageredCents: 200,
      contributedE4: 200 * 2_000,
      bets: 1,
      unrewardedCents: 0,
      endedUnsettledCents: 0,
    })
    const said = await harness.deps.db<{ events: unknown[] }[]>`
      select events::json from platform_outbox where topic = 'round.played' order by id desc limit 1`
    expect(said[0]?.events).toEqual([
      { playerId, roundId: id, game: 'dice', stakeCents: 200, bonusStakeCents: 0, payoutCents },
    ])
  })
})

describe('the database', () => {
  test('rejects changing or removing a round', async () => {
    const playerId = await harness.newPlayer(1000)
    await harness.games.playRounds([requestOf(playerId)])
    const db = ownerOf(harness.deps.db)
    await expect(db`update games_round set payout_cents = 1 where player_id = ${playerId}`).rejects.toThrow(
      'never removed',
    )
    await expect(db`delete from games_round where player_id = ${playerId}`).rejects.toThrow('never removed')
    await expect(db`truncate games_round`).rejects.toThrow('never changed')
  })

  test.each([
    { what: 'no stake', stake: 0, bonus: 0, payout: 0 },
    { what: 'more bonus than stake', stake: 10, bonus: 11, payout: 0 },
    { what: 'bonus below nothing', stake: 10, bonus: -1, payout: 0 },
    { what: 'a payout below nothing', stake: 10, bonus: 0, payout: -1 },
  ])('rejects a round of $what', async ({ stake, bonus, payout }) => {
    await expect(harness.deps.db`
      insert into games_round (player_id, id, request_id, game, stake_cents, bonus_stake_cents, payout_cents,
                               seed_pair_id, nonce, rules_version, cash_cents, bonus_cents, balance_version,
                               status, choice, multiplier_e4)
      values (5, 1, 'a request', 'dice', ${stake}, ${bonus}, ${payout}, 1, 0, 2, 0, 0, 0, 'lost', '{}', 0)`).rejects.toThrow(
      'games_round_money',
    )
  })
})

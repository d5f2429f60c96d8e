import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { statement } from '../../platform/testing/damage.ts'
import {
  type Harness,
  openHarness,
  exchange,
  launch,
  openSessionOf,
  openStudio,
  playerInGame as inGame,
} from '../testing/harness.ts'
import { closeSession, leaveSession, selectSessions } from '../sessions/queries.ts'
import { openGames, readPlayersInGame, readStudioDay, verifyStudios } from '../index.ts'
import { selectEndedByRule, selectInStudioRound } from './queries.ts'
import type { WalletAnswer, WalletRequest } from './wallet-state.ts'
import { isAllowed } from './routes.ts'
import { todayTurnover } from '../../ledger/index.ts'
import { openProtection, policyOf } from '../../protection/index.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
  await openStudio(harness)
})
afterAll(() => harness.close())

const playerInGame = (cents: number) => inGame(harness, cents)
const inRound = async (playerId: number) =>
  new Set((await selectInStudioRound(harness.deps.db, [playerId])).map((row) => row.playerId))
const apply = (...requests: WalletRequest[]) => harness.games.applyTransactions(requests)
const said = (answers: readonly WalletAnswer[]) =>
  answers.map((answer) => (answer.ok ? answer.value.balanceCents : answer.code))
const idOf = (request: WalletRequest) => (request.kind === 'end' ? '' : request.transactionId)

describe('the wallet of studios', () => {
  test('debits a stake, pays the return, and ends the round', async () => {
    const player = await playerInGame(1000)
    expect(said(await apply(player.debit(300)))).toEqual([700])
    expect(await inRound(player.playerId)).toEqual(new Set([player.playerId]))
    expect(said(await apply(player.credit(450)))).toEqual([1150])
    expect(await inRound(player.playerId)).toEqual(new Set())
    const [session] = await selectSessions(harness.deps.db, [player.session])
    expect(session).toMatchObject({ stakedCents: 300, returnedCents: 450 })
  })

  test('own money staked earns rewards once the round ends; bonus money and rollbacks do not', async () => {
    const player = await playerInGame(100)
    await harness.fund(player.playerId, 500, 'bonus')
    const undone = player.debit(40)
    await apply(player.debit(300), undone, player.rollback(idOf(undone)))
    const earned = async () => (await todayTurnover(harness.deps.db, [player.playerId])).get(player.playerId)
    expect(await earned()).toMatchObject({ settledCents: 0, unrewardedCents: 0 })
    await apply(player.credit(0))
    expect(await earned()).toMatchObject({ settledCents: 300, wageredCents: 100, unrewardedCents: 200 })
  })

  test('3.12 blocks its player’s withdrawals while a round or the game is open, and no longer', async () => {
    const player = await playerInGame(1000)
    const held = () => readPlayersInGame(harness.deps.db, [player.playerId, 1])
    const inReels = new Map([[player.playerId, [{ code: 'acme-reels', name: 'Reels' }]]])
    expect(await held()).toEqual(inReels)
    await apply(player.debit(300))
    expect(await held()).toEqual(inReels)
    await closeSession(harness.deps.db, player.playerId, null)
    expect(await held()).toEqual(inReels)
    await apply(player.credit(450))
    expect(await held()).toEqual(new Map())
  })

  test('a game left during a round blocks its player’s withdrawals until the round ends, and no longer', async () => {
    const player = await playerInGame(1000)
    const { db } = harness.deps
    const held = async () => (await readPlayersInGame(db, [player.playerId])).has(player.playerId)
    await apply(player.debit(300))
    await leaveSession(db, player.playerId)
    expect(await held()).toBe(true)
    // A player who returns within the round is in the same session, and in the game again.
    expect(await openSessionOf(harness, player.playerId)).toBe(player.session)
    await launch(harness, player.playerId)
    expect(await openSessionOf(harness, player.playerId)).toBe(player.session)
    await leaveSession(db, player.playerId)
    await apply(player.credit(450))
    expect(await held()).toBe(false)
    expect(await openSessionOf(harness, player.playerId)).toBeUndefined()
    // Reopened it blocks withdrawals again; left between two rounds it is closed.
    await launch(harness, player.playerId)
    expect(await held()).toBe(true)
    await leaveSession(db, player.playerId)
    expect(await held()).toBe(false)
    expect(await selectSessions(db, [player.session])).toMatchObject([{ isOpen: false }])
  })

  test('a transaction acts once and answers the same, however often and late it is repeated', async () => {
    const player = await playerInGame(1000)
    const stake = player.debit(300)
    const win = player.credit(100)
    expect(said(await apply(stake, stake, win, win, stake))).toEqual([700, 700, 800, 800, 700])
    expect(said(await apply(win, stake))).toEqual([800, 700])
    expect(await player.balance()).toBe(800)
  })

  test('the same id with another amount, round or kind is refused and moves nothing', async () => {
    const player = await playerInGame(1000)
    const stake = player.debit(300)
    const other = { ...stake, cents: 301 } as WalletRequest
    const elsewhere = { ...stake, roundId: 'elsewhere' } as WalletRequest
    const win = { ...player.credit(100), transactionId: idOf(stake) } as WalletRequest
    expect(said(await apply(stake, other, elsewhere, win))).toEqual([
      700,
      'transaction_mismatch',
      'transaction_mismatch',
      'transaction_mismatch',
    ])
  })

  test('31.7 a transaction stands for one request: one of another session, sum, round, end or stake is refused', async () => {
    const player = await playerInGame(1000)
    const [stake, win] = [player.debit(300), player.credit(100)]
    const undone = player.debit(200)
    const back = player.rollback(idOf(undone))
    expect(said(await apply(stake, undone, win, back))).toEqual([700, 500, 600, 800])
    await closeSession(harness.deps.db, player.playerId, null)
    const session = await exchange(harness, await launch(harness, player.playerId))
    expect(session).not.toBe(player.session)
    const others = [
      ...[stake, win, back].map((one) => ({ ...one, session })),
      ...[stake, win, back].map((one) => ({ ...one, roundId: 'elsewhere' })),
      ...[stake, win].map((one) => ({ ...one, cents: 301 })),
      { ...win, endsRound: false },
      { ...back, refersTo: idOf(stake) },
    ] as WalletRequest[]
    expect(said(await apply(...others))).toEqual(others.map(() => 'transaction_mismatch'))
    expect(said(await apply(stake, undone, win, back))).toEqual([700, 500, 600, 800])
    expect(await player.balance()).toBe(800)
  })

  test('a rollback refunds the stake to cash and bonus as it came, once', async () => {
    const player = await playerInGame(100)
    await harness.fund(player.playerId, 500, 'bonus')
    const stake = player.debit(300)
    const first = await apply(stake, player.rollback(idOf(stake)), player.rollback(idOf(stake)))
    expect(said(first)).toEqual([300, 600, 600])
    expect(await harness.balances(player.playerId)).toMatchObject({ cashCents: 100, bonusCents: 500 })
    expect(await inRound(player.playerId)).toEqual(new Set())
  })

  test('a rollback that arrives before its debit is stored, and the debit refused', async () => {
    const player = await playerInGame(1000)
    const stake = player.debit(300)
    expect(said(await apply(player.rollback(idOf(stake)), stake))).toEqual([1000, 'rolled_back'])
    expect(said(await apply(stake))).toEqual(['rolled_back'])
    expect(await player.balance()).toBe(1000)
  })

  test('only a debit of the same round and player is rolled back', async () => {
    const [player, other] = [await playerInGame(1000), await playerInGame(1000)]
    const stake = player.debit(300)
    const win = player.credit(0)
    expect(said(await apply(stake, win, player.rollback(idOf(win)), other.rollback(idOf(stake))))).toEqual([
      700,
      700,
      'not_a_debit',
      'transaction_mismatch',
    ])
  })

  test('a return is accepted after the round, the session, and an exclusion; a stake is not', async () => {
    const player = await playerInGame(1000)
    const { db } = harness.deps
    await apply(player.debit(300), player.end())
    expect(said(await apply(player.debit(100)))).toEqual(['round_ended'])
    await closeSession(db, player.playerId, null)
    expect(said(await apply(player.debit(100, { roundId: 'another' }), player.credit(250)))).toEqual([
      'session_closed',
      950,
    ])
  })

  test('a player with a debt may not stake, and returns repay the debt first', async () => {
    const player = await playerInGame(1000)
    await apply(player.debit(400))
    await harness.owe(player.playerId, 50)
    expect(said(await apply(player.debit(100), player.credit(30)))).toEqual(['player_blocked', 600 + 30 - 50])
  })

  test("a stake never exceeds the player's own limit, nor the balance", async () => {
    const player = await playerInGame(1000)
    const { deps } = harness
    const { setLimit } = openProtection(deps, {
      policy: policyOf(deps.config),
      readDeposited: async () => new Map(), // top-ups belong to another module, and limit no stake
    })
    expect((await setLimit({ playerId: player.playerId, kind: 'loss', period: 'day', amount: 500 })).ok).toBe(
      true,
    )
    expect(said(await apply(player.debit(400), player.debit(200), player.debit(100)))).toEqual([
      600,
      'limit_reached',
      500,
    ])
    const poor = await playerInGame(100)
    expect(said(await apply(poor.debit(101)))).toEqual(['insufficient_funds'])
  })

  test('stakes are within the limits of the game', async () => {
    const player = await playerInGame(200_000)
    expect(said(await apply(player.debit(9), player.debit(100_001)))).toEqual([
      'stake_out_of_bounds',
      'stake_out_of_bounds',
    ])
  })

  test('another studio finds neither session nor round', async () => {
    const player = await playerInGame(1000)
    const stranger = { ...player.debit(100), studioId: 'other' } as WalletRequest
    expect(said(await apply(stranger, player.end(), player.credit(10)))).toEqual([
      'session_unknown',
      'round_unknown',
      'round_unknown',
    ])
  })

  test('concurrent lists of stakes never debit more than the balance', async () => {
    const player = await playerInGame(1000)
    const lists = await Promise.all(
      Array.from({ length: 8 }, () => apply(player.debit(300), player.debit(300))),
    )
    expect(lists.flat().filter(({ ok }) => ok)).toHaveLength(3)
    expect(await player.balance()).toBe(100)
  })

  test('a round its studio never ends is ended after a day, and a later return is still accepted', async () => {
    const player = await playerInGame(1000)
    await apply(player.debit(300))
    await harness.games.tidySessions()
    expect(await inRound(player.playerId)).toEqual(new Set([player.playerId]))
    const { deps } = harness
    // Every round began at least zero hours ago.
    await openGames(deps, { policy: policyOf(deps.config), settings: { idleHours: 0 } }).tidySessions()
    expect(await inRound(player.playerId)).toEqual(new Set())
    expect(said(await apply(player.credit(500)))).toEqual([1200])
    const [today] = await deps.db<
      { day: string }[]
    >`select (now() at time zone 'America/Sao_Paulo')::date::text as day`
    const statement = await readStudioDay(deps.db, { studioId: 'acme', day: today?.day ?? '' })
    expect(statement?.endedByRule).toContainEqual(
      expect.objectContaining({ roundId: player.roundId, playerId: player.playerId }),
    )
  })

  describe('a round ended by rule', () => {
    const endByRule = () =>
      openGames(harness.deps, {
        policy: policyOf(harness.deps.config),
        settings: { idleHours: 0 },
      }).tidySessions()
    const turnoverOf = async ({ playerId }: { playerId: number }) =>
      (await todayTurnover(harness.deps.db, [playerId])).get(playerId)
    const nothing = { settledCents: 0, wageredCents: 0, contributedE4: 0, unrewardedCents: 0 }

    test('counts nowhere if its studio rolls the stake back', async () => {
      const player = await playerInGame(1000)
      const debit = player.debit(300)
      await apply(debit)
      await endByRule()
      expect(await turnoverOf(player)).toMatchObject(nothing)
      expect(said(await apply(player.rollback(idOf(debit))))).toEqual([1000])
      await apply(player.end())
      expect(await turnoverOf(player)).toMatchObject({ ...nothing, stakedCents: 300, returnedCents: 300 })
    })

    test('counts once when its studio says how it ended, in whichever way', async () => {
      const [ended, paid] = [await playerInGame(1000), await playerInGame(1000)]
      await apply(ended.debit(300), paid.debit(300))
      await endByRule()
      await apply(ended.end(), paid.credit(500, true))
      await apply(ended.end(), paid.end())
      for (const player of [ended, paid])
        expect(await turnoverOf(player)).toMatchObject({ settledCents: 300, wageredCents: 300 })
      const rows = await harness.deps.db<{ events: { roundId: string }[] }[]>`
        select events::json from platform_outbox where topic = 'studio.ended'`
      const told = rows.flatMap(({ events }) => events).filter(({ roundId }) => roundId === ended.roundId)
      expect(told).toHaveLength(2)
    })

    test('that cannot be ended holds up no other', async () => {
      const [bad, good] = [await playerInGame(1000), await playerInGame(1000)]
      await apply(bad.debit(300))
      await apply(good.debit(300))
      const db = ownerOf(harness.deps.db)
      await db(
        statement(
          `alter table games_studio_round add constraint faulty check (player_id <> ${bad.playerId} or status = 'open')`,
        ),
      )
      await endByRule()
      expect(await inRound(bad.playerId)).toEqual(new Set([bad.playerId]))
      expect(await inRound(good.playerId)).toEqual(new Set())
      expect(await harness.deps.metrics.text()).toContain(
        'palpite_job_skipped_total{name="studio-sessions"} 1',
      )
      await db`alter table games_studio_round drop constraint faulty`
      await endByRule()
      expect(await inRound(bad.playerId)).toEqual(new Set())
    })

    test('is found by its index among the many rounds of its studio', async () => {
      const undo = new Error('undone')
      let plan = ''
      const work = ownerOf(harness.deps.db).begin(async (tx) => {
        await tx`
          insert into games_studio_round (studio_id, player_id, round_id, session_id, game_code, status, ended_by,
                                          staked_cents, bonus_staked_cents, ended_at)
          select 'acme', number, number::text, '', 'acme-reels', 'ended',
                 case when number % 1000 = 0 then 'rule' else 'studio' end, 10, 0, now() - make_interval(mins => number)
            from generate_series(1, 20000) as number`
        await tx`analyze games_studio_round`
        const seen = Object.assign(
          (parts: TemplateStringsArray, ...values: never[]) =>
            tx(Object.assign(['explain ' + parts[0], ...parts.slice(1)], { raw: parts.raw }), ...values),
          tx,
        )
        plan = JSON.stringify(await selectEndedByRule(seen as typeof tx, 'acme', '2026-01-01'))
        throw undo
      })
      await expect(work).rejects.toBe(undo)
      expect(plan).toContain('games_studio_round_by_rule')
      expect(plan).toMatch(/Index Cond: [^"]*ended_at >=/)
    })
  })

  test('the books hold: the studio’s account is the sum of its days, and those of their transactions', async () => {
    expect(await harness.verify()).toEqual([])
    expect(await verifyStudios(harness.deps.db)).toEqual([])
  })
})

describe('sessions in games of studios', () => {
  test('a launch token opens its session once, only for the studio of its game', async () => {
    const player = await playerInGame(0)
    expect(await exchange(harness, player.token, 'other')).toBeUndefined()
    expect(await exchange(harness, player.token)).toBe(player.session)
    expect(await exchange(harness, player.token)).toBeUndefined()
  })

  test('launching again continues the same session; another game closes the first', async () => {
    const player = await playerInGame(0)
    await launch(harness, player.playerId)
    expect(await openSessionOf(harness, player.playerId)).toBe(player.session)
    await launch(harness, player.playerId, 'acme-other')
    const [first] = await selectSessions(harness.deps.db, [player.session])
    expect(first?.isOpen).toBe(false)
  })

  test('of ten thousand open sessions idle ones are closed list by list, and the others stay', async () => {
    const { db } = harness.deps
    const player = await playerInGame(0)
    await db`
      insert into games_session (id, player_id, studio_id, game_code, last_at)
      select md5(number::text), 1000000 + number, 'acme', 'acme-reels',
             now() - case when number % 4 = 0 then interval '1 minute' else interval '1 hour' end
        from generate_series(1, 10000) as number`
    const open = async () =>
      (
        await db<{ count: number }[]>`
      select count(*)::int as count from games_session where closed_at is null and player_id > 1000000`
      )[0]?.count
    expect(await open()).toBe(10_000)
    await harness.games.tidySessions()
    expect(await open()).toBe(2500)
    expect(await openSessionOf(harness, player.playerId)).toBe(player.session)
  })

  test('a game that is not in the catalogue is not launched', async () => {
    await expect(launch(harness, 1, 'acme-none')).rejects.toThrow('game_closed')
  })
})

test.each([
  { addresses: [], ip: '203.0.113.9', allowed: true },
  { addresses: ['203.0.113.9'], ip: '203.0.113.9', allowed: true },
  { addresses: ['203.0.113.0/24', '::1'], ip: '::ffff:203.0.113.9', allowed: true },
  { addresses: ['203.0.113.0/24'], ip: '203.0.114.1', allowed: false },
  { addresses: ['2001:db8::/32'], ip: '2001:db8::7', allowed: true },
])('of $addresses, $ip may call: $allowed', ({ addresses, ip, allowed }) => {
  expect(isAllowed(addresses, ip)).toBe(allowed)
})

test('while games are closed for maintenance a new debit is refused; returns, rollbacks and repeats are taken', async () => {
  const player = await playerInGame(1000)
  const [stake, undone] = [player.debit(300), player.debit(200)]
  expect(said(await apply(stake, undone))).toEqual([700, 500])
  const closed = (request: WalletRequest) => ({ ...request, isClosed: true }) as WalletRequest
  expect(said(await apply(closed(stake), closed(player.debit(100))))).toEqual([700, 'game_closed'])
  expect(said(await apply(player.rollback(idOf(undone)), player.credit(450)))).toEqual([700, 1150])
  expect(await player.balance()).toBe(1150)
})

import { doubleColour, hashChain, plainHmac, rollDouble, seedHash } from '@palpite/games'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { todayTurnover } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import { makeChain, seedAt } from '../draws/chains.ts'
import { type RoundRow, selectRounds } from '../rounds/queries.ts'
import { toWireRound } from '../rounds/wire-round.ts'
import { openWageringSettings } from '../../wagering/index.ts'
import { advanceSharedRounds } from './draw-rounds.ts'
import { codeOf, type Harness, openHarness, requestOf } from '../testing/harness.ts'

let harness: Harness
const opened: Harness[] = []
beforeEach(async () => {
  harness = await openHarness()
  opened.push(harness)
  await harness.games.advanceSharedRounds()
  await reach('open')
})
afterAll(async () => {
  for (const one of opened) await one.close()
})

type Phase = 'open' | 'closed' | 'drawn' | 'settled' | 'ended'
const phases: readonly Phase[] = ['open', 'closed', 'drawn', 'settled', 'ended']

/**
 * Moves every room's soonest round to this phase, and keeps it there for an hour: changes its times instead of
 * waiting, so that no slow machine passes them.
 */
async function reach(phase: Phase, secondsAgo = 1): Promise<void> {
  const db = ownerOf(harness.deps.db)
  const reached = phases.indexOf(phase)
  const seconds = [1, 2, 3, 4].map((at) => (at <= reached ? -secondsAgo : 3600))
  const [closes = 0, draws = 0, settles = 0, ends = 0] = seconds
  await db`alter table games_shared_round disable trigger user`
  await db`
    update games_shared_round
       set opens_at = now() + interval '2 hours', closes_at = now() + interval '3 hours',
           draws_at = now() + interval '3 hours', settles_at = now() + interval '3 hours',
           ends_at = now() + interval '3 hours'
     where ends_at > now()`
  await db`
    update games_shared_round
       set opens_at = now() - interval '1 hour',
           closes_at = now() + make_interval(secs => ${closes}::int),
           draws_at = now() + make_interval(secs => ${draws}::int),
           settles_at = now() + make_interval(secs => ${settles}::int),
           ends_at = now() + make_interval(secs => ${ends}::int)
     where id in (select min(id) from games_shared_round where ends_at > now() group by room)`
  await db`alter table games_shared_round enable trigger user`
  await harness.games.advanceSharedRounds()
}

const bet = (playerId: number, colour: string, stakeCents = 100) =>
  requestOf(playerId, { game: 'double', choice: { colour }, stakeCents })

const place = async (...asked: ReturnType<typeof bet>[]) => {
  const answers = await harness.games.playRounds(asked)
  return answers.map((answer) => {
    if (!answer.ok) throw new Error(answer.refusal.code)
    return answer.value
  })
}

/** The current result of a bet in its player's records. */
async function resultOf(bet: RoundRow | undefined): Promise<number | undefined> {
  const [row] = bet ? await selectRounds(harness.deps.db, [bet]) : []
  return row && toWireRound(row).result
}

const room = () => harness.games.readRoom('double')
const cash = async (playerId: number) => (await harness.balances(playerId))?.cashCents

describe('a round of double', () => {
  test('takes bets, is drawn from the committed chain, and pays every bet of its colour', async () => {
    const players = await Promise.all([1000, 1000, 1000].map((cents) => harness.newPlayer(cents)))
    const [red, black, white] = players as [number, number, number]
    const before = present((await room()).rounds[0], 'the round that takes bets')
    expect(before).toMatchObject({ status: 'open', lotteryStatus: 0, seed: null, outcome: null })
    const placed = await place(
      bet(red, 'red', 500),
      bet(black, 'black', 500),
      bet(white, 'white', 10),
      bet(white, 'red', 20),
    )
    expect(await harness.verify()).toEqual([])
    expect((await room()).rounds[0]?.stakes.toSorted((a, b) => a.pick.localeCompare(b.pick))).toEqual([
      { pick: 'black', cents: 500, bets: 1 },
      { pick: 'red', cents: 520, bets: 2 },
      { pick: 'white', cents: 10, bets: 1 },
    ])
    await reach('drawn')
    const drawn = present((await room()).rounds[0], 'the round that was drawn')
    expect(drawn).toMatchObject({ sharedRoundId: before.sharedRoundId, status: 'drawn', lotteryStatus: 9999 })
    expect(seedHash(drawn.seed ?? '')).toBe(before.chain.commitment)
    const slot = rollDouble(plainHmac, { seed: drawn.seed ?? '', salt: drawn.chain.salt })
    expect(drawn.outcome).toBe(slot)
    expect(await cash(red)).toBe(500) // paid once it has been shown
    await reach('settled')
    const results = await Promise.all(placed.map(resultOf))
    expect(results).toEqual(
      ['red', 'black', 'white', 'red'].map((colour) => (doubleColour(slot) === colour ? 10 : -11)),
    )
    const wins = (colour: string, cents: number, times: number) =>
      doubleColour(slot) === colour ? cents * times : 0
    expect(await Promise.all(players.map(cash))).toEqual([
      500 + wins('red', 500, 2),
      500 + wins('black', 500, 2),
      970 + wins('white', 10, 14) + wins('red', 20, 2),
    ])
    expect((await room()).rounds[0]).toMatchObject({ status: 'settled' })
    expect((await todayTurnover(harness.deps.db, [red])).get(red)).toMatchObject({
      stakedCents: 500,
      settledCents: 500,
      wageredCents: 500,
      unrewardedCents: 0,
    })
    // Two picks of one draw do not count towards wagering; each has its cost, and earns.
    expect((await todayTurnover(harness.deps.db, [white])).get(white)).toMatchObject({
      settledCents: 30,
      wageredCents: 0,
      unrewardedCents: 0,
    })
    expect(await harness.verify()).toEqual([])
  })

  test('pays every other bet if one cannot be settled, goes on drawing, and ends once that one is settled', async () => {
    const [bad, good, later] = await Promise.all([1000, 1000, 1000].map((cents) => harness.newPlayer(cents)))
    const all = [bad, good].map((playerId) => bet(playerId ?? 0, 'red', 500))
    const [faulty, sound] = await place(...all)
    const db = ownerOf(harness.deps.db)
    const write = async (choice: unknown) => {
      await db`alter table games_round disable trigger user`
      await db`update games_round set choice = ${JSON.stringify(choice)}::jsonb where id = ${faulty?.id ?? 0}`
      await db`alter table games_round enable trigger user`
    }
    await write(null)
    await reach('settled')
    expect(await resultOf(sound)).not.toBe(0)
    const statusOf = async () =>
      (
        await db<{ status: string }[]>`
        select status from games_shared_round where id = ${faulty?.sharedRoundId ?? 0}`
      )[0]?.status
    expect(await statusOf()).toBe('drawn')
    const skipped = async () =>
      /job_skipped_total\{name="shared-rounds"\} (\d+)/.exec(await harness.deps.metrics.text())?.[1]
    expect(await skipped()).toBe('1')
    // The next round is settled as if nothing had happened; the faulty bet waits for its next try.
    await reach('ended')
    const [next] = await place(bet(later ?? 0, 'red', 500))
    await reach('settled')
    expect(await resultOf(next)).not.toBe(0)
    expect(await skipped()).toBe('1')
    await write(faulty?.choice)
    await harness.open().advanceSharedRounds()
    expect(await statusOf()).toBe('settled')
    expect(await resultOf(faulty)).toBe(await resultOf(sound))
    expect(await harness.verify()).toEqual([])
  })

  test('waits for the next run if those before it took long to settle, so that drawing goes on', async () => {
    await reach('drawn')
    const db = ownerOf(harness.deps.db)
    await db`alter table games_shared_round disable trigger user`
    await db`update games_shared_round set settles_at = now() - interval '1 second' where status = 'drawn'`
    await db`alter table games_shared_round enable trigger user`
    const left = async () => (await db`select id from games_shared_round where status = 'drawn'`).length
    const before = await left()
    const needs = { wagering: await openWageringSettings().read(harness.deps.db), failed: new Map() }
    await advanceSharedRounds(harness.deps, { ...needs, settlingMs: 0 })
    expect(await left()).toBe(before - 1)
    await advanceSharedRounds(harness.deps, needs)
    expect(await left()).toBe(0)
  })

  test('that cannot be drawn stops no other, and refunds its stakes once it is too late', async () => {
    const playerId = await harness.newPlayer(1000)
    const [placed] = await place(bet(playerId, 'red', 400))
    const db = ownerOf(harness.deps.db)
    await db`alter table games_chain_seed disable trigger user`
    await db`delete from games_chain_seed`
    await reach('drawn')
    expect((await room()).rounds[0]).toMatchObject({
      sharedRoundId: String(placed?.sharedRoundId),
      status: 'open',
    })
    expect(await harness.deps.metrics.text()).toContain('palpite_job_skipped_total{name="shared-rounds"}')
    await reach('drawn', 301)
    await harness.games.advanceSharedRounds()
    expect(await cash(playerId)).toBe(1000)
  })

  test('takes no bet once closed: the next round takes it, and says so', async () => {
    const playerId = await harness.newPlayer(1000)
    const [first] = await place(bet(playerId, 'red'))
    await reach('closed')
    const [late] = await place(bet(playerId, 'red'))
    const shown = [first, late].map((row) => toWireRound(present(row, 'a bet')).draw)
    expect(shown[1]?.place).toBe((shown[0]?.place ?? 0) + 1)
    expect(late?.draw?.seed).toBeNull()
  })

  test('continues from seed to seed of its chain, each the hash of the next', async () => {
    for (let count = 0; count < 3; count += 1) await reach('ended')
    const drawn = (
      await harness.deps.db<{ seed: string }[]>`
      select seed from games_shared_round where room = 'double' and seed is not null order by place`
    ).map(({ seed }) => seed)
    expect(drawn.length).toBe(3)
    expect((await room()).lastDraw).toMatchObject({ place: 2, seed: drawn[2] })
    for (const [at, seed] of drawn.slice(1).entries()) expect(seedHash(seed)).toBe(drawn[at])
  })

  test('that could not be drawn for five minutes refunds every stake', async () => {
    const playerId = await harness.newPlayer(1000)
    const [placed] = await place(bet(playerId, 'red', 400))
    expect(await resultOf(placed)).toBe(-10)
    await reach('drawn', 400)
    expect(await resultOf(placed)).toBe(-1)
    expect(await cash(playerId)).toBe(1000)
    const [row] = await harness.deps.db<{ status: string }[]>`
      select status from games_round where id = ${placed?.id ?? 0}`
    expect(row).toEqual({ status: 'refunded' })
    expect((await room()).history[0]).toMatchObject({ outcome: null })
    expect((await room()).rounds[0]).toMatchObject({ status: 'refunded', lotteryStatus: 8888 })
    expect(await harness.verify()).toEqual([])
  })

  test('advanced by many servers at once is drawn, settled and followed once', async () => {
    const playerId = await harness.newPlayer(1000)
    await place(bet(playerId, 'red', 100), bet(playerId, 'black', 100))
    await reach('drawn')
    const servers = Array.from({ length: 8 }, () => harness.open())
    await Promise.all(servers.map((server) => server.advanceSharedRounds()))
    await harness.games.advanceSharedRounds()
    expect([800, 1000]).toContain(await cash(playerId))
    expect(await harness.verify()).toEqual([])
    const places = (
      await harness.deps.db<{ place: number }[]>`
      select place from games_shared_round where room = 'double' order by place`
    ).map((row) => row.place)
    expect(places).toEqual(places.map((_, at) => at))
  })

  test('allows withdrawing a bet while open, and its stake is refunded once', async () => {
    const [playerId, other] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
    const [placed] = await place(bet(playerId, 'red', 300))
    const asked = { playerId, roundId: placed?.id ?? 0 }
    const [foreign] = await harness.games.cancelBets([{ ...asked, playerId: other }])
    expect(codeOf(foreign)).toBe('not_found')
    const answers = await Promise.all(Array.from({ length: 50 }, () => harness.games.cancelBets([asked])))
    expect(new Set(answers.flat().map(codeOf))).toEqual(new Set(['played']))
    expect(await cash(playerId)).toBe(1000)
    expect((await todayTurnover(harness.deps.db, [playerId])).get(playerId)).toMatchObject({
      settledCents: 0,
      endedUnsettledCents: 300,
      returnedCents: 300,
    })
    expect((await room()).rounds[0]?.stakes).toEqual([{ pick: 'red', cents: 0, bets: 0 }])
    const [again] = await place(bet(playerId, 'red', 300))
    await reach('closed')
    const [tooLate] = await harness.games.cancelBets([{ playerId, roundId: again?.id ?? 0 }])
    expect(codeOf(tooLate)).toBe('betting_closed')
    expect(await harness.verify()).toEqual([])
  })

  test('limits what one player stakes on it, and what it may cost the house', async () => {
    const playerId = await harness.newPlayer(2_000_000)
    const answers = await harness.games.playRounds([
      bet(playerId, 'red', 300_000),
      bet(playerId, 'black', 200_000),
      bet(playerId, 'red', 10),
    ])
    expect(answers.map(codeOf)).toEqual(['played', 'played', 'stake_above_max'])
    const others = await Promise.all(Array.from({ length: 8 }, () => harness.newPlayer(500_000)))
    const whites = await harness.games.playRounds(others.map((other) => bet(other, 'white', 500_000)))
    // Seven times R$ 5,000 at 14 are R$ 490,000; an eighth could cost more than R$ 500,000.
    expect(whites.map(codeOf)).toEqual([...Array.from({ length: 7 }, () => 'played'), 'round_is_full'])
  })

  test('settles 1,000 bets as one list', async () => {
    const players = await Promise.all(Array.from({ length: 100 }, () => harness.newPlayer(1000)))
    for (let at = 0; at < 10; at += 1) await place(...players.map((playerId) => bet(playerId, 'red', 10)))
    await reach('settled')
    const [left] = await harness.deps.db<{ count: number }[]>`
      select count(*) as count from games_round where status = 'open'`
    expect(left?.count).toBe(0)
    const stakes = await harness.deps.db`
      select key from ledger_transfer where key like 'double:%:closed'`
    expect(stakes).toHaveLength(1)
    expect(await harness.verify()).toEqual([])
  })
})

test('a chain computed by verifiers matches, from its stored seeds', async () => {
  const secret = 'ab'.repeat(32)
  const seeds = hashChain(secret, 600)
  const { commitment, kept } = await makeChain(secret, 600)
  expect(commitment).toBe(seedHash(seeds[0] ?? ''))
  for (const place of [0, 1, 255, 256, 300, 598, 599]) {
    const next = kept.filter((one) => one.place >= place).toSorted((a, b) => a.place - b.place)[0]
    expect(seedAt(place, next)).toBe(seeds[place])
  }
})

test('a made draw and a committed chain cannot be changed', async () => {
  await reach('drawn')
  const db = ownerOf(harness.deps.db)
  await expect(db`update games_shared_round set outcome = 1 where status = 'drawn'`).rejects.toThrow(
    'keeps what it was drawn by',
  )
  await expect(db`delete from games_shared_round`).rejects.toThrow('keeps what it was drawn by')
  await expect(db`update games_chain set salt = 'x'`).rejects.toThrow('never changed')
})

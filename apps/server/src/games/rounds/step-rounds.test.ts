import { placeMines, placeRows, plainHmac } from '@palpite/games'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { lockAccounts, move, post, todayTurnover } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import type { Result } from '../../platform/result.ts'
import { statement } from '../../platform/testing/damage.ts'
import { readPlayersInGame } from '../index.ts'
import { rotateSeeds } from '../seeds/seeds.ts'
import { codeOf, type Harness, openHarness, requestOf } from '../testing/harness.ts'
import type { RoundRow } from './queries.ts'
import { toWireRound } from './wire-round.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

let steps = 0

async function only(answers: Promise<Result<RoundRow>[]>): Promise<RoundRow> {
  const [answer] = await answers
  if (!answer?.ok) throw new Error(codeOf(answer))
  return answer.value
}

const begin = (playerId: number, own: object = {}) =>
  only(
    harness.games.playRounds([
      requestOf(playerId, { game: 'mines', choice: { mineCount: 3 }, stakeCents: 1000, ...own }),
    ]),
  )

const stepOf = ({ playerId, id, game }: RoundRow, tile: number | null) => {
  steps += 1
  return { playerId, requestId: `test-step-${String(steps).padStart(8, '0')}`, game, roundId: id, tile }
}

/** The safe tiles of a round and its mines, known only to the house. */
function boardOf({ serverSeed, clientSeed, nonce, choice }: RoundRow) {
  const mines = placeMines(plainHmac, { serverSeed, clientSeed, nonce }, Number(choice['mineCount']))
  const safe = Array.from({ length: 25 }, (_, tile) => tile).filter((tile) => !mines.includes(tile))
  return { mines, safe: (at: number) => present(safe[at], 'a safe tile'), mine: present(mines[0], 'a mine') }
}

const step = (round: RoundRow, tile: number | null) => harness.games.stepRounds([stepOf(round, tile)])
/** Runs `change` on a round in a transaction that also pays its player once more under this key. */
const paidAgain = (playerId: number, key: string, change: string) =>
  harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    move(batch, { key, from: 'games', to: { playerId, kind: 'cash' }, cents: 500, isGuarded: true })
    await post(tx, batch)
    await tx(statement(change))
  })

const cash = async (playerId: number) => (await harness.balances(playerId))?.cashCents

describe('a round of mines', () => {
  test('guards its stake and payout by its own row: the ledger stores no key, and rejects a second round or end of it', async () => {
    const playerId = await harness.newPlayer(5000)
    const round = await begin(playerId)
    await step(round, boardOf(round).safe(0))
    const { id, status } = await only(step(round, null))
    expect(status).toBe('won')
    const keys = await harness.deps.db`select 1 from ledger_transfer_key where key like ${`mines:${id}%`}`
    const moved = await harness.deps.db<{ key: string }[]>`
      select key from ledger_transfer where key like ${`mines:${id}%`} and player_id = ${playerId} order by key`
    expect(moved).toEqual([{ key: `mines:${id}` }, { key: `mines:${id}:return` }])
    expect(keys).toHaveLength(1) // of the list's stakes, which no single round has
    const before = await cash(playerId)
    const again = `insert into games_round select round.* from games_round round where id = ${id}`
    await expect(paidAgain(playerId, `mines:${id}`, again)).rejects.toThrow('games_round_pkey')
    const ended = `update games_round set status = 'won', closed_at = now() where id = ${id}`
    await expect(paidAgain(playerId, `mines:${id}:return`, ended)).rejects.toThrow('only when it is closed')
    expect(await cash(playerId)).toBe(before)
    expect(await harness.verify()).toEqual([])
  })

  test('holds the stake until cash-out, and hides its mines until then', async () => {
    const playerId = await harness.newPlayer(5000)
    const round = await begin(playerId)
    expect(await cash(playerId)).toBe(4000)
    expect(await harness.verify()).toEqual([])
    expect(toWireRound(round)).toMatchObject({
      status: 'open',
      multiplierE4: 10_000,
      state: { opened: [], nextMultiplierE4: 11_300, mines: null },
    })
    const board = boardOf(round)
    await step(round, board.safe(0))
    const second = await only(step(round, board.safe(1)))
    expect(toWireRound(second)).toMatchObject({
      status: 'open',
      payoutCents: 0,
      multiplierE4: 12_900,
      state: { opened: [board.safe(0), board.safe(1)], mines: null },
    })
    const taken = await only(step(round, null))
    expect(toWireRound(taken)).toMatchObject({
      status: 'won',
      payoutCents: 1290,
      multiplierE4: 12_900,
      state: { mines: board.mines },
    })
    expect(taken.cashCents).toBe(5290)
    expect(await cash(playerId)).toBe(5290)
    expect((await todayTurnover(harness.deps.db, [playerId])).get(playerId)).toEqual({
      stakedCents: 1000,
      settledCents: 1000,
      returnedCents: 1290,
      wageredCents: 0, // 77 of 100 such rounds are won: almost no risk
      contributedE4: 0,
      bets: 1,
      unrewardedCents: 500, // one half of mines earns
      endedUnsettledCents: 0,
    })
    expect(await harness.verify()).toEqual([])
  })

  test('is lost with its first mine', async () => {
    const playerId = await harness.newPlayer(1000)
    const round = await begin(playerId)
    const lost = await only(step(round, boardOf(round).mine))
    expect(toWireRound(lost)).toMatchObject({ status: 'lost', payoutCents: 0, multiplierE4: 0 })
    expect(await cash(playerId)).toBe(0)
    expect(await harness.verify()).toEqual([])
  })

  test('continues identically on another server, to the last tile, which cashes out by itself', async () => {
    const playerId = await harness.newPlayer(1000)
    const round = await begin(playerId, { choice: { mineCount: 23 }, stakeCents: 10 })
    const board = boardOf(round)
    const other = harness.open()
    await other.stepRounds([stepOf(round, board.safe(0))])
    const last = await only(harness.games.stepRounds([stepOf(round, board.safe(1))]))
    expect(toWireRound(last)).toMatchObject({ status: 'won', payoutCents: 2970 })
    expect(await harness.verify()).toEqual([])
  })

  test('cashes out by itself if one more tile could exceed the maximum payout', async () => {
    const playerId = await harness.newPlayer(600_000)
    const round = await begin(playerId, { choice: { mineCount: 12 }, stakeCents: 400_000 })
    const board = boardOf(round)
    const after: RoundRow[] = []
    for (let at = 0; after.at(-1)?.status !== 'won'; at += 1)
      after.push(await only(step(round, board.safe(at))))
    const payouts = after.map((row) => toWireRound(row).multiplierE4 * 40)
    expect(payouts.at(-1)).toBeLessThanOrEqual(10_000_000)
    expect(after).toHaveLength(4)
  })

  test.each([
    { what: 'a tile twice', code: 'tile_already_open', tiles: [0, 0] },
    { what: 'a cash-out before a tile', code: 'nothing_opened', tiles: [null] },
    { what: 'a step after the end', code: 'round_is_over', tiles: [0, null, 1] },
    { what: 'a second cash-out', code: 'round_is_over', tiles: [0, null, null] },
  ] as const)('refuses $what, and nothing changes', async ({ code, tiles }) => {
    const playerId = await harness.newPlayer(1000)
    const round = await begin(playerId)
    const board = boardOf(round)
    const tileOf = (at: number | null) => (at === null ? null : board.safe(at))
    for (const at of tiles.slice(0, -1)) await only(step(round, tileOf(at)))
    const before = await harness.balances(playerId)
    const [answer] = await step(round, tileOf(tiles.at(-1) ?? null))
    expect(codeOf(answer)).toBe(code)
    expect(await harness.balances(playerId)).toEqual(before)
  })

  test('of another player, or another game, is not found', async () => {
    const [playerId, other] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
    const round = await begin(playerId)
    const asked = stepOf(round, 0)
    const answers = await harness.games.stepRounds([
      { ...asked, playerId: other },
      { ...asked, game: 'rowDouble' },
      { ...asked, roundId: 1 },
    ])
    expect(answers.map(codeOf)).toEqual(['not_found', 'not_found', 'not_found'])
  })

  test('is limited to one open per player, also in one list', async () => {
    const playerId = await harness.newPlayer(5000)
    const asked = () => requestOf(playerId, { game: 'mines', choice: { mineCount: 3 } })
    const answers = await harness.games.playRounds([asked(), asked()])
    expect(answers.map(codeOf)).toEqual(['played', 'round_already_open'])
    const [again, dice] = await harness.games.playRounds([asked(), requestOf(playerId)])
    expect([codeOf(again), codeOf(dice)]).toEqual(['round_already_open', 'played'])
  })

  test('200 concurrent cash-outs pay once', async () => {
    const playerId = await harness.newPlayer(1000)
    const round = await begin(playerId)
    await only(step(round, boardOf(round).safe(0)))
    const servers = [harness.open(), harness.open()]
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        present(servers[at % 2], 'a server').stepRounds([stepOf(round, null)]),
      ),
    )
    const codes = answers.flat().map(codeOf)
    expect(codes.filter((code) => code === 'played')).toHaveLength(1)
    expect(codes.filter((code) => code === 'round_is_over')).toHaveLength(199)
    expect(await cash(playerId)).toBe(1130)
    expect(await harness.verify()).toEqual([])
  })

  test('one step sent 200 times is one step and one answer', async () => {
    const playerId = await harness.newPlayer(1000)
    const round = await begin(playerId)
    const asked = stepOf(round, boardOf(round).safe(0))
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => only(harness.games.stepRounds([asked]))),
    )
    expect(new Set(answers.map((row) => JSON.stringify(toWireRound(row)))).size).toBe(1)
    const [changed] = await harness.games.stepRounds([{ ...asked, tile: 24 }])
    expect(codeOf(changed)).toBe('request_mismatch')
  })

  test('may only be ended by a player with a debt', async () => {
    const playerId = await harness.newPlayer(1000)
    const round = await begin(playerId)
    const board = boardOf(round)
    await only(step(round, board.safe(0)))
    await harness.owe(playerId, 130)
    expect(codeOf((await step(round, board.safe(1)))[0])).toBe('owes_money')
    expect((await only(step(round, null))).status).toBe('won')
    // Its payout repays the debt.
    expect(await cash(playerId)).toBe(1000)
    expect(await harness.verify()).toEqual([])
  })

  test('blocks revealing its seeds, and its player’s withdrawals, while it is open', async () => {
    const playerId = await harness.newPlayer(1000)
    const round = await begin(playerId)
    expect(await rotateSeeds(harness.deps, playerId, 'mine')).toMatchObject({
      refusal: { code: 'round_already_open' },
    })
    expect(await readPlayersInGame(harness.deps.db, [playerId, 1])).toEqual(
      new Map([[playerId, [{ code: 'mines', name: null }]]]),
    )
    await only(step(round, boardOf(round).mine))
    expect(await rotateSeeds(harness.deps, playerId, 'mine')).toMatchObject({ ok: true })
    expect(await readPlayersInGame(harness.deps.db, [playerId])).toEqual(new Map())
  })

  test('left for a day is cashed out, or refunded if no tile was opened', async () => {
    const [played, untouched] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
    const rounds = [await begin(played), await begin(untouched)]
    const [first] = rounds
    if (!first) throw new Error('two rounds')
    await only(step(first, boardOf(first).safe(0)))
    while ((await harness.games.closeIdle()) > 0);
    expect(await cash(played)).toBe(0)
    const db = ownerOf(harness.deps.db)
    await db`alter table games_round disable trigger user`
    await db`update games_round set created_at = now() - interval '25 hours'
              where player_id in (${played}, ${untouched})`
    await db`alter table games_round enable trigger user`
    expect(await harness.games.closeIdle()).toBe(2)
    expect(await harness.games.closeIdle()).toBe(0)
    expect([await cash(played), await cash(untouched)]).toEqual([1130, 1000])
    const turnover = await todayTurnover(db, [untouched])
    expect(turnover.get(untouched)).toMatchObject({ settledCents: 0, returnedCents: 1000 })
    expect(await harness.verify()).toEqual([])
  })

  test('left for a day that cannot be closed holds up no later one, and is closed once it can be', async () => {
    const players = await Promise.all([1000, 1000, 1000].map((cents) => harness.newPlayer(cents)))
    const rounds = []
    for (const playerId of players) rounds.push(await begin(playerId))
    const [bad] = rounds
    if (!bad) throw new Error('three rounds')
    const db = ownerOf(harness.deps.db)
    const change = async (of: readonly number[], sql: () => Promise<unknown>) => {
      await db`alter table games_round disable trigger user`
      await db`update games_round set created_at = now() - interval '25 hours' where player_id = any(${of}::bigint[])`
      await sql()
      await db`alter table games_round enable trigger user`
    }
    await change(players, () => db`update games_round set choice = '{}' where id = ${bad.id}`)
    expect(await harness.games.closeIdle()).toBe(2)
    expect(await Promise.all(players.map(cash))).toEqual([0, 1000, 1000])
    expect(await harness.deps.metrics.text()).toContain(
      'palpite_job_skipped_total{name="close-idle-rounds"} 1',
    )
    await change(
      [],
      () => db`update games_round set choice = ${JSON.stringify(bad.choice)}::jsonb where id = ${bad.id}`,
    )
    expect(await harness.games.closeIdle()).toBe(1)
    expect(await cash(players[0] ?? 0)).toBe(1000)
    expect(await harness.verify()).toEqual([])
  })
})

describe('a climb of row double', () => {
  test('pays by its rows, and shows the safe tiles once it is over', async () => {
    const playerId = await harness.newPlayer(1000)
    const round = await begin(playerId, { game: 'rowDouble', choice: { difficulty: 'hard' } })
    const { serverSeed, clientSeed, nonce } = round
    const safe = placeRows(plainHmac, { serverSeed, clientSeed, nonce }, 'hard').map(([tile = 0]) => tile)
    expect(codeOf((await step(round, null))[0])).toBe('nothing_climbed')
    for (const tile of safe.slice(0, 3)) await only(step(round, tile))
    const taken = await only(step(round, null))
    expect(toWireRound(taken)).toMatchObject({
      status: 'won',
      payoutCents: 7840,
      state: { picks: safe.slice(0, 3), safeTiles: safe.map((tile) => [tile]) },
    })
    expect(await harness.verify()).toEqual([])
  })

  test('refuses a tile its row does not have', async () => {
    const playerId = await harness.newPlayer(1000)
    const round = await begin(playerId, { game: 'rowDouble', choice: { difficulty: 'hard' } })
    expect(codeOf((await step(round, 2))[0])).toBe('no_such_tile')
  })
})

test('a bet on a draw without prepared rounds is answered as busy', async () => {
  const playerId = await harness.newPlayer(1000)
  const answers = await harness.games.playRounds([
    requestOf(playerId, { game: 'double', choice: { colour: 'red' } }),
  ])
  expect(answers.map(codeOf)).toEqual(['busy'])
})

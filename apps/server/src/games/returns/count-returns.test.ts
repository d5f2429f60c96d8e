import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { hopeless, openHarness, type Harness, requestOf } from '../testing/harness.ts'
import { gamesSettings } from '../settings.ts'
import { countReturns, readGames } from './returns.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const day = async (game: string) => {
  const { games } = await readGames(harness.deps.db, gamesSettings)
  return games.find((one) => one.game === game)?.returns.find(({ period }) => period === 'day')
}
const only = async <T>(answers: Promise<readonly ({ ok: true; value: T } | { ok: false })[]>): Promise<T> => {
  const [answer] = await answers
  if (!answer?.ok) throw new Error('it was refused')
  return answer.value
}

test('actual returns are counted from rounds and compared with pay tables, and counting again gives the same', async () => {
  const { games, deps, newPlayer } = harness
  const playerId = await newPlayer(100_000)
  await games.playRounds([
    requestOf(playerId, { stakeCents: 1000, choice: hopeless }),
    requestOf(playerId, { stakeCents: 1000, choice: hopeless }),
    requestOf(playerId, { stakeCents: 500 }),
  ])
  const mines = { game: 'mines', stakeCents: 1000, choice: { mineCount: 24 } } as const
  const round = await only(games.playRounds([requestOf(playerId, mines)]))
  const step = {
    playerId,
    game: 'mines',
    roundId: round.id,
    requestId: 'test-step-of-mines',
    tile: 0,
  } as const
  const ended = await only(games.stepRounds([step]))
  expect(await Promise.all([1, 2, 3].map(() => countReturns(deps.db)))).toContain(1)
  await countReturns(deps.db)
  expect(await day('dice')).toMatchObject({ rounds: 3, stakedCents: 2500 })
  // 99 % of one tile in 25, rounded to 24.75 times: its chance is the only variance.
  expect(await day('mines')).toMatchObject({
    rounds: 1,
    stakedCents: 1000,
    paidCents: ended.payoutCents,
    expectedCents: 990,
    state: 'usual',
  })
})

test('a game that paid far more than its table raises an alarm', async () => {
  const { deps } = harness
  await deps.db`update games_return_hour set paid_cents = 900000000 where game = 'dice'`
  expect((await day('dice'))?.state).toBe('alarm')
  await countReturns(deps.db)
  expect((await day('dice'))?.state).toBe('usual')
})

/** Draws the bets and settles them: moves their times back, as only an owner can. */
async function settleDraws(): Promise<void> {
  const db = ownerOf(harness.deps.db)
  await db`alter table games_shared_round disable trigger user`
  await db`
    update games_shared_round
       set opens_at = now() - interval '5 s', closes_at = now() - interval '4 s', draws_at = now() - interval '3 s',
           settles_at = now() - interval '2 s', ends_at = now() - interval '1 s'
     where stakes <> '{}'`
  await db`alter table games_shared_round enable trigger user`
  await harness.games.advanceSharedRounds()
  await harness.games.advanceSharedRounds()
}

test('a draw is counted once, with all bets on it', async () => {
  const { games, deps, newPlayer } = harness
  await games.advanceSharedRounds()
  const players = [await newPlayer(10_000), await newPlayer(10_000)]
  const bets = await games.playRounds(
    players.map((playerId, at) =>
      requestOf(playerId, {
        game: 'double',
        stakeCents: 1000,
        choice: { colour: at === 0 ? 'red' : 'black' },
      }),
    ),
  )
  expect(bets.every(({ ok }) => ok)).toBe(true)
  expect((await readGames(deps.db, gamesSettings)).games.find(({ game }) => game === 'double')).toMatchObject(
    {
      openRounds: 2,
      chains: [{ room: 'double', number: 1 }],
    },
  )
  await settleDraws()
  await countReturns(deps.db)
  // Opposed, whatever is drawn: 2 x 14/15 of R$ 10.00.
  expect(await day('double')).toMatchObject({
    rounds: 2,
    stakedCents: 2000,
    expectedCents: 1867,
    state: 'usual',
  })
})

import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { betOn, type OwnRound, stepIn, accepted } from './game-requests.ts'
import { tilesOf } from './game-rounds.ts'
import { type AttackingPlayer, centsOf, openPlayers } from './players.ts'
import { type Answered, type Asked, insist } from './request.ts'
import { keepRoomsOpen } from './rooms-held.ts'

const TIMES = 200
/** A player is admitted thirty times a second, and a busy machine is slower. */
const WITHIN_MS = 120_000
const BALANCE = 5_000
const STAKE = 100

let attacked: AttackedApp

beforeAll(async () => {
  attacked = await openAttackedApp()
  await keepRoomsOpen(attacked.deps)
})

afterAll(() => attacked.close())

const newPlayer = async (): Promise<AttackingPlayer> => {
  const [player] = await openPlayers(attacked.deps, [{ cents: BALANCE }])
  if (!player) throw new Error('a player opens')
  return player
}

/** Many concurrent requests; each is created anew, so that it may have its own id. */
const atOnce = (asked: () => Asked): Promise<Answered[]> =>
  Promise.all(Array.from({ length: TIMES }, () => insist(attacked.url, asked())))

const served = (answers: readonly Answered[]) => answers.filter(({ http }) => http === 200)
const codes = (answers: readonly Answered[]) =>
  new Set(answers.filter(({ http }) => http !== 200).map(({ data }) => data['code']))
/** The distinct answers: parsed, because the database reorders the fields of a choice. */
const different = (answers: readonly Answered[]) =>
  answers.filter(
    (one, at) => !answers.slice(0, at).some((other) => isDeepStrictEqual(bodyOf(one), bodyOf(other))),
  )
const bodyOf = ({ http, status, data }: Answered) => ({ http, status, data })
const paidIn = ({ data }: Answered) => (data['round'] as OwnRound).payoutCents

test.concurrent.each(['mines', 'rowDouble'] as const)(
  '200 concurrent cash-outs of one round of %s pay once, and so do 200 of the same request',
  async (game) => {
    for (const isSame of [false, true]) {
      const player = await newPlayer()
      const { roundId } = await accepted(attacked, betOn(attacked, player, game))
      const tiles = await tilesOf(attacked.deps, player, game)
      await accepted(attacked, stepIn(attacked, player, game, { roundId, tile: tiles.safe(0) }))
      const same = stepIn(attacked, player, game, { roundId, tile: null })
      const answers = await atOnce(() =>
        isSame ? same : stepIn(attacked, player, game, { roundId, tile: null }),
      )
      const [first] = served(answers)
      if (!first) throw new Error('one of them is paid')
      expect(served(answers)).toHaveLength(isSame ? TIMES : 1)
      expect(different(served(answers))).toHaveLength(1)
      expect(codes(answers)).toEqual(new Set(isSame ? [] : ['round_is_over']))
      expect(paidIn(first)).toBeGreaterThan(STAKE)
      expect(await centsOf(attacked.deps, player.playerId)).toBe(BALANCE - STAKE + paidIn(first))
    }
  },
  WITHIN_MS,
)

test.concurrent.each(['mines', 'rowDouble'] as const)(
  '200 times the same tile of %s is opened once, and with separate ids one of them opens it',
  async (game) => {
    const player = await newPlayer()
    const { roundId } = await accepted(attacked, betOn(attacked, player, game))
    const tile = (await tilesOf(attacked.deps, player, game)).safe(0)
    const same = stepIn(attacked, player, game, { roundId, tile })
    expect(different(await atOnce(() => same))).toHaveLength(1)
    const rows = await attacked.deps.db<{ count: number }[]>`
      select count(*) as count from games_step where player_id = ${player.playerId}`
    expect(rows[0]?.count).toBe(1)
    if (game !== 'mines') return // the same tile of the next row is another step
    const answers = await atOnce(() => stepIn(attacked, player, game, { roundId, tile }))
    expect([served(answers).length, [...codes(answers)]]).toEqual([0, ['tile_already_open']])
  },
  WITHIN_MS,
)

test.concurrent.each(['mines', 'rowDouble'] as const)(
  '200 rounds of %s begun at once are one open round and one stake',
  async (game) => {
    const player = await newPlayer()
    const answers = await atOnce(() => betOn(attacked, player, game))
    expect([served(answers).length, [...codes(answers)]]).toEqual([1, ['round_already_open']])
    expect(await centsOf(attacked.deps, player.playerId)).toBe(BALANCE - STAKE)
  },
  WITHIN_MS,
)

test.concurrent.each(['double', 'luckyColor'] as const)(
  '200 times the same bet on a draw of %s is one bet, and withdrawn 200 times at once it is refunded once',
  async (game) => {
    const player = await newPlayer()
    const same = betOn(attacked, player, game)
    const answers = await atOnce(() => same)
    const [first] = answers
    if (!first) throw new Error('it is answered')
    expect(first.http).toBe(200)
    expect(different(answers).map(bodyOf)).toEqual([bodyOf(first)])
    expect(await centsOf(attacked.deps, player.playerId)).toBe(BALANCE - STAKE)
    const { roundId } = first.data['round'] as OwnRound
    const cancelBet = { path: '/api/app/games/shared/cancel', token: player.token, body: { roundId } }
    const back = await atOnce(() => cancelBet)
    expect(different(back)).toHaveLength(1)
    expect(back[0]).toMatchObject({
      http: 200,
      data: { round: { status: 'refunded', payoutCents: STAKE }, balance: BALANCE / 100 },
    })
    expect(await centsOf(attacked.deps, player.playerId)).toBe(BALANCE)
    expect((await insist(attacked.url, same)).data['round']).toMatchObject({ roundId, status: 'refunded' })
  },
  WITHIN_MS,
)

test.concurrent(
  '200 concurrent bets on one draw stake no more than the balance',
  async () => {
    const player = await newPlayer()
    const answers = await atOnce(() => betOn(attacked, player, 'double'))
    expect([served(answers).length, [...codes(answers)]]).toEqual([BALANCE / STAKE, ['insufficient_funds']])
    expect(await centsOf(attacked.deps, player.playerId)).toBe(0)
  },
  WITHIN_MS,
)

test('after all of it the ledger holds, without a bug, a fault or a deadlock', async () => {
  expect(await verifyAll(attacked.deps.db)).toEqual([])
  expect(attacked.said()).not.toMatch(/"a bug"|"a fault"|deadlock/)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { betOn, CHOICES, type Game, stepIn } from './game-requests.ts'
import { BEGUN, openRounds, type Rounds, STEPPED } from './game-rounds.ts'
import type { AttackingPlayer } from './players.ts'
import { type Asked, insist } from './request.ts'
import { snapshot } from './snapshot.ts'

const PACED = ['mines', 'rowDouble'] as const
const GAMES = Object.keys(CHOICES) as Game[]

let attacked: AttackedApp
let stranger: AttackingPlayer
let world: Rounds['world']
let safe: Rounds['safe']
let shared: Rounds['shared']
let dice: Rounds['dice']
let before: Record<string, string>

beforeAll(async () => {
  attacked = await openAttackedApp()
  ;({ stranger, world, safe, shared, dice } = await openRounds(attacked))
  before = await snapshot(attacked.deps)
})

afterAll(() => attacked.close())

/** An invalid request, its refusal code and, if a field is wrong, its name. */
type Attack = [what: string, asked: () => Asked, code: string, field?: string | undefined]

/** The refusal code; undefined if it was accepted. */
async function refusalOf(asked: Asked) {
  const { http, data } = await insist(attacked.url, asked)
  return http === 200 ? undefined : { code: data['code'], field: data['field'] }
}

describe.each(PACED)('a round of %s', (game) => {
  const other = PACED.find((one) => one !== game) ?? game
  const at = (which: 'fresh' | 'climbed' | 'over', tile: unknown, own: object = {}) => {
    const { of, round } = world[game][which]
    return stepIn(attacked, of, game, { roundId: round.roundId, tile, ...own })
  }
  const byStranger = (tile: unknown) => ({ ...at('climbed', tile), token: stranger.token })

  test('is as created: open, open, and lost', () => {
    const { fresh, climbed, over } = world[game]
    expect([fresh, climbed, over].map(({ round }) => round.status)).toEqual(['open', 'open', 'lost'])
  })

  test.each<Attack>([
    [
      'a cash-out before a tile',
      () => at('fresh', null),
      game === 'mines' ? 'nothing_opened' : 'nothing_climbed',
    ],
    [
      'a tile there is not',
      () => at('climbed', game === 'mines' ? 25 : 4),
      game === 'mines' ? 'bad_request' : 'no_such_tile',
      game === 'mines' ? 'tile' : undefined,
    ],
    ['a tile below the first', () => at('climbed', -1), 'bad_request', 'tile'],
    ['half a tile', () => at('climbed', 0.5), 'bad_request', 'tile'],
    ['two tiles', () => at('climbed', [1, 2]), 'bad_request', 'tile'],
    ['a tile of a round that is over', () => at('over', safe[game]), 'round_is_over'],
    ['a cash-out of a round that is over', () => at('over', null), 'round_is_over'],
    ['a tile in somebody else’s round', () => byStranger(safe[game]), 'not_found'],
    ['a cash-out of somebody else’s round', () => byStranger(null), 'not_found'],
    [
      'a step in a round that never was',
      () => at('climbed', null, { roundId: '0123456789ABC' }),
      'not_found',
    ],
    [
      'a step in a round of another game',
      () => at('climbed', 1, { roundId: world[other].climbed.round.roundId }),
      'not_found',
    ],
    ['a step in a round of dice', () => at('climbed', 1, { roundId: dice.roundId }), 'not_found'],
    [
      'a step in a bet on a draw',
      () => stepIn(attacked, shared.of, game, { roundId: shared.open.roundId, tile: null }),
      'not_found',
    ],
    [
      'another tile by the id of a step that was made',
      () => at('climbed', (safe[game] + 1) % 4, { requestId: `${STEPPED}-${game}` }),
      'request_mismatch',
    ],
    [
      'a cash-out by the id of a step that was made',
      () => at('climbed', null, { requestId: `${STEPPED}-${game}` }),
      'request_mismatch',
    ],
    [
      'a second round while one is open',
      () => betOn(attacked, world[game].fresh.of, game),
      'round_already_open',
    ],
    [
      'another stake by the id of a round that was begun',
      () => betOn(attacked, world[game].fresh.of, game, { requestId: `${BEGUN}-${game}`, stakeCents: 101 }),
      'request_mismatch',
    ],
    [
      'a bet on a draw taken back by the id of its round',
      () => ({
        path: '/api/app/games/shared/cancel',
        token: world[game].fresh.of.token,
        body: { roundId: world[game].fresh.round.roundId },
      }),
      'not_found',
    ],
  ])('%s is refused', async (_what, asked, code, field) => {
    expect(await refusalOf(asked())).toEqual({ code, field })
  })

  test('of another player answers byte for byte like one that does not exist', async () => {
    const body = at('climbed', 1).body as object
    const [ofOther, ofNobody] = await Promise.all([
      insist(attacked.url, byStranger(1)),
      insist(attacked.url, { ...byStranger(1), body: { ...body, roundId: '0123456789ABC' } }),
    ])
    expect([ofOther.http, ofOther.text]).toEqual([ofNobody.http, ofNobody.text])
  })
})

test('refuses a tile of mines that is open already', async () => {
  const { of, round } = world.mines.climbed
  const again = stepIn(attacked, of, 'mines', { roundId: round.roundId, tile: safe.mines })
  expect(await refusalOf(again)).toMatchObject({ code: 'tile_already_open' })
})

describe.each(GAMES)('a bet on %s', (game) => {
  const stake = (stakeCents: unknown) => betOn(attacked, stranger, game, { stakeCents })

  test.each<Attack>([
    ['above the most', () => stake(500_001), 'stake_above_max'],
    ['of more than can ever be', () => stake(100_000_000_001), 'bad_request', 'stakeCents'],
    ['below the least', () => stake(9), 'stake_below_min'],
    ['of nothing', () => stake(0), 'bad_request', 'stakeCents'],
    ['of negative chips', () => stake(-100), 'bad_request', 'stakeCents'],
    ['of a fraction of a cent', () => stake(100.5), 'bad_request', 'stakeCents'],
    ['of words', () => stake('100'), 'bad_request', 'stakeCents'],
    [
      'that names its own payout',
      () => betOn(attacked, stranger, game, { payoutCents: 100 }),
      'bad_request',
      'payoutCents',
    ],
    ['that names its own nonce', () => betOn(attacked, stranger, game, { nonce: 1 }), 'bad_request', 'nonce'],
    [
      'that names the round it wants, a past one',
      () => betOn(attacked, stranger, game, { sharedRoundId: '1' }),
      'bad_request',
      'sharedRoundId',
    ],
  ])('%s is refused', async (_what, asked, code, field) => {
    expect(await refusalOf(asked())).toEqual({ code, field })
  })
})

test.each<Attack>([
  [
    'dice on a target that always wins',
    () => betOn(attacked, stranger, 'dice', { targetHundredths: 0 }),
    'dice_target_out_of_bounds',
  ],
  [
    'dice past its last result',
    () => betOn(attacked, stranger, 'dice', { targetHundredths: 10_001 }),
    'bad_request',
    'targetHundredths',
  ],
  [
    'limbo at 1.00',
    () => betOn(attacked, stranger, 'limbo', { targetHundredths: 100 }),
    'bad_request',
    'targetHundredths',
  ],
  [
    'mines without a mine',
    () => betOn(attacked, stranger, 'mines', { mineCount: 0 }),
    'bad_request',
    'mineCount',
  ],
  [
    'mines without a safe tile',
    () => betOn(attacked, stranger, 'mines', { mineCount: 25 }),
    'bad_request',
    'mineCount',
  ],
  [
    'a climb nobody offers',
    () => betOn(attacked, stranger, 'rowDouble', { difficulty: 'free' }),
    'bad_request',
    'difficulty',
  ],
  [
    'double on the same colour twice in one bet',
    () => betOn(attacked, stranger, 'double', { colour: ['red', 'red'] }),
    'bad_request',
    'colour',
  ],
  [
    'double on a colour it has not',
    () => betOn(attacked, stranger, 'double', { colour: 'green' }),
    'bad_request',
    'colour',
  ],
  [
    'double on the same colour again, together above the most',
    () => betOn(attacked, shared.of, 'double', { stakeCents: 499_901 }),
    'stake_above_max',
  ],
  [
    'double on another colour, together above the most',
    () => betOn(attacked, shared.of, 'double', { stakeCents: 499_901, colour: 'black' }),
    'stake_above_max',
  ],
  [
    'double on another colour by the id of a bet',
    () => betOn(attacked, shared.of, 'double', { requestId: `${BEGUN}-double`, colour: 'black' }),
    'request_mismatch',
  ],
  [
    'lucky colour in a room there is not',
    () => betOn(attacked, stranger, 'luckyColor', { room: '45' }),
    'bad_request',
    'room',
  ],
  [
    'lucky colour without a room',
    () => betOn(attacked, stranger, 'luckyColor', { room: undefined }),
    'bad_request',
    'room',
  ],
  [
    'lucky colour on two picks in one bet',
    () => betOn(attacked, stranger, 'luckyColor', { pick: ['red', 'red'] }),
    'bad_request',
    'pick',
  ],
  [
    'lucky colour on a digit it has not',
    () => betOn(attacked, stranger, 'luckyColor', { pick: '10' }),
    'bad_request',
    'pick',
  ],
  [
    'a room there is not',
    () => ({ path: '/api/app/games/shared/luckyColor:45', token: stranger.token }),
    'bad_request',
    'room',
  ],
])('%s is refused', async (_what, asked, code, field) => {
  expect(await refusalOf(asked())).toEqual({ code, field })
})

const cancelBet = (token: string, roundId: string): Asked => ({
  path: '/api/app/games/shared/cancel',
  token,
  body: { roundId },
})

test.each<Attack>([
  ['of a past round', () => cancelBet(shared.of.token, shared.past.roundId), 'betting_closed'],
  ['of somebody else', () => cancelBet(stranger.token, shared.open.roundId), 'not_found'],
  ['that never was', () => cancelBet(stranger.token, '0123456789ABC'), 'not_found'],
  ['that is a round of dice', () => cancelBet(world.mines.climbed.of.token, dice.roundId), 'not_found'],
  ['by no id at all', () => cancelBet(stranger.token, '1'), 'bad_request', 'roundId'],
])('a bet %s cannot be withdrawn', async (_what, asked, code, field) => {
  expect(await refusalOf(asked())).toEqual({ code, field })
})

test('none of this changed anything, the ledger holds, without a bug or a fault', async () => {
  expect(await snapshot(attacked.deps)).toEqual(before)
  expect(await verifyAll(attacked.deps.db)).toEqual([])
  expect(attacked.said()).not.toMatch(/"a bug"|"a fault"|deadlock/)
})

import { chainCommitment, drawLuckyDigit, hashChain, plainHmac, rollDouble } from '@palpite/games'
import { expect, test } from 'vitest'
import { verifyRoom } from './verify-room.ts'

const seeds = hashChain('ab'.repeat(32), 40)
const salt = 'sal'

const roomAt = (game: 'double' | 'luckyColor', last: number) => {
  const draw = game === 'double' ? rollDouble : drawLuckyDigit
  const places = [0, 1, 2, 3].map((back) => last - back)
  return {
    game,
    history: places.map((place) => ({
      sharedRoundId: String(place),
      place,
      outcome: draw(plainHmac, { seed: seeds[place] ?? '', salt }) as number | null,
    })),
    lastDraw: { place: last, seed: seeds[last] ?? '', commitment: chainCommitment(seeds), salt },
  }
}

test.each(['double', 'luckyColor'] as const)(
  'draws of %s follow from the chain that was committed to',
  (game) => {
    const { isCommitted, draws } = verifyRoom(roomAt(game, 20))
    expect(isCommitted).toBe(true)
    expect(draws.map(({ seed, isSame }) => [seed, isSame])).toEqual(
      [20, 19, 18, 17].map((place) => [seeds[place], true]),
    )
  },
)

test('a wrongly revealed draw is reported', () => {
  const room = roomAt('double', 20)
  const changed = room.history.map((each) =>
    each.place === 18 ? { ...each, outcome: ((each.outcome ?? 0) + 1) % 15 } : each,
  )
  const { draws } = verifyRoom({ ...room, history: changed })
  expect(draws.map(({ isSame }) => isSame)).toEqual([true, true, false, true])
})

test('a seed of another chain fails the commitment', () => {
  const room = roomAt('double', 20)
  const foreign = hashChain('cd'.repeat(32), 40)[20] ?? ''
  expect(verifyRoom({ ...room, lastDraw: { ...room.lastDraw, seed: foreign } }).isCommitted).toBe(false)
})

test('an undrawn round has a seed and nothing to compare', () => {
  const room = roomAt('double', 20)
  const history = room.history.map((each) => (each.place === 19 ? { ...each, outcome: null } : each))
  expect(verifyRoom({ ...room, history }).draws[1]).toMatchObject({
    seed: seeds[19],
    reported: null,
    isSame: true,
  })
})

test('before the first draw there is nothing to verify', () => {
  expect(verifyRoom({ ...roomAt('double', 20), lastDraw: null }).draws).toEqual([])
})

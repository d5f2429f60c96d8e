import { chainCommitment, hashChain, plainHmac, rollDouble } from '@palpite/games'
import { expect, test } from 'vitest'
import { type SharedBet, verifyDraw } from './verify-draw.ts'

const seeds = hashChain('palpite', 20)
const salt = 'sal'

const bet = (place: number, own: Partial<SharedBet> = {}): SharedBet => {
  const seed = seeds[place] ?? ''
  return {
    roundId: 'ABCDEFGHJKMNP',
    game: 'double',
    stakeCents: 100,
    payoutCents: 0,
    status: 'lost',
    multiplierE4: 0,
    result: -11 as const,
    at: '2026-11-22T10:00:00Z',
    closedAt: '2026-11-22T10:00:30Z',
    algorithm: 'hmac-sha256/1',
    seeds: null,
    choice: { colour: 'white' },
    state: { slot: rollDouble(plainHmac, { seed, salt }) },
    draw: {
      sharedRoundId: '1',
      room: 'double',
      place,
      commitment: chainCommitment(seeds),
      salt,
      seed,
    },
    ...own,
  } as SharedBet
}

test.each([0, 1, 19])('the draw at position %d of its chain is recomputed', (place) => {
  expect(verifyDraw(bet(place))).toMatchObject({ place, isCommitted: true, isSame: true })
})

test('a draw whose seed is of another position or chain fails the commitment', () => {
  const round = bet(5)
  const draw = (own: object) => ({ ...round, draw: { ...round.draw, ...own } }) as SharedBet
  expect(verifyDraw(draw({ place: 6 }))?.isCommitted).toBe(false)
  expect(verifyDraw(draw({ seed: seeds[6] }))?.isCommitted).toBe(false)
  expect(verifyDraw(draw({ commitment: 'ab'.repeat(32) }))?.isCommitted).toBe(false)
})

test("a result that differs from the seed's is reported", () => {
  const { outcome = 0 } = verifyDraw(bet(3)) ?? {}
  expect(verifyDraw(bet(3, { state: { slot: (outcome + 1) % 15 } }))?.isSame).toBe(false)
})

test('a cancelled bet has nothing to compare, and an open one cannot be verified', () => {
  expect(verifyDraw(bet(3, { state: { slot: null } }))).toMatchObject({
    isCommitted: true,
    isSame: undefined,
  })
  const open = bet(3)
  expect(verifyDraw({ ...open, draw: open.draw && { ...open.draw, seed: null } })).toBeUndefined()
})

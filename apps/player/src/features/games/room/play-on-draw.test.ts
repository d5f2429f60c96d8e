import { expect, test } from 'vitest'
import { ApiError } from '../../../shared/api/api-error.ts'
import { playOnDraw } from './play-on-draw.ts'

const open = { roundId: '1', status: 'open', stakeCents: 500, payoutCents: 0 }
const won = { ...open, status: 'won', payoutCents: 1000 }
const cut = new ApiError({ http: 0, path: '/rounds' })

/** A room that answers these in turn when the bet is polled. */
const roomThat = (...answers: readonly (typeof open | Error)[]) => {
  let asked = 0
  let isHere = true
  return {
    asked: () => asked,
    leave: () => (isHere = false),
    line: {
      send: async () => ({ round: open, balanceCents: 9500 }),
      read: async () => {
        const answer = answers[asked]
        asked += 1
        if (!answer) throw new Error('asked too often')
        if (answer instanceof Error) throw answer
        return answer
      },
      wait: async () => {},
      isHere: () => isHere,
    },
  }
}

test('a bet is finished when its draw is paid, however many polls it takes', async () => {
  const room = roomThat(open, cut, won)
  expect(await playOnDraw(room.line)).toEqual({
    bet: won,
    stakeCents: 500,
    payoutCents: 1000,
    balanceCents: 10_500,
  })
  expect(room.asked()).toBe(3)
})

test('a page that was left polls no more', async () => {
  const room = roomThat(won)
  room.leave()
  await expect(playOnDraw(room.line)).rejects.toThrow('left')
  expect(room.asked()).toBe(0)
})

test('a refusal is an answer: no further wait', async () => {
  const room = roomThat(new ApiError({ http: 404, path: '/rounds' }), won)
  await expect(playOnDraw(room.line)).rejects.toMatchObject({ http: 404 })
})

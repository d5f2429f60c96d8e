import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlayMessage } from '../../sportsbook/index.ts'
import { checkOrder, checkPlay, noMessageYet, roundsOf } from './guard.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second))
const HOUR_MS = 3_600_000

describe('a message of a feed', () => {
  const heard = { sentAt: at(10), digest: 'a', wentBack: null }
  test.each([
    ['said again', { sentAt: at(10), digest: 'a', receivedAt: at(11) }, 'duplicate'],
    ['sent before one that was taken', { sentAt: at(9), digest: 'b', receivedAt: at(11) }, 'out_of_order'],
    [
      'from a clock an hour ahead',
      { sentAt: new Date(at(11).getTime() + HOUR_MS), digest: 'b', receivedAt: at(11) },
      'clock_off',
    ],
    [
      'from a clock an hour behind',
      { sentAt: new Date(at(11).getTime() - HOUR_MS), digest: 'b', receivedAt: at(11) },
      'clock_off',
    ],
    [
      'sent at the same instant as another one',
      { sentAt: at(10), digest: 'b', receivedAt: at(11) },
      undefined,
    ],
    ['that does not say when it was sent', { sentAt: undefined, digest: 'b', receivedAt: at(11) }, undefined],
  ])('%s is %3$s', (_what, arrived, reason) => {
    expect(checkOrder(heard, arrived)?.reason).toBe(reason)
  })
})

const play = (home: number, away: number, matchStatus: PlayMessage['matchStatus'] = 1): PlayMessage => ({
  kind: 'play',
  key: 'match',
  matchStatus,
  clock: null,
  state: { family: 'football', score: [home, away], halfTime: null, corners: null, cards: null },
})
const stood = (message: PlayMessage) => ({
  sport: 'football',
  matchStatus: message.matchStatus,
  state: message.state,
})

describe('a score', () => {
  test('that goes on is taken', () => {
    expect(checkPlay(stood(play(1, 0)), play(1, 1), noMessageYet)).toBeUndefined()
  })

  test('that goes back is refused once, and a correction when it is said again', () => {
    const refused = checkPlay(stood(play(2, 0)), play(1, 0), noMessageYet)
    expect(refused?.refusal).toEqual({ reason: 'score_went_back', detail: '2-0 to 1-0' })
    const said = { ...noMessageYet, wentBack: refused?.said ?? null }
    expect(checkPlay(stood(play(2, 0)), play(1, 0), said)).toBeUndefined()
    expect(checkPlay(stood(play(2, 0)), play(0, 0), said)?.refusal.reason).toBe('score_went_back')
  })

  test('of a match that was over is refused once when the match goes on', () => {
    const refused = checkPlay(stood(play(2, 0, -1)), play(2, 0, 3), noMessageYet)
    expect(refused?.refusal.reason).toBe('status_went_back')
    expect(
      checkPlay(stood(play(2, 0, -1)), play(2, 0, 3), { ...noMessageYet, wentBack: refused?.said ?? null }),
    ).toBeUndefined()
  })
})

test('rounds hold each fixture once, lose none, and keep the order of each', () => {
  const messages = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), place: fc.nat() }), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(messages, (all) => {
      const rounds = roundsOf(all)
      for (const round of rounds) expect(new Set(round.map(({ key }) => key)).size).toBe(round.length)
      for (const key of ['a', 'b', 'c']) {
        const ofKey = (list: typeof all) => list.filter((one) => one.key === key)
        expect(ofKey(rounds.flat())).toEqual(ofKey(all))
      }
    }),
  )
})

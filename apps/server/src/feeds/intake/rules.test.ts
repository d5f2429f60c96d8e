import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlayMessage } from '../../sportsbook/index.ts'
import {
  checkOrder,
  checkPlay,
  noMessageYet,
  roundsOf,
  afterRequest,
  afterSignal,
  afterSilence,
  type Producer,
  recoverFrom,
  silentProducer,
} from './rules.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second))
const HOUR_MS = 3_600_000

describe('a message of a feed', () => {
  const last = { sentAt: at(10), digest: 'a', wentBack: null }
  test.each([
    ['sent again', 'duplicate', { sentAt: at(10), digest: 'a', receivedAt: at(11) }],
    ['sent before an accepted one', 'out_of_order', { sentAt: at(9), digest: 'b', receivedAt: at(11) }],
    [
      'from a clock an hour ahead',
      'clock_off',
      { sentAt: new Date(at(11).getTime() + HOUR_MS), digest: 'b', receivedAt: at(11) },
    ],
    [
      'from a clock an hour behind',
      'clock_off',
      { sentAt: new Date(at(11).getTime() - HOUR_MS), digest: 'b', receivedAt: at(11) },
    ],
    [
      'sent at the same instant as another one',
      undefined,
      { sentAt: at(10), digest: 'b', receivedAt: at(11) },
    ],
    ['without a time of sending', undefined, { sentAt: undefined, digest: 'b', receivedAt: at(11) }],
  ])('%s is %s', (_what, reason, arrived) => {
    expect(checkOrder(last, arrived)?.reason).toBe(reason)
  })
})

const play = (home: number, away: number, matchStatus: PlayMessage['matchStatus'] = 1): PlayMessage => ({
  kind: 'play',
  key: 'match',
  matchStatus,
  clock: null,
  state: { family: 'football', score: [home, away], halfTime: null, corners: null, cards: null },
})
const known = (message: PlayMessage) => ({
  sport: 'football',
  matchStatus: message.matchStatus,
  state: message.state,
})

describe('a score', () => {
  test('that goes up is accepted', () => {
    expect(checkPlay(known(play(1, 0)), play(1, 1), noMessageYet)).toBeUndefined()
  })

  test('that goes back is refused once, and accepted as a correction when repeated', () => {
    const refused = checkPlay(known(play(2, 0)), play(1, 0), noMessageYet)
    expect(refused?.refusal).toEqual({ reason: 'score_went_back', detail: '2-0 to 1-0' })
    const said = { ...noMessageYet, wentBack: refused?.fingerprint ?? null }
    expect(checkPlay(known(play(2, 0)), play(1, 0), said)).toBeUndefined()
    expect(checkPlay(known(play(2, 0)), play(0, 0), said)?.refusal.reason).toBe('score_went_back')
  })

  test('of a finished match is refused once when the match goes on', () => {
    const refused = checkPlay(known(play(2, 0, -1)), play(2, 0, 3), noMessageYet)
    expect(refused?.refusal.reason).toBe('status_went_back')
    expect(
      checkPlay(known(play(2, 0, -1)), play(2, 0, 3), {
        ...noMessageYet,
        wentBack: refused?.fingerprint ?? null,
      }),
    ).toBeUndefined()
  })
})

test('rounds contain each fixture once, lose none, and keep the order of each', () => {
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

const alive = { kind: 'alive', isUp: true } as const
const up: Producer = { status: 'up', aliveAt: at(0), missedSince: null, requestId: null }

describe('a producer', () => {
  test('recovers on its first heartbeat before it is up', () => {
    expect(afterSignal(silentProducer, alive, at(1))).toMatchObject({ status: 'recovering', aliveAt: at(1) })
  })

  test('that keeps its heartbeat stays up', () => {
    expect(afterSignal(up, alive, at(10))).toEqual({ ...up, aliveAt: at(10) })
  })

  test('that falls silent is down, and messages since its last heartbeat may be missing', () => {
    expect(afterSilence(up)).toMatchObject({ status: 'down', missedSince: at(0) })
    expect(afterSilence(afterSilence(up))).toMatchObject({ missedSince: at(0) })
  })

  test('that reports unsubscribed is down at once', () => {
    expect(afterSignal(up, { kind: 'alive', isUp: false }, at(5))).toMatchObject({
      status: 'down',
      missedSince: at(0),
    })
  })

  test('that comes back is up once its recovery ends, by the answer to that very request', () => {
    const back = afterRequest(afterSignal(afterSilence(up), alive, at(60)), 7)
    expect(back).toMatchObject({ status: 'recovering', missedSince: at(0), requestId: 7 })
    expect(afterSignal(back, { kind: 'snapshot_complete', requestId: 6 }, at(61)).status).toBe('recovering')
    expect(afterSignal(back, { kind: 'snapshot_complete', requestId: undefined }, at(61)).status).toBe(
      'recovering',
    )
    expect(afterSignal(back, { kind: 'snapshot_complete', requestId: 7 }, at(62))).toEqual({
      ...up,
      aliveAt: at(62),
    })
  })

  test('that falls silent during recovery recovers again from the first gap on', () => {
    const back = afterRequest(afterSignal(afterSilence(up), alive, at(60)), 7)
    expect(afterSilence(back)).toMatchObject({ status: 'down', missedSince: at(0), requestId: null })
  })

  test('recovers at most its maximum window, and the rest is reported as lost', () => {
    const down = afterSilence(up)
    const hoursLater = (hours: number) => new Date(at(0).getTime() + hours * 3_600_000)
    expect(recoverFrom(down, hoursLater(9), 600)).toEqual({ from: at(0), lost: undefined })
    const longest = new Date(hoursLater(2).getTime() + 60_000)
    expect(recoverFrom(down, hoursLater(12), 600)).toEqual({
      from: longest,
      lost: { from: at(0), until: longest },
    })
    expect(recoverFrom(silentProducer, at(0), 600)).toEqual({ from: undefined, lost: undefined })
  })

  test('after a gap recovers from its last heartbeat', () => {
    expect(afterSignal(up, { kind: 'gap' }, at(5))).toEqual({
      status: 'recovering',
      aliveAt: at(0),
      missedSince: at(0),
      requestId: null,
    })
    const asked = afterRequest(afterSignal(up, { kind: 'gap' }, at(5)), 7)
    // The same gap during recovery requests nothing more.
    expect(afterSignal(asked, { kind: 'gap' }, at(6))).toBe(asked)
  })
})

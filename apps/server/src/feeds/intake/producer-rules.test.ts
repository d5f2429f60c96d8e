import { describe, expect, test } from 'vitest'
import {
  afterRequest,
  afterSign,
  afterSilence,
  type Producer,
  recoverFrom,
  silentProducer,
} from './producer-rules.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second))
const alive = { kind: 'alive', isUp: true } as const
const up: Producer = { status: 'up', aliveAt: at(0), missedSince: null, requestId: null }

describe('a producer', () => {
  test('that is heard for the first time tells what there is before it is up', () => {
    expect(afterSign(silentProducer, alive, at(1))).toMatchObject({ status: 'recovering', aliveAt: at(1) })
  })

  test('that goes on beating stays up', () => {
    expect(afterSign(up, alive, at(10))).toEqual({ ...up, aliveAt: at(10) })
  })

  test('that falls silent is down, and what it sent since its last beat may be missing', () => {
    expect(afterSilence(up)).toMatchObject({ status: 'down', missedSince: at(0) })
    expect(afterSilence(afterSilence(up))).toMatchObject({ missedSince: at(0) })
  })

  test('that says it is not subscribed is down at once', () => {
    expect(afterSign(up, { kind: 'alive', isUp: false }, at(5))).toMatchObject({
      status: 'down',
      missedSince: at(0),
    })
  })

  test('that comes back is up once it has told what was missed, by the answer to that request and no other', () => {
    const back = afterRequest(afterSign(afterSilence(up), alive, at(60)), 7)
    expect(back).toMatchObject({ status: 'recovering', missedSince: at(0), requestId: 7 })
    expect(afterSign(back, { kind: 'snapshot_complete', requestId: 6 }, at(61)).status).toBe('recovering')
    expect(afterSign(back, { kind: 'snapshot_complete', requestId: undefined }, at(61)).status).toBe(
      'recovering',
    )
    expect(afterSign(back, { kind: 'snapshot_complete', requestId: 7 }, at(62))).toEqual({
      ...up,
      aliveAt: at(62),
    })
  })

  test('that falls silent while it tells has to tell it again from the first gap on', () => {
    const back = afterRequest(afterSign(afterSilence(up), alive, at(60)), 7)
    expect(afterSilence(back)).toMatchObject({ status: 'down', missedSince: at(0), requestId: null })
  })

  test('is asked for the longest it remembers where the gap is longer, and what it cannot tell any more is said', () => {
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

  test('after a gap tells again what it sent since its last beat', () => {
    expect(afterSign(up, { kind: 'gap' }, at(5))).toEqual({
      status: 'recovering',
      aliveAt: at(0),
      missedSince: at(0),
      requestId: null,
    })
    const asked = afterRequest(afterSign(up, { kind: 'gap' }, at(5)), 7)
    // The same gap in what it tells again asks for no more.
    expect(afterSign(asked, { kind: 'gap' }, at(6))).toBe(asked)
  })
})

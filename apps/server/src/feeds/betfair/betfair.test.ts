import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { changedMarket, newExchangeMarket, quotedMilli, readMarketLine } from './exchange-market.ts'
import { readScoreLine } from './cricket-scores.ts'

const FOLDER = new URL('../../../../../../shared/feeds/betfair-stream/', import.meta.url)
const linesOf = (name: string): string[] => {
  const bytes = readFileSync(new URL(name, FOLDER))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trimEnd().split('\n')
}
const refusalOf = (read: { ok: boolean; refusal?: { reason: string } }) => read.refusal?.reason ?? 'taken'

describe('a message of an exchange stream', () => {
  test.each([
    ['{"op":"mcm"', 'malformed'],
    ['{"op":"connection"}', 'unknown_kind'],
    ['{"op":"mcm","clk":"A","mc":[]}', 'field_missing'],
    ['{"op":"mcm","pt":1,"mc":[]}', 'field_missing'],
    ['{"op":"mcm","clk":"A","pt":1,"mc":[1,2,{}],"rc":1}', 'taken'],
    ['{"op":"mcm","clk":"A","pt":1,"mc":{}}', 'field_missing'],
    ['{"op":"mcm","clk":"A","pt":1,"ct":"HEARTBEAT"}', 'taken'],
  ])('%s is %s', (text, reason) => {
    expect(refusalOf(readMarketLine(text))).toBe(reason)
  })

  test('reads or refuses each market alone, by its id if that is readable', () => {
    const race = (id: string, status: string) => ({
      id,
      marketDefinition: {
        eventId: '1',
        eventTypeId: '7',
        marketType: 'WIN',
        marketTime: '2026-01-01T12:00:00.000Z',
        status: 'OPEN',
        inPlay: false,
        betDelay: 0,
        numberOfWinners: 1,
        version: 1,
        runners: [{ id: 7, status }],
      },
    })
    const line = {
      op: 'mcm',
      clk: 'A',
      pt: 1,
      mc: [race('1.1', 'LAMED'), race('1.2', 'ACTIVE'), { id: 'x' }],
    }
    expect(readMarketLine(JSON.stringify(line))).toMatchObject({
      value: {
        changes: [{ id: '1.2' }],
        unread: [
          { id: '1.1', refusal: { reason: 'field_not_valid' }, hasPrices: false },
          { id: undefined, refusal: { reason: 'field_not_valid' }, hasPrices: true },
        ],
      },
    })
  })

  test('quotes the best offered price, and drops one that is removed', () => {
    const image = changedMarket(newExchangeMarket('1.1'), {
      id: '1.1',
      img: true,
      rc: [
        {
          id: 7,
          atb: [
            [1.5, 10],
            [1.6, 2],
          ],
        },
      ],
    })
    expect(quotedMilli(image, 7)).toBe(1600)
    expect(quotedMilli(changedMarket(image, { id: '1.1', rc: [{ id: 7, atb: [[1.6, 0]] }] }), 7)).toBe(1500)
    expect(quotedMilli(changedMarket(image, { id: '1.1', img: true }), 7)).toBeUndefined()
  })

  test('quotes the last traded price when nothing is offered', () => {
    expect(
      quotedMilli(changedMarket(newExchangeMarket('1.1'), { id: '1.1', rc: [{ id: 7, ltp: 3.2 }] }), 7),
    ).toBe(3200)
  })

  test('a negative score is refused', () => {
    const innings = { inningsNum: 1, inningsRuns: -1, inningsOvers: '1.2', inningsWickets: 0 }
    const text = (runs: number) =>
      JSON.stringify({
        op: 'ccm',
        clk: '1',
        pt: 1,
        cc: [
          {
            eventId: '1',
            marketId: '1.1',
            matchStats: { currentInnings: 1, inningsStats: [{ ...innings, inningsRuns: runs }] },
          },
        ],
      })
    expect(refusalOf(readScoreLine(text(-1)))).toBe('score_negative')
    expect(refusalOf(readScoreLine(text(1)))).toBe('taken')
  })
})

describe.runIf(existsSync(FOLDER))('the recorded live session', () => {
  test('is parsed line by line without loss, each later than the one before', () => {
    const reads = linesOf('live_cricket_1.200806927_mcm.jsonl.gz').map(readMarketLine)
    const lines = reads.flatMap((read) => (read.ok ? [read.value] : []))
    expect(lines.length).toBe(18_529)
    expect(reads.length).toBe(18_529)
    expect(new Set(lines.map(({ clock }) => clock)).size).toBe(18_529)
    expect(
      lines.every((one, place) => one.publishedAt >= (lines[place - 1]?.publishedAt ?? one.publishedAt)),
    ).toBe(true)
    const scores = linesOf('live_cricket_1.200806927_ccm.jsonl.gz').map(readScoreLine)
    expect(scores.filter(({ ok }) => ok).length).toBe(2170)
  })

  test('of a race contains non-runners and a winner', () => {
    const lines = linesOf('historicaldata_BASIC-1.132153978').map(readMarketLine)
    const last = lines.at(-1)
    const runners = last?.ok === true ? (last.value.changes[0]?.marketDefinition?.runners ?? []) : []
    expect(lines.filter(({ ok }) => ok).length).toBe(480)
    expect(runners.filter(({ status }) => status === 'REMOVED').map(({ name }) => name)).toEqual([
      'Hellavashock',
      'Hymn For The Dudes',
    ])
    expect(runners.find(({ status }) => status === 'WINNER')).toMatchObject({
      name: 'Brother Mcgonagall',
      bsp: 4.15,
    })
  })
})

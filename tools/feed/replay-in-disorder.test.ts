import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestDeps } from '../test/test-deps.ts'
import { disordered } from './disorders.ts'
import { type Recorded, readRecordings, sentNow } from './recordings.ts'
import { replayInDisorder } from './replay-in-disorder.ts'

/** Each run's result for these messages. */
async function replayed(messages: readonly Recorded[], seed: number) {
  const replays = []
  for await (const replay of replayInDisorder(messages, () => openTestDeps(), seed)) replays.push(replay)
  return replays
}

const folder = mkdtempSync(join(tmpdir(), 'palpite-recordings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const FIXTURE = `<fixtures_fixture><fixture id="sr:match:5" start_time="2026-05-01T18:00:00Z"><tournament id="sr:tournament:1" name="Copa"><sport id="sr:sport:1" name="Soccer"/></tournament><competitors><competitor id="sr:competitor:1" name="Bahia" qualifier="home"/><competitor id="sr:competitor:2" name="Santos" qualifier="away"/></competitors></fixture></fixtures_fixture>`
const head = (at: number) => `product="1" event_id="sr:match:5" timestamp="${at}"`
const odds = (at: number, price: number) =>
  `<odds_change ${head(at)}><odds><market id="1" status="1"><outcome id="1" odds="${price}"/><outcome id="2" odds="3"/><outcome id="3" odds="4"/></market></odds></odds_change>`
const settled = (at: number) =>
  `<bet_settlement certainty="2" ${head(at)}><outcomes><market id="1"><outcome id="1" result="1"/><outcome id="2" result="0"/><outcome id="3" result="0"/></market></outcomes></bet_settlement>`

writeFileSync(join(folder, 'a-fixture.xml'), FIXTURE)
writeFileSync(
  join(folder, 'messages.xmlseq'),
  [odds(1_500_000_000_000, 2), odds(1_500_000_001_000, 2.2), settled(1_500_000_002_000)].join('\n\n'),
)
writeFileSync(
  join(folder, 'stream.gz'),
  gzipSync('{"op":"connection"}\n{"op":"mcm","pt":7,"clk":"A","ct":"HEARTBEAT"}\n'),
)
writeFileSync(join(folder, 'notes.txt'), 'nothing')

describe('recordings of a folder', () => {
  test('are read from documents, sequences and packed streams; files without messages are named', () => {
    const { messages, left } = readRecordings(folder)
    expect(messages.map(({ feed, kind, at }) => [feed, kind, at])).toEqual([
      ['uof', 'fixture', 0],
      ['betfair', 'market', 7],
      ['uof', 'message', 1_500_000_000_000],
      ['uof', 'message', 1_500_000_001_000],
      ['uof', 'message', 1_500_000_002_000],
    ])
    expect(left).toEqual(['notes.txt'])
  })

  test('are sent now, in the same order and with the same ties', () => {
    const { messages } = readRecordings(folder)
    const sent = sentNow([...messages, ...messages.slice(-1)], 2_000_000_000_000)
    expect(sent.map(({ at }) => at - 2_000_000_000_000)).toEqual([0, 1, 2, 3, 4, 4])
    expect(sent.at(-1)?.text).toContain('timestamp="2000000000004"')
    expect(sent[1]?.text).toContain('"pt":2000000000001')
  })

  test('in disorder lose, duplicate or cut every tenth message, and lose none when shuffled', () => {
    const messages = Array.from({ length: 40 }, (_, at): Recorded => ({
      feed: 'uof',
      kind: 'message',
      text: `<message-${at}/>`,
      at,
    }))
    const texts = (list: readonly Recorded[]) => list.map(({ text }) => text)
    expect(disordered(messages, 'plain', 3)).toEqual(messages)
    expect(disordered(messages, 'lost', 3)).toHaveLength(36)
    expect(disordered(messages, 'doubled', 3)).toHaveLength(44)
    expect(texts(disordered(messages, 'cut', 3)).filter((text) => !text.endsWith('/>'))).toHaveLength(4)
    expect(texts(disordered(messages, 'shuffled', 3))).not.toEqual(texts(messages))
    expect(texts(disordered(messages, 'shuffled', 3)).toSorted()).toEqual(texts(messages).toSorted())
    expect(disordered(messages, 'shuffled', 3)).toEqual(disordered(messages, 'shuffled', 3))
  })

  test("keep each stream's order when shuffled", () => {
    const lines = (kind: 'market' | 'score') =>
      Array.from({ length: 20 }, (_, at): Recorded => ({ feed: 'betfair', kind, text: `${kind} ${at}`, at }))
    const mixed = disordered([...lines('market'), ...lines('score')], 'shuffled', 5)
    expect(mixed.slice(0, 20)).not.toEqual(lines('market'))
    for (const kind of ['market', 'score'] as const)
      expect(mixed.filter((message) => message.kind === kind)).toEqual(lines(kind))
  })

  test('end with the same money in every run, or name the market that stayed open', async () => {
    const replays = await replayed(readRecordings(folder).messages, 6)
    expect(
      replays.map(({ disorder, settled, returnCents, open: left, wrong }) => ({
        disorder,
        settled,
        returnCents,
        left,
        wrong,
      })),
    ).toEqual([
      { disorder: 'plain', settled: 3, returnCents: 200, left: [], wrong: [] },
      { disorder: 'shuffled', settled: 3, returnCents: 200, left: [], wrong: [] },
      // The fifth message is the settlement, and with this seed the affected one.
      { disorder: 'lost', settled: 0, returnCents: 0, left: ['uof sr:match:5 football.1x2 full'], wrong: [] },
      { disorder: 'doubled', settled: 3, returnCents: 200, left: [], wrong: [] },
      { disorder: 'cut', settled: 0, returnCents: 0, left: ['uof sr:match:5 football.1x2 full'], wrong: [] },
    ])
  })
})

/** Read in place; a copy of the project alone has none. */
const RECORDED = new URL('../../../shared/feeds', import.meta.url).pathname

/** The definitions of a stream, its end, and some prices: `npm run feed -- replay` plays the whole. */
const some = ({ feed, kind, text }: Recorded, at: number, all: readonly Recorded[]): boolean =>
  feed !== 'betfair' ||
  (kind === 'market' && text.includes('marketDefinition')) ||
  at % 199 === 0 ||
  at > all.length - 20

test.skipIf(!existsSync(RECORDED))(
  'the recorded feeds never end with other money, whatever befalls them on the way (needs ../shared/feeds)',
  async () => {
    const messages = readRecordings(RECORDED).messages.filter(some)
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000_000), async (seed) => {
        const replays = await replayed(messages, seed)
        expect(replays.flatMap(({ disorder, wrong }) => wrong.map((one) => `${disorder}: ${one}`))).toEqual(
          [],
        )
        expect(replays[0]?.settled).toBeGreaterThan(10)
        const [plain] = replays
        for (const { bets, settled, open: left } of replays) {
          expect(bets).toBe(plain?.bets)
          // Unsettled markets are named, and only lost ones are unsettled.
          expect(left.length > 0).toBe(settled < (plain?.settled ?? 0))
        }
        const whole = replays.filter(({ disorder }) => disorder === 'plain' || disorder === 'doubled')
        expect(whole.flatMap(({ open: left }) => left)).toEqual([])
      }),
      { numRuns: 3 },
    )
  },
)

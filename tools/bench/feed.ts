import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FEEDS, openIntake } from '../../apps/server/src/feeds/index.ts'
import { sportsbookSettings } from '../../apps/server/src/sportsbook/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { measureEvening } from './evening.ts'
import { measureFanOut, SOCKETS } from './fan-out-rate.ts'
import { openOwnApp } from './own-app.ts'

// `npm run bench -- feed [--quick] [--json FILE]`: messages of a Unified Odds Feed taken a second, from its XML to prices
// in a durable database, with the rests that leave the other half of the time to bets; and prices sent to 2,000 sockets
// twenty times a second, against bare `ws`.
const { values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})

const FIXTURES = 100
const MESSAGES = values.quick ? 500 : 5000

/** Prices as pushed to viewers of a match: a result and nine moved lines. */
const UPDATES_A_SECOND = 20
const oddsMessage = {
  fixtureId: '1',
  scope: 'whole',
  since: 1,
  version: 2,
  isStopped: false,
  matchStatus: 3,
  clock: { period: 'half2', minute: 63 },
  homeScore: 1,
  awayScore: 0,
  state: { family: 'football', score: [1, 0], halfTime: [1, 0], corners: [4, 2], cards: [1, 2] },
  marketCount: 60,
  markets: Array.from({ length: 10 }, (_, at) => ({
    marketId: String(1000 + at),
    status: 'open',
    outcomes: Array.from({ length: at === 0 ? 3 : 2 }, (__, of) => [
      String(9000 + 3 * at + of),
      1850,
      'open',
    ]),
  })),
}

const fixture = (at: number) => ({
  kind: 'fixture' as const,
  key: `sr:match:${at}`,
  sport: 'football' as const,
  competition: 'Bench',
  title: null,
  participants: [{ name: `Home ${at}` }, { name: `Away ${at}` }],
  startsAt: new Date(Date.now() + 3_600_000),
  model: null,
  play: null,
})

/** Ten markets whose prices all move, and each message a millisecond after the one before. */
function message(at: number, sentAt: number): string {
  const price = (of: number) => (1.5 + ((at * 7 + of * 13) % 200) / 100).toFixed(2)
  const totals = Array.from({ length: 9 }, (_, line) => {
    const outcomes = `<outcome id="12" odds="${price(line)}"/><outcome id="13" odds="${price(line + 3)}"/>`
    return `<market id="18" specifiers="total=${line + 0.5}" status="1">${outcomes}</market>`
  })
  const result = ['1', '2', '3'].map((id, of) => `<outcome id="${id}" odds="${price(of)}"/>`).join('')
  const about = `product="1" event_id="sr:match:${at % FIXTURES}" timestamp="${sentAt}"`
  return `<odds_change ${about}><odds><market id="1" status="1">${result}</market>${totals.join('')}</odds></odds_change>`
}

async function measure(deps: Deps, share: number): Promise<number> {
  const intake = openIntake(deps, { feed: 'uof', share })
  const read = FEEDS.find(({ name }) => name === 'uof')?.read
  if (!read) throw new Error('the feed has no messages')
  const began = Date.now()
  const from = performance.now()
  for (let at = 0; at < MESSAGES; at += 1)
    await intake.receive(read(message(at, began + at), sportsbookSettings), new Date(began + at))
  await intake.drained()
  const perSecond = (MESSAGES * 1000) / (performance.now() - from)
  await intake.stop()
  return perSecond
}

const own = await openOwnApp()
try {
  const intake = openIntake(own.deps, { feed: 'uof', share: 1 })
  for (let at = 0; at < FIXTURES; at += 1) {
    const reported = fixture(at)
    await intake.receive({
      ok: true,
      value: [
        {
          about: 'fixture',
          key: reported.key,
          producer: 'fixtures',
          kind: 'fixture',
          sentAt: undefined,
          digest: reported.key,
          translate: () => ({ ok: true, value: { messages: [reported], left: [] } }),
        },
      ],
    })
  }
  await intake.drained()
  const alone = await measure(own.deps, 1)
  const besideBets = await measure(own.deps, 0.5)
  const taken = /feed_messages_total\{feed="uof",result="taken"\} (\d+)/.exec(
    await own.deps.metrics.text(),
  )?.[1]
  if (Number(taken) !== FIXTURES + 2 * MESSAGES) throw new Error(`only ${taken} messages were taken`)
  process.stdout.write(
    `${alone.toFixed(0)} messages a second, each with the prices of ten markets; ${besideBets.toFixed(0)} with the rests that bets are left\n`,
  )
  const evening = await measureEvening(own, values.quick ? 20 : 120)
  process.stdout.write(
    `${evening.live} matches of twelve sports live: ${(evening.processor * 100).toFixed(0)} % of one processor, ` +
      `${evening.rowsPerSecond.toFixed(0)} rows and ${evening.walKbPerSecond.toFixed(0)} kB of log a second; ` +
      `a day of fixtures is priced in ${evening.fillSeconds.toFixed(1)} s\n`,
  )
  const odds = await measureFanOut({
    event: 'prices',
    state: oddsMessage,
    seconds: values.quick ? 3 : 10,
    turns: values.quick ? 1 : 3,
    everyMs: 1000 / UPDATES_A_SECOND,
  })
  process.stdout.write(
    `prices to ${SOCKETS} sockets, ${UPDATES_A_SECOND} times a second: ${odds.ratio.toFixed(2)} × bare ws (goal ≥ 0.8), ` +
      `the last one within ${odds.p99Ms.toFixed(0)} ms (p99, goal ≤ 100)\n`,
  )
  const figures = {
    odds_fanout: Number(odds.ratio.toFixed(3)),
    odds_fanout_p99_ms: Math.round(odds.p99Ms),
    feed: Math.round(besideBets),
    feed_without_rests: Math.round(alone),
    evening_processor: Number(evening.processor.toFixed(3)),
    evening_rows: Math.round(evening.rowsPerSecond),
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)
} finally {
  await own.close()
}

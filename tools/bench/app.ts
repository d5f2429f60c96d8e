import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../test/browser.ts'
import { openWholeApp } from '../test/whole-app.ts'
import { comeBack, registered } from '../../tests/e2e/known-player.ts'
import { scheduleMatch } from '../../tests/e2e/player.ts'
import { measureFirstRoute } from './first-route.ts'
import { figuresOf, visitFirst, formatVisits } from './first-visit.ts'
import { measureFrames } from './frames.ts'
import { measureInteractions } from './interactions.ts'
import { measurePriceFrames } from './price-frames.ts'
import { measurePriceMemory } from './price-memory.ts'
import { type Row, ratiosOf, tableOf } from './table.ts'

// `npm run bench -- app [--quick] [--json FILE]`: the bytes of a first visit to home and of each screen viewed for a
// minute, the latency of presses, the frame rates of game boards, and Lighthouse scores.
const { values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})

const seconds = values.quick ? 20 : 60
/** The first answers and the app's files do not belong to the cost of a minute of viewing. */
const SETTLE_MS = 10_000

type Screen = { name: string; what: string; path: (fixtureId: string) => string; goalKb: number }

/** Bytes allowed per minute: for a screen without live data, and for one with live matches (3 MB an hour). */
const QUIET_KB = 20
const LIVE_KB = 50

const screens: readonly Screen[] = [
  { name: 'home', what: 'home', path: () => '/home', goalKb: LIVE_KB },
  { name: 'live', what: 'sports, live', path: () => '/footballPage', goalKb: LIVE_KB },
  { name: 'today', what: 'sports, today', path: () => '/footballPage?when=today', goalKb: QUIET_KB },
  {
    name: 'week',
    what: 'sports, a day of the week',
    path: () => '/footballPage?when=week&day=3',
    goalKb: QUIET_KB,
  },
  { name: 'match', what: 'a live match', path: (fixtureId) => `/footballPage/${fixtureId}`, goalKb: LIVE_KB },
]

/** Live matches at once, as on an evening with full lists. */
const playing = [
  ['Porto Maracujá', 'Vila Jabuti'],
  ['Serra do Quati', 'Morro do Tucano'],
  ['Lagoa do Jacu', 'Barra do Pequi'],
  ['Vale da Pitomba', 'Ilha do Cambucá'],
  ['Praia da Pitanga', 'Duna do Siri'],
  ['Largo do Azulejo', 'Beco do Violão'],
] as const

async function main(): Promise<void> {
  const app = await openWholeApp()
  const browser = await openBrowser()
  try {
    const matches = await Promise.all(
      playing.map(([home, away]) => scheduleMatch(app, { home, away, startsInSeconds: 1, speed: 1 })),
    )
    const fixtureId = matches[0]?.fixtureId ?? ''
    const rows = await Promise.all(
      screens.flatMap((screen) =>
        (['visitor', 'player'] as const).map(async (who): Promise<Row> => {
          const path = screen.path(fixtureId)
          // One player for each page: the sockets of one player are limited.
          const player = who === 'player' ? await registered(app) : undefined
          const bytes = await measure(browser, async (page) => {
            if (player) await comeBack(page, app, player, path)
            else await page.goto(app.url + path)
          })
          return {
            name: `app_${screen.name}_${who}_bytes_a_minute`,
            what: `${screen.what}, as a ${who}`,
            value: bytes / 1000,
            unit: 'kB a minute',
            goal: screen.goalKb,
          }
        }),
      ),
    )
    const frames = [
      ...(await measureFirstRoute(browser, app)),
      ...(await measureInteractions(browser, app)),
      ...(await measureFrames(browser, app)),
      ...(await measurePriceFrames(browser, app)),
      ...(await measurePriceMemory(browser, app)),
    ]
    const visits = await visitFirst(app, fixtureId)
    process.stdout.write(`\n${tableOf([...rows, ...frames])}\n\n${formatVisits(visits)}\n`)
    const measured = [
      ...Object.entries(ratiosOf(rows)).map(([name, kb]) => [name, Math.round(kb * 1000)]),
      ...Object.entries(ratiosOf(frames)),
      ...Object.entries(figuresOf(visits)),
    ]
    if (values.json) writeFileSync(values.json, `${JSON.stringify(Object.fromEntries(measured), null, 2)}\n`)
  } finally {
    await browser.close()
    await app.stop()
  }
}

type Page = Awaited<ReturnType<Browser['newPage']>>

/** Bytes received in a minute: answers with their headers, and socket messages. */
async function measure(browser: Browser, open: (page: Page) => Promise<void>): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 393, height: 852 }, locale: 'pt-BR' })
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  let bytes = 0
  line.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  line.on(
    'Network.webSocketFrameReceived',
    ({ response }) => (bytes += Buffer.byteLength(response.payloadData)),
  )
  await open(page)
  await page.waitForTimeout(SETTLE_MS)
  bytes = 0
  await page.waitForTimeout(seconds * 1000)
  const measured = (bytes * 60) / seconds
  await context.close()
  return measured
}

await main()

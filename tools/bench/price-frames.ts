import type { Calls, PublicEvents } from '@palpite/contract'
import type { Browser, Page } from 'playwright-core'
import { call, comeBack, registered } from '../../tests/e2e/known-player.ts'
import type { World } from '../../tests/e2e/player.ts'
import { onSlowPage, sample, SLOWED } from './frames.ts'
import type { Row } from './table.ts'

type Leagues = Calls['GET /api/app/sportsbook/fixtures']['data']
type Fixture = Leagues[number]['fixtures'][number]
type Prices = PublicEvents['prices']

/** With three prices each. */
const MATCHES = 100
/** As many as a league shows without being asked for more. */
const MATCHES_A_LEAGUE = 20
const UPDATES_A_SECOND = 50
const FRAMES_GOAL = 50
/** A slip of as many legs as a parlay may have, tapped faster than a thumb does. */
const TAPS = 12
const TAP_EVERY_MS = 250
const WEEK_DAYS = [0, 1, 2, 3, 4, 5, 6]
/** Prices are set in steps, and come back after so many of them. */
const [STEP_MILLI, STEPS] = [10, 7]

/**
 * Frames a second of a list of three hundred prices to which fifty updates come a second, and how many of the taps made
 * meanwhile are in the slip. The matches are the server's own; their moves are put into the page's socket.
 */
export async function measurePriceFrames(browser: Browser, world: World): Promise<Row[]> {
  const player = await registered(world)
  const leagues = await readLeagues(world)
  const { frames, taps, chosen } = await onSlowPage(browser, async (page, slow) => {
    await page.addInitScript(KEEP_SOCKET)
    await page.route(/\/sportsbook\/fixtures\?/, (route) =>
      route.fulfill({ json: { status: 200, message: 'success', data: leagues } }),
    )
    await comeBack(page, world, player, '/footballPage?when=week')
    await unfoldAll(page)
    await slow()
    await movePrices(
      page,
      leagues.flatMap(({ fixtures }) => fixtures),
    )
    const [framesASecond, tapped] = await Promise.all([sample(page), tapPrices(page)])
    return { frames: framesASecond, taps: tapped.length, chosen: await countChosen(page, tapped) }
  })
  const what = `${MATCHES * 3} prices at ${UPDATES_A_SECOND} updates a second`
  return [
    {
      name: 'fps_300',
      what: `${what}, processor slowed ${SLOWED}×`,
      value: frames,
      unit: 'frames a second',
      goal: FRAMES_GOAL,
    },
    {
      name: 'fps_300_taps',
      what: `${what}: prices in the slip after ${taps} taps`,
      value: chosen,
      unit: 'taps',
      goal: taps,
    },
  ]
}

/** Coming matches of the week with who wins them alone, in leagues as large as are shown at once. */
async function readLeagues(world: World): Promise<Leagues> {
  const days: Leagues[] = []
  for (const day of WEEK_DAYS) {
    days.push(
      (await call(world, '', `/api/app/sportsbook/fixtures?sport=football&when=week&day=${day}`)) as Leagues,
    )
  }
  const fixtures = days
    .flat()
    .flatMap((league) => league.fixtures)
    .map((fixture) => ({
      ...fixture,
      markets: fixture.markets.filter(({ type }) => type === 'football.1x2'),
    }))
    .filter(({ matchStatus, markets }) => matchStatus === 0 && markets[0]?.status === 'open')
    .slice(0, MATCHES)
  if (fixtures.length < MATCHES) throw new Error(`only ${fixtures.length} matches take bets this week`)
  return Array.from({ length: MATCHES / MATCHES_A_LEAGUE }, (_, at) => {
    const competition = `Liga ${at + 1}`
    const own = fixtures.slice(at * MATCHES_A_LEAGUE, (at + 1) * MATCHES_A_LEAGUE)
    return {
      competition,
      country: null,
      outrights: [],
      fixtures: own.map((one) => ({ ...one, competition })),
    }
  })
}

async function unfoldAll(page: Page): Promise<void> {
  const folded = page.locator('main section h2 button[aria-expanded="false"]')
  await page.locator('main section h2 button').first().waitFor()
  while ((await folded.count()) > 0) await folded.first().click()
  const shown = await page.locator('main [data-outcome]').count()
  if (shown !== MATCHES * 3) throw new Error(`${shown} prices are shown`)
}

/** Keeps the page's own socket in sight, so that it can be given messages as the browser gives them: nothing else is done for it. */
const KEEP_SOCKET = `window.WebSocket = class extends WebSocket {
  constructor(address, ...rest) {
    super(address, ...rest)
    if (String(address).includes('gamecenter-siop')) window.pricesSocket = this
  }
}`

/** So many seconds of messages are ready before the first is told. */
const MESSAGES_SECONDS = 60

/** Moves the prices of one match after the other. What a busy machine was late with is made up for: fifty a second are fifty a second. */
async function movePrices(page: Page, fixtures: readonly Fixture[]): Promise<void> {
  const messages = Array.from({ length: MESSAGES_SECONDS * UPDATES_A_SECOND }, (_, turn) => {
    const fixture = fixtures[turn % fixtures.length]
    return fixture ? `42${JSON.stringify(['prices', movedPrices(fixture, turn)])}` : ''
  })
  await page.evaluate(`{
    const messages = ${JSON.stringify(messages)}
    const from = performance.now()
    let told = 0
    setInterval(() => {
      const due = Math.min(messages.length, ((performance.now() - from) * ${UPDATES_A_SECOND}) / 1000)
      for (; told < due; told += 1)
        window.pricesSocket.dispatchEvent(new MessageEvent('message', { data: messages[told] }))
    }, ${1000 / UPDATES_A_SECOND})
  }`)
}

function movedPrices(fixture: Fixture, turn: number): Prices {
  const { fixtureId, version, matchStatus, clock, homeScore, awayScore, state, marketCount, markets } =
    fixture
  const standing = { matchStatus, clock, homeScore, awayScore, state, marketCount }
  return {
    fixtureId,
    scope: 'main',
    since: version + turn,
    version: version + turn + 1,
    isStopped: false,
    ...standing,
    markets: markets.map(({ marketId, status, type, period, periodCode, lineQuarters, side, outcomes }) => ({
      marketId,
      status,
      outcomes: outcomes.map(({ outcomeId, priceMilli, status: own }) => [
        outcomeId,
        priceMilli + STEP_MILLI * (1 + (Math.floor(turn / MATCHES) % STEPS)),
        own,
      ]),
      about: { type, period, periodCode, lineQuarters, side, codes: outcomes.map(({ code }) => code) },
    })),
  }
}

/** Taps prices in sight as a finger does: where they stand, whatever the page is busy with. Answers which. */
async function tapPrices(page: Page): Promise<string[]> {
  const inSight =
    (await page.evaluate(`[...document.querySelectorAll('main [data-outcome]')].flatMap((button) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    const middle = { x: x + width / 2, y: y + height / 2 }
    const isFree = button.contains(document.elementFromPoint(middle.x, middle.y))
    return isFree ? [{ ...middle, outcomeId: button.dataset.outcome }] : []
  })`)) as { x: number; y: number; outcomeId: string }[]
  const chosen = inSight.slice(0, TAPS)
  for (const { x, y } of chosen) {
    await page.mouse.click(x, y)
    await page.waitForTimeout(TAP_EVERY_MS)
  }
  return chosen.map(({ outcomeId }) => outcomeId)
}

/** How many of these stand in the slip that the page has kept. */
async function countChosen(page: Page, outcomeIds: readonly string[]): Promise<number> {
  const kept: string = await page.evaluate(`localStorage.getItem('slip') ?? '{}'`)
  const { legs = [] } = JSON.parse(kept) as { legs?: { outcomeId: string }[] }
  return outcomeIds.filter((id) => legs.some(({ outcomeId }) => outcomeId === id)).length
}

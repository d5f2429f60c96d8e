import type { Calls, PublicEvents } from '@palpite/contract'
import type { Page } from 'playwright-core'
import { call, comeBack, registered } from '../../tests/e2e/known-player.ts'
import type { World } from '../../tests/e2e/player.ts'

type Leagues = Calls['GET /api/app/sportsbook/fixtures']['data']
export type Fixture = Leagues[number]['fixtures'][number]
type Prices = PublicEvents['prices']

/** With three prices each. */
export const MATCHES = 100
/** As many as a league shows before "show more". */
const MATCHES_A_LEAGUE = 20
const WEEK_DAYS = [0, 1, 2, 3, 4, 5, 6]
/** Prices are set in steps, and come back after this many of them. */
const [STEP_MILLI, STEPS] = [10, 7]

/**
 * A player's list of three hundred prices, all in sight: the server's own matches, in leagues made for it. Their moves
 * are put into the page's socket, `window.pricesSocket`, as `moveOf` words them.
 */
export async function openPriceList(page: Page, world: World): Promise<Fixture[]> {
  const player = await registered(world)
  const leagues = await readLeagues(world)
  await page.addInitScript(KEEP_SOCKET)
  await page.route(/\/sportsbook\/fixtures\?/, (route) =>
    route.fulfill({ json: { status: 200, message: 'success', data: leagues } }),
  )
  await comeBack(page, world, player, '/footballPage?when=week')
  await unfoldAll(page)
  return leagues.flatMap(({ fixtures }) => fixtures)
}

/** The message of a turn: the prices of one match after the other. */
export function moveOf(fixtures: readonly Fixture[], turn: number): string {
  const fixture = fixtures[turn % fixtures.length]
  return fixture ? `42${JSON.stringify(['prices', movedPrices(fixture, turn)])}` : ''
}

/** Coming matches of the week with only their result market, in leagues as large as are shown at once. */
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

/** Exposes the page's own socket, so that messages can be put into it as the browser would. */
const KEEP_SOCKET = `window.WebSocket = class extends WebSocket {
  constructor(address, ...rest) {
    super(address, ...rest)
    if (String(address).includes('gamecenter-siop')) window.pricesSocket = this
  }
}`

function movedPrices(fixture: Fixture, turn: number): Prices {
  const { fixtureId, version, matchStatus, clock, homeScore, awayScore, state, marketCount, markets } =
    fixture
  const fixtureState = { matchStatus, clock, homeScore, awayScore, state, marketCount }
  return {
    fixtureId,
    scope: 'main',
    since: version + turn,
    version: version + turn + 1,
    isStopped: false,
    ...fixtureState,
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

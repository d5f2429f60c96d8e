import type { Page, Route } from '@playwright/test'
import { present } from '../../apps/server/src/platform/errors.ts'
import { settled } from './accessible.ts'
import { call } from './known-player.ts'
import type { World } from './player.ts'
import { expect, strict, test } from './test.ts'

test.use(strict)

/** Whether a page with words, or this part of it, is visible; recorded before every frame, when it changes. */
const noteFrames = (page: Page, part = '#main main') =>
  page.addInitScript(`{
    const seen = []
    window.seen = seen
    const look = () => {
      const page = document.querySelector('${part}')
      const isSeen = page !== null && page.innerText.trim() !== ''
      if (seen.at(-1) !== isSeen) seen.push(isSeen)
      requestAnimationFrame(look)
    }
    look()
  }`)

/** A placeholder would be visible within this many frames; long before the app stops waiting for answers. */
const LATE_FRAMES = 20

/** Releases the held calls once the app has its texts and could have mounted without them visibly. */
const lateOnes = (page: Page) => {
  const texts = page.waitForResponse(/\/assets\/texts-pt-BR-first-/)
  return async (route: Route) => {
    await texts
    await page.evaluate(`new Promise((done) => {
      let left = ${LATE_FRAMES}
      const next = () => ((left -= 1) > 0 ? requestAnimationFrame(next) : done())
      next()
    })`)
    await route.continue()
  }
}

/** The page was visible from its first frame until the app mounted with the delayed data. */
const staysInSight = async (page: Page): Promise<void> => {
  await expect(page.locator('[data-drawn]')).toHaveCount(0)
  await settled(page)
  const frames = await page.evaluate<boolean[]>('window.seen')
  expect(frames.slice(frames.indexOf(true))).toEqual([true])
}

for (const { path, chunk } of [
  { path: '/', chunk: 'StudioSection' },
  { path: '/dice', chunk: 'StudioSection' },
  { path: '/footballPage', chunk: 'SportsPage' },
  { path: '/ajuda', chunk: 'HelpPage' },
  { path: '/vip', chunk: 'VipPage' },
  { path: '/mines', chunk: 'MinesPage' },
  { path: '/double', chunk: 'DoublePage' },
  { path: '/luckyColor', chunk: 'LuckyPage' },
  { path: '/limbo', chunk: 'LimboPage' },
  { path: '/rowDouble', chunk: 'RowDoublePage' },
])
  test(`${path} stays visible while the app replaces it`, async ({ page, world }) => {
    await page.route(`**/assets/${chunk}-*.js`, lateOnes(page))
    await noteFrames(page)
    const came = page.waitForResponse(`**/assets/${chunk}-*.js`)
    await page.goto(world.url + path)
    await came
    await staysInSight(page)
  })

for (const path of ['/home', '/dice', '/share'])
  test(`home's first matches are in the page at ${path}, and stay visible while the app replaces it`, async ({
    page,
    world,
  }) => {
    expect(await (await fetch(world.url + path)).text()).toContain('data-matches')
    await page.route('**/api/app/sportsbook/live*', lateOnes(page))
    await noteFrames(page, '#main main article a[href^="/footballPage/"]')
    await page.goto(world.url + path)
    await staysInSight(page)
  })

/** A match to come, as anybody finds it. */
const comingMatch = async (world: World): Promise<{ fixtureId: string; home: string; away: string }> => {
  const [league] = (await call(world, '', '/api/app/sportsbook/fixtures?sport=football&when=tomorrow')) as {
    fixtures: { fixtureId: string; home: string; away: string }[]
  }[]
  return present(league?.fixtures.at(-1), 'a match of tomorrow')
}

test('a match names its sides before any script, and stays visible while the app replaces it', async ({
  page,
  world,
}) => {
  const { fixtureId, home, away } = await comingMatch(world)
  const path = `/footballPage/${fixtureId}`
  const sent = await fetch(world.url + path, { headers: { 'accept-language': 'pt-BR' } })
  const words = await sent.text()
  for (const name of [home, away]) expect(words).toContain(`tracking-tight">${name}</span>`)
  await page.route(`**/api/app/sportsbook/fixture/${fixtureId}*`, lateOnes(page))
  await noteFrames(page)
  await page.goto(world.url + path)
  await staysInSight(page)
  await expect(page.locator('main button.odds').first()).toBeVisible()
})

test("numbers of a prerendered page are in its language's format", async ({ world }) => {
  const page = await (await fetch(`${world.url}/mines?lang=en`)).text()
  expect(page).toContain('1.00×')
  expect(page).not.toContain('1,00×')
})

test("mines has its table before any script, with its board's style", async ({ world }) => {
  const page = await (await fetch(`${world.url}/mines`, { headers: { 'accept-language': 'pt-BR' } })).text()
  expect(page.match(/data-tile="/g)).toHaveLength(25)
  const [, board = ''] = /class="(_board_[\w-]+)"/.exec(page) ?? []
  expect(page).toContain(`.${board}{`)
})

for (const path of ['/vip', '/mines', '/double', '/luckyColor', '/limbo', '/rowDouble'])
  test(`${path} is prerendered, with title and description`, async ({ world }) => {
    const answer = await fetch(world.url + path, { headers: { 'accept-language': 'pt-BR' } })
    const page = await answer.text()
    const title = /<title>([^<]+) · Palpite<\/title>/.exec(page)?.[1] ?? ''
    expect(page).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
    expect(page).toMatch(/<meta name="description" content="[^"]{20,}"/)
  })

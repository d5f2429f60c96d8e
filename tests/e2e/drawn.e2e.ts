import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { present } from '../../apps/server/src/platform/assert.ts'
import { openPhone } from '../../tools/test/phone.ts'
import { call } from './known-player.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()

/** A page with words in it is in sight, or none is; noted before every frame, one after the other where it changes. */
const noteFrames = (page: Page) =>
  page.addInitScript(`{
    const seen = []
    window.seen = seen
    const look = () => {
      const page = document.querySelector('#main main')
      const isSeen = page !== null && page.innerText.trim() !== ''
      if (seen.at(-1) !== isSeen) seen.push(isSeen)
      requestAnimationFrame(look)
    }
    look()
  }`)

/** What a page is made of comes late, as on a slow line: whatever stood in for it would be seen. */
const LATE_MS = 600

test.each([
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
])('$path stays in sight while the app takes its place', async ({ path, chunk }) => {
  const phone = await openPhone()
  try {
    let late = 0
    await phone.page.route(`**/assets/${chunk}-*.js`, async (route) => {
      late += 1
      await new Promise((done) => setTimeout(done, LATE_MS))
      await route.continue()
    })
    await noteFrames(phone.page)
    await phone.page.goto(world.url + path)
    await phone.page.locator('[data-drawn]').waitFor({ state: 'detached' })
    await expect.poll(() => late).toBeGreaterThan(0)
    await phone.page.waitForLoadState('networkidle')
    const frames = await phone.page.evaluate<boolean[]>('window.seen')
    expect(frames.slice(frames.indexOf(true))).toEqual([true])
    expect(phone.faults()).toEqual([])
  } finally {
    await phone.close()
  }
})

/** A match to come, as anybody finds it. */
const comingMatch = async (): Promise<{ fixtureId: string; home: string; away: string }> => {
  const [league] = (await call(world, '', '/api/app/sportsbook/fixtures?sport=football&when=week')) as {
    fixtures: { fixtureId: string; home: string; away: string }[]
  }[]
  return present(league?.fixtures.at(-1), 'a match of the week')
}

test('a match says who plays before any script, and stays in sight while the app takes its place', async () => {
  const { fixtureId, home, away } = await comingMatch()
  const path = `/footballPage/${fixtureId}`
  const sent = await fetch(world.url + path, { headers: { 'accept-language': 'pt-BR' } })
  const page = await sent.text()
  for (const name of [home, away]) expect(page).toContain(`tracking-tight">${name}</span>`)
  const phone = await openPhone()
  try {
    await phone.page.route(`**/api/app/sportsbook/fixture/${fixtureId}*`, async (route) => {
      await new Promise((done) => setTimeout(done, LATE_MS))
      await route.continue()
    })
    await noteFrames(phone.page)
    await phone.page.goto(world.url + path)
    await phone.page.locator('[data-drawn]').waitFor({ state: 'detached' })
    expect(await phone.page.locator('main button.odds').count()).toBeGreaterThan(0)
    await phone.page.waitForLoadState('networkidle')
    const frames = await phone.page.evaluate<boolean[]>('window.seen')
    expect(frames.slice(frames.indexOf(true))).toEqual([true])
    expect(phone.faults()).toEqual([])
  } finally {
    await phone.close()
  }
})

test('numbers of a drawn page are written as in its language', async () => {
  const page = await (await fetch(`${world.url}/mines?lang=en`)).text()
  expect(page).toContain('1.00×')
  expect(page).not.toContain('1,00×')
})

test('mines is on its table before any script, in the style of its board', async () => {
  const page = await (await fetch(`${world.url}/mines`, { headers: { 'accept-language': 'pt-BR' } })).text()
  expect(page.match(/data-tile="/g)).toHaveLength(25)
  const [, board = ''] = /class="(_board_[\w-]+)"/.exec(page) ?? []
  expect(page).toContain(`.${board}{`)
})

test.each(['/vip', '/mines', '/double', '/luckyColor', '/limbo', '/rowDouble'])(
  '%s is drawn before any script, under its name and with what it is',
  async (path) => {
    const answer = await fetch(world.url + path, { headers: { 'accept-language': 'pt-BR' } })
    const page = await answer.text()
    const title = /<title>([^<]+) · Palpite<\/title>/.exec(page)?.[1] ?? ''
    expect(page).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
    expect(page).toMatch(/<meta name="description" content="[^"]{20,}"/)
  },
)

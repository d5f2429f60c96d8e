import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { competitions } from '../../apps/server/src/sportsbook/feeds/simulator/leagues/table.ts'
import { unreadable } from '../../tools/pictures/measure.ts'
import type { Screen } from '../../tools/pictures/screen.ts'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaintsNow, settled } from './accessible.ts'
import { sheet } from './sheets.ts'
import { walk, walked } from './walk.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
/** From where on a desk begins, to the broadest there are. */
const desks = [
  [1024, 768],
  [1440, 900],
  [2560, 1440],
] as const
let phone: Phone
let page: Page
let open: (screen: Screen) => Promise<void>

beforeAll(async () => {
  phone = await openPhone()
  page = phone.page
  open = await walk(world, phone)
})
afterAll(() => phone.close())

/** The sheet of the slip, and what it leads to, are a phone's: on a desk the slip stands beside the page. */
const ofPhones = ['slip', 'slip-empty', 'share-slip']
const onDesk = walked.filter(({ name }) => !ofPhones.includes(name))

const screen = (name: string): Screen => {
  const found = walked.find((each) => each.name === name)
  if (!found) throw new Error(`no screen is called ${name}`)
  return found
}

const openAt = async (name: string, width: number, height: number): Promise<void> => {
  await page.setViewportSize({ width, height })
  await open(screen(name))
}

/** What cannot be read once the page stands; what still comes is waited for a moment. */
const unread = async (): Promise<string[]> => {
  let found = await unreadable(page)
  for (let looks = 0; found.length > 0 && looks < 6; looks += 1) {
    await page.waitForTimeout(500)
    found = await unreadable(page)
  }
  return found
}

test.each(onDesk)('$name stands on a desk of every width, whole and readable', async (each) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await open(each)
  const found: string[] = []
  for (const [width, height] of desks) {
    await page.setViewportSize({ width, height })
    await settled(page)
    found.push(...(await unread()).map((finding) => `${width}: ${finding}`))
  }
  expect([...found, ...(await complaintsNow(page, 'all'))]).toEqual([])
})

/** The sides that need most room: the longest words, and the longest names. */
const longestNames = (): string[] => {
  const names = competitions.flatMap(({ sport, entrants }) => (sport === 'racing' ? [] : entrants))
  const wordOf = (name: string) => Math.max(...name.split(/[\s-]/).map(({ length }) => length))
  const byWord = names.toSorted((one, other) => wordOf(other) - wordOf(one))
  const byName = names.toSorted((one, other) => other.length - one.length)
  return [...byWord.slice(0, 12), ...byName.slice(0, 12)]
}

/** As many sets as a match of the sport can have: each with as many figures as it can have. */
const setsOf: Record<string, { bestOf: number; points: [number, number] | null }> = {
  tennis: { bestOf: 5, points: [4, 3] },
  volleyball: { bestOf: 5, points: null },
  table_tennis: { bestOf: 7, points: null },
}

/** A match to come as it stands when this many sets have begun. */
const inSets = (sport: string, begun: number) => ({
  matchStatus: 1,
  homeScore: Math.ceil((begun - 1) / 2),
  awayScore: Math.floor((begun - 1) / 2),
  state: {
    family: 'sets',
    ...setsOf[sport],
    sets: Array.from({ length: begun }, () => (sport === 'tennis' ? [7, 6] : [25, 23])),
    server: begun % 2 === 0 ? 'home' : 'away',
    winner: null,
  },
})

test.each(['football', 'tennis', 'volleyball', 'table_tennis', 'basketball'])(
  'whoever plays %s stands by name, whole, in the lists of every width, live and to come',
  async (sport) => {
    const names = longestNames()
    const bestOf = setsOf[sport]?.bestOf ?? 0
    let given = 0
    const name = (place: number) => names[place % names.length]
    await page.route('**/api/app/sportsbook/fixtures*', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { data: { fixtures: object[] }[] }
      for (const [at, fixture] of json.data.flatMap(({ fixtures: all }) => all).entries()) {
        given += 1
        const begun = bestOf - (at % (bestOf + 1))
        const sides = { home: name(2 * at), away: name(2 * at + 1) }
        Object.assign(fixture, sides, begun > 0 && inSets(sport, begun))
      }
      await route.fulfill({ response, json })
    })
    onTestFinished(() => page.unrouteAll({ behavior: 'wait' }))
    const found: string[] = []
    for (const when of ['live', 'week']) {
      for (const [width, height] of [[320, 640] as const, [393, 852] as const, ...desks]) {
        await page.setViewportSize({ width, height })
        await page.goto(`${world.url}/footballPage?sport=${sport}&when=${when}`)
        await page.getByRole('main').first().waitFor()
        await settled(page)
        found.push(...(await unread()).map((finding) => `${width} ${when}: ${finding}`))
      }
    }
    expect(given).toBeGreaterThan(bestOf)
    expect(found).toEqual([])
  },
)

/** Screens with the ways around; the payment and the errors are met on the way to somewhere. */
const withWays = ['home', 'sports-week', 'match', 'dice', 'double', 'records-bets', 'account', 'vip', 'help']

test.each(withWays)(
  '%s has the ways around in its bar, in words, and no bar of a phone below',
  async (name) => {
    await openAt(name, 1024, 768)
    const ways = page.getByRole('navigation', { name: 'Principal' }).filter({ visible: true })
    expect(await ways.count()).toBe(1)
    const { y } = await boxOf(ways)
    expect(y).toBeLessThan(10)
    expect(await ways.getByRole('link', { name: 'Esportes' }).count()).toBe(1)
  },
)

/** Where this stands. A page that was drawn before gives way to the app meanwhile. */
const boxOf = async (what: Locator) => {
  for (let looks = 0; looks < 50; looks += 1) {
    const box = await what.boundingBox()
    if (box) return box
    await page.waitForTimeout(100)
  }
  throw new Error(`${String(what)} is not in sight`)
}

/** How broad the page is: the window without the room that is kept for a scroll bar, under a sheet too. */
const pageWidth = (): Promise<number> =>
  page.evaluate('Math.round(document.documentElement.getBoundingClientRect().width)')

test.each(['dice', 'limbo', 'mines', 'row-double'])(
  '%s has its panel, its stage and the rounds before beside each other',
  async (name) => {
    await openAt(name, 1440, 900)
    const panel = await boxOf(page.getByRole('region', { name: 'Sua aposta' }))
    const rounds = await boxOf(page.getByRole('region', { name: 'Suas rodadas' }))
    expect(panel.x + panel.width).toBeLessThan(500)
    expect(rounds.x).toBeGreaterThan(900)
    expect(Math.abs(rounds.y - panel.y)).toBeLessThan(60)
  },
)

test('the wallet is a panel at the end of the page, over nothing but its last column', async () => {
  await openAt('home', 1440, 900)
  await page.getByRole('button', { name: 'Depositar' }).filter({ visible: true }).first().click()
  await sheet(page, 'Depósito').waitFor()
  await settled(page) // it slides in from the side
  const { x, y, width, height } = await boxOf(sheet(page, 'Depósito'))
  expect([Math.round(x + width), Math.round(y), Math.round(height)]).toEqual([await pageWidth(), 0, 900])
  expect(width).toBeLessThan(500)
})

test('a dialog stands in the middle, no broader than a form', async () => {
  await openAt('login', 1440, 900)
  await settled(page)
  const { x, y, width, height } = await boxOf(page.getByRole('dialog'))
  expect(x + width / 2).toBeCloseTo((await pageWidth()) / 2, -1)
  expect(y + height / 2).toBeCloseTo(450, -1)
  expect(width).toBeLessThan(560)
})

test('home stands between the sports and the slip', async () => {
  await openAt('home', 1440, 900)
  const sports = await boxOf(page.getByRole('navigation', { name: 'Esportes' }).first())
  const slip = await boxOf(page.getByRole('region', { name: 'Cupom' }))
  expect(sports.x).toBeLessThan(100)
  expect(slip.x).toBeGreaterThan(1000)
})

test('a page of text or lists is a column in the middle, not stretched', async () => {
  for (const name of ['records-bets', 'account', 'vip', 'help', 'messages']) {
    await openAt(name, 2560, 1440)
    const { x, width } = await boxOf(page.getByRole('main'))
    expect([name, width]).toEqual([name, 936])
    expect(x + width / 2).toBeCloseTo((await pageWidth()) / 2, -1)
  }
})

test('a window that changes its width keeps the page, the slip and what is scrolled', async () => {
  await openAt('sports-week', 1440, 900)
  await page.getByRole('button', { name: /, odd/ }).first().click()
  await page.setViewportSize({ width: 393, height: 852 })
  await page.getByRole('button', { name: /Ver cupom/ }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await page.getByRole('region', { name: 'Cupom' }).getByText('Cupom').count()).toBeGreaterThan(0)
  await page.evaluate(`localStorage.removeItem('slip')`)
})

test('nothing broke on the way', () => {
  expect(phone.faults()).toEqual([])
})

import type { Route } from '@playwright/test'
import { competitions } from '../../apps/server/src/feeds/simulator/calendar.ts'
import { unreadable } from '../../tools/pictures/measure.ts'
import { until } from '../../tools/test/until.ts'
import { settled } from './accessible.ts'
import { advance, scheduleMatch, type World } from './player.ts'
import { pressNow, sheet } from './sheets.ts'
import { standStill } from './still.ts'
import { expect, test } from './test.ts'
import { appStands } from './walk.ts'

/** The smallest and a usual phone, and desktops from the narrowest up. */
const sizes = [
  [320, 640],
  [393, 852],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
] as const

/** The sides that need most room: the longest words and names. */
const longestNames = (): string[] => {
  const names = competitions.flatMap(({ sport, entrants }) => (sport === 'racing' ? [] : entrants))
  const wordOf = (name: string) => Math.max(...name.split(/[\s-]/).map(({ length }) => length))
  const byWord = names.toSorted((one, other) => wordOf(other) - wordOf(one))
  const byName = names.toSorted((one, other) => other.length - one.length)
  return [...byWord.slice(0, 12), ...byName.slice(0, 12)]
}

/** The maximum sets of the sport, each with the maximum digits. */
const setsOf: Record<string, { bestOf: number; points: [number, number] | null }> = {
  tennis: { bestOf: 5, points: [4, 3] },
  volleyball: { bestOf: 5, points: null },
  table_tennis: { bestOf: 7, points: null },
}

const isUnderWay = (fixture: object): boolean => 'matchStatus' in fixture && fixture.matchStatus !== 0

/** An upcoming match with this many sets started. */
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

/** A match that is live longer than any test lasts: of some sports the calendar has none between two rounds. */
async function beginMatch(world: World, sport: string): Promise<void> {
  const [home = '', away = ''] = competitions.find((each) => each.sport === sport)?.entrants ?? []
  const { fixtureId } = await scheduleMatch(world, { home, away, startsInSeconds: 3600, speed: 1 })
  await advance(world, fixtureId, 'kick-off')
  await until(`a match of ${sport} is listed as live`, async () => {
    const answer = await fetch(`${world.url}/api/app/sportsbook/fixtures?sport=${sport}&when=live`)
    const { data } = (await answer.json()) as { data: { fixtures: { fixtureId: string }[] }[] }
    return data.flatMap(({ fixtures }) => fixtures).some((each) => each.fixtureId === fixtureId)
  })
}

/**
 * A page holds each name with each number of sets: loading it takes longer than looking at it. The league that comes first
 * has all of them, whatever is played at this hour.
 */
for (const sport of ['football', 'tennis', 'volleyball', 'table_tennis', 'basketball'])
  test(`the sides of ${sport} are shown by full name in the lists of every width, upcoming and live`, async ({
    page,
    world,
  }) => {
    const names = longestNames()
    const pairs = names.length / 2
    const bestOf = setsOf[sport]?.bestOf ?? 0
    const rows = pairs * (bestOf + 1)
    // Given again as it was: a match that ends meanwhile takes no league out of the page that is measured.
    const bodies = new Map<string, Promise<string>>()
    const filled = async (route: Route): Promise<string> => {
      const json = (await (await route.fetch()).json()) as { data: { fixtures: object[] }[] }
      // Every name is measured, whatever is live now; this many matches start open.
      const [league] = json.data
      for (let more = 0; league?.fixtures[0] && league.fixtures.length < rows; more += 1)
        league.fixtures.push({ ...league.fixtures[0], fixtureId: String(900_000_000 + more) })
      for (const [at, fixture] of json.data.flatMap(({ fixtures }) => fixtures).entries()) {
        const sides = { home: names[(2 * at) % names.length], away: names[(2 * at + 1) % names.length] }
        const begun = Math.floor(at / pairs) % (bestOf + 1)
        Object.assign(fixture, sides, begun > 0 && inSets(sport, begun))
        // Every match status, whatever is live now: extra time is the longest.
        if (sport === 'football' && isUnderWay(fixture)) Object.assign(fixture, { matchStatus: 1 + (at % 5) })
      }
      return JSON.stringify(json)
    }
    await page.route('**/api/app/sportsbook/fixtures*', async (route) => {
      const url = route.request().url()
      const body = bodies.get(url) ?? filled(route)
      bodies.set(url, body)
      await route.fulfill({ contentType: 'application/json', body: await body })
    })
    await beginMatch(world, sport)
    await standStill(page, world)
    const first = page.locator('main section:has(h2)').first()
    const more = first.getByRole('button', { name: /^Ver mais/ })
    const isWhole = async () => {
      await pressNow(more)
      return (await more.count()) === 0 && (await first.getByRole('link').count()) >= rows
    }
    for (const when of ['live', 'week']) {
      await page.goto(`${world.url}/footballPage?sport=${sport}&when=${when}`)
      await appStands(page)
      await settled(page)
      await expect.poll(isWhole, `all matches of the first league, ${when}`).toBe(true)
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height })
        await settled(page)
        await expect.poll(() => unreadable(page), `${width} ${when}`).toEqual([])
      }
    }
  })

test('sides are shown by full name in the live strip, the sticky board, the charts and the search', async ({
  page,
  world,
}) => {
  const names = longestNames()
  /** The same matches between the longest sides, with their maximum sets. */
  const named = (fixtures: object[]) =>
    fixtures.map((fixture, at) => ({
      ...fixture,
      ...('sport' in fixture && fixture.sport === 'tennis' && inSets('tennis', 5)),
      home: names[(2 * at) % names.length],
      away: names[(2 * at + 1) % names.length],
    }))
  await page.route(/sportsbook\/(?:live|popular)$/, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: object[] | { fixtures: object[] } }
    const json = Array.isArray(data)
      ? { ...rest, data: named(data) }
      : { ...rest, data: { ...data, fixtures: named(data.fixtures) } }
    await route.fulfill({ response, json })
  })
  const { fixtureId } = await scheduleMatch(world, {
    home: 'Praia da Pitanga',
    away: 'Duna do Siri',
    startsInSeconds: 3600,
    speed: 1,
    // Two goals ahead a side has no double chance.
    firstGoal: { from: 2400, to: 3000 },
  })
  await advance(world, fixtureId, { minute: 20 })
  await page.route(new RegExp(`sportsbook/fixture/${fixtureId}`), async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...rest, data: named([data])[0] } })
  })
  const isWholeAt = async ([width, height]: readonly [number, number], where: string) => {
    await page.setViewportSize({ width, height })
    await settled(page)
    await expect.poll(() => unreadable(page), `${where} at ${width}`).toEqual([])
  }
  await page.goto(`${world.url}/footballPage?when=tomorrow`)
  await expect(page.getByRole('navigation', { name: 'Ao vivo agora' })).toContainText(names[0] ?? '')
  for (const size of sizes) await isWholeAt(size, 'the strip')
  await page.setViewportSize({ width: 393, height: 852 })
  await page.getByRole('button', { name: 'Buscar' }).filter({ visible: true }).first().click()
  await expect(sheet(page, 'Buscar').getByRole('button').nth(2)).toBeVisible()
  for (const size of sizes) await isWholeAt(size, 'the search')

  await page.goto(`${world.url}/footballPage/${fixtureId}`)
  await page.getByRole('button', { name: 'Movimento das odds de Dupla chance' }).first().click()
  for (const size of sizes) {
    await isWholeAt(size, 'the page of a match')
    await page.evaluate('scrollTo(0, 600)')
    await isWholeAt(size, 'the board that stays')
  }
})

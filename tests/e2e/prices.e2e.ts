import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { comeBack } from './known-player.ts'
import { greetedSocket } from './lines.ts'
import { advance, scheduleMatch, type World } from './player.ts'
import { sheet } from './sheets.ts'

/** A match that has just begun, and this page's calls about it from now on. */
async function askedOf(page: Page, world: World) {
  const match = { home: 'Praia da Pitanga', away: 'Duna do Siri', startsInSeconds: 3600, speed: 1 }
  const { fixtureId } = await scheduleMatch(world, match)
  await advance(world, fixtureId, 'kick-off')
  const count = { asked: 0, answered: 0 }
  const isOfMatch = (url: string) => url.includes(`/sportsbook/fixture/${fixtureId}`)
  page.on('request', (request) => {
    if (isOfMatch(request.url())) count.asked += 1
  })
  page.on('requestfinished', (request) => {
    if (isOfMatch(request.url())) count.answered += 1
  })
  return { fixtureId, count, path: `/footballPage/${fixtureId}?topic=all` }
}

const prices = (page: Page) => page.getByRole('button', { name: /, odd/ })

const shown = async (page: Page) => (await prices(page).allInnerTexts()).join('|')

/** A player's page polls this often as a safety net. */
const TO_BE_SURE_MS = 20_000

test('a visitor’s match page keeps polling its prices', async ({ page, world }) => {
  const { count, path } = await askedOf(page, world)
  await page.goto(world.url + path)
  await expect(prices(page).first()).toBeVisible()
  const before = count.asked
  await expect.poll(() => count.asked - before).toBeGreaterThanOrEqual(2)
})

test('a player’s match page follows pushes, and polls as a safety net', async ({ page, world, player }) => {
  const { fixtureId, count, path } = await askedOf(page, world)
  const greeted = greetedSocket(page)
  await comeBack(page, world, player, path)
  await expect(prices(page).first()).toBeVisible()
  await greeted
  await expect.poll(() => count.asked - count.answered).toBe(0)
  const before = count.asked
  const since = performance.now()
  for (const minute of [4, 8, 12, 16, 20]) {
    const held = await shown(page)
    await advance(world, fixtureId, { minute })
    await expect.poll(() => shown(page)).not.toBe(held)
  }
  // One that the greeting may cause, and the safety polls.
  const toBeSure = Math.ceil((performance.now() - since) / TO_BE_SURE_MS)
  expect(count.asked - before).toBeLessThanOrEqual(1 + toBeSure)
})

test("odds are shown in the player's format, also on return", async ({ page, world, player }) => {
  await comeBack(page, world, player)
  await page.getByRole('button', { name: 'Menu' }).click()
  await sheet(page, 'Menu').getByLabel('Formato das odds').selectOption('american')
  await page.goto(`${world.url}/footballPage?when=week&day=1`)
  await expect(prices(page).first()).toHaveText(/[+−]\d+$/)
})

test('a match is found without accents, and its page charts its odds', async ({ page, world }) => {
  await page.goto(`${world.url}/footballPage?when=week&day=1`)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await sheet(page, 'Buscar').getByRole('searchbox').fill('baia xareu')
  await sheet(page, 'Buscar')
    .getByRole('button', { name: /Baía do Xaréu/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/footballPage\/\d+$/)
  await page.getByRole('button', { name: 'Movimento das odds de Resultado final' }).click()
  await expect(page.getByText(/^\d+,\d\d, sem mudança$/).first()).toBeVisible()
})

test('if there is room the slip stays beside the matches', async ({ page, phone, world, player }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await comeBack(page, world, player, '/footballPage?when=week&day=1')
  await prices(page).first().click()
  const stake = page.getByRole('region', { name: 'Cupom' }).getByLabel('Valor da aposta')
  await stake.fill('5')
  await expect(stake).toHaveValue('5')
  await phone.picture('sports-wide')
})

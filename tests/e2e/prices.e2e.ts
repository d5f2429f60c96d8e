import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { comeBack, type KnownPlayer, registered } from './known-player.ts'
import { untilGreeted } from './lines.ts'
import { noteCaptchas, scheduleMatch } from './player.ts'
import { isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
/** A match of 90 minutes in three minutes: prices move every second or two. */
const MATCH_SPEED = 30
let player: KnownPlayer
let phone: Phone
let page: Page

beforeAll(async () => {
  player = await registered(world)
  phone = await openPhone()
  page = phone.page
  noteCaptchas(page)
})

afterAll(() => phone.close())

/** The page of a match that is played, and what it asks the server about it from now on. */
async function openMatch(home: string, away: string) {
  const { fixtureId } = await scheduleMatch(world, { home, away, startsInSeconds: 1, speed: MATCH_SPEED })
  const requests: number[] = []
  page.on('request', (request) => {
    if (request.url().includes(`/sportsbook/fixture/${fixtureId}`)) requests.push(performance.now())
  })
  await page.goto(`${world.url}/footballPage/${fixtureId}?topic=all`)
  await prices().first().waitFor()
  return { requests }
}

const prices = () => page.getByRole('button', { name: /, odd/ })

const shown = async () => (await prices().allInnerTexts()).join('|')

/** Waits until what is shown has changed so often. */
async function moved(times: number): Promise<void> {
  for (let moves = 0, before = await shown(); moves < times; moves += 1) {
    await expect.poll(shown).not.toBe(before)
    before = await shown()
  }
}

/** A player's page asks this often, to be sure. */
const TO_BE_SURE_MS = 20_000

test('a visitor’s match page asks for its prices again and again', async () => {
  const { requests } = await openMatch('Praia da Pitanga', 'Duna do Siri')
  const before = requests.length
  await expect.poll(() => requests.length - before).toBeGreaterThanOrEqual(2)
})

test('a player’s match page moves by what is pushed, and asks only to be sure', async () => {
  await comeBack(page, world, player)
  const greeted = untilGreeted(page)
  const { requests } = await openMatch('Largo do Azulejo', 'Beco do Violão')
  await greeted
  await page.waitForTimeout(2_000) // what was asked for before has been answered by now
  const before = requests.length
  const since = performance.now()
  await moved(5)
  // One for a gap, where the match began while the page was opened, and those to be sure.
  const toBeSure = Math.ceil((performance.now() - since) / TO_BE_SURE_MS)
  expect(requests.length - before).toBeLessThanOrEqual(1 + toBeSure)
})

test('odds are written in the form the player chose, also after coming back', async () => {
  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await sheet(page, 'Menu').getByLabel('Formato das odds').selectOption('american')
  await page.goto(`${world.url}/footballPage?when=week`)
  await prices().first().waitFor()
  expect((await prices().first().innerText()).split('\n').at(-1)).toMatch(/^[+−]\d+$/)
  await page.context().addCookies([{ name: 'look', value: 'odds=decimal', url: world.url }])
})

test('a match is found by its name without accents, and its page shows how its odds moved', async () => {
  await page.goto(`${world.url}/footballPage?when=week`)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await sheet(page, 'Buscar').getByRole('searchbox').fill('baia xareu')
  await sheet(page, 'Buscar')
    .getByRole('button', { name: /Baía do Xaréu/ })
    .first()
    .click()
  await page.waitForURL(/\/footballPage\/\d+$/)
  await page.getByRole('button', { name: 'Movimento das odds de Resultado final' }).click()
  expect(await isSeen(page.getByText(/^\d+,\d\d, sem mudança$/).first())).toBe(true)
})

test('where there is room the slip stays beside the matches', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${world.url}/footballPage?when=week`)
  await prices().first().click()
  const slip = page.getByRole('region', { name: 'Cupom' })
  await slip.getByLabel('Valor da aposta').fill('5')
  expect(await slip.getByLabel('Valor da aposta').inputValue()).toBe('5')
  await phone.picture('sports-wide')
})

import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { call, comeBack } from './known-player.ts'
import { advance, scheduleMatch, type World } from './player.ts'
import { sheet } from './sheets.ts'
import { type PageSample, watchPage } from './page-samples.ts'

const openPrices = (page: Page) => page.getByRole('button', { name: /, odd [\d.,]+/ })

/** A match that has just begun. It progresses in real time, so hardly during a test. */
async function begunMatch(world: World, [home, away]: readonly [string, string]): Promise<string> {
  const { fixtureId } = await scheduleMatch(world, { home, away, startsInSeconds: 3600, speed: 1 })
  await advance(world, fixtureId, 'kick-off')
  return fixtureId
}

/** A match's open prices. */
const pricesShown = `[...document.querySelectorAll('main section button.odds:not([data-locked])')]
  .map(({ textContent }) => textContent)`

/** A line button's label: match, market, side, line, price; the price is repeated visually. */
const total = /, (.+): (Mais|Menos) de ([\d,]*\d), odd (\d{3,},\d|\d{1,2},\d\d)/
const numberOf = (shown: string) => Number(shown.replace(',', '.'))

type Lines = readonly { line: number; price: number }[]

/** The visible open goal lines at one moment, by side and period, ascending. */
function lineFamilies(shown: readonly string[]): Map<string, Lines> {
  const families = new Map<string, { line: number; price: number }[]>()
  for (const words of shown) {
    const [, market = '', side = '', line = '', price = ''] = total.exec(words) ?? []
    if (side === '') continue
    const key = `${side} ${market}`
    families.set(key, [...(families.get(key) ?? []), { line: numberOf(line), price: numberOf(price) }])
  }
  for (const lines of families.values()) lines.sort((one, other) => one.line - other.line)
  return families
}

/** Adjacent lines, the lower one first. */
const besides = (lines: Lines) => lines.slice(1).map((higher, at) => ({ lower: lines[at] ?? higher, higher }))

/** Pairs of adjacent lines: contradictory ones, and the total. */
function pairsIn(sights: readonly PageSample<string[]>[]) {
  const pairs = sights.flatMap(({ what }) =>
    [...lineFamilies(what)].flatMap(([key, lines]) => besides(lines).map((pair) => ({ key, ...pair }))),
  )
  const impossible = pairs
    .filter(({ key, lower, higher }) =>
      key.startsWith('Mais') ? higher.price < lower.price : higher.price > lower.price,
    )
    .map(({ key, lower, higher }) => `${key} ${JSON.stringify(lower)} beside ${JSON.stringify(higher)}`)
  return { impossible, count: pairs.length }
}

/** Enough pairs; a match after a goal has none briefly. */
const ENOUGH_PAIRS = 60

/** Plays the first half in steps and observes each change until there are enough pairs; returns contradictions. */
async function impossibleWhile(page: Page, world: World, fixtureId: string, step: number) {
  await expect(openPrices(page).first()).toBeVisible()
  const sights = await watchPage<string[]>(page, pricesShown)
  const clock = page.getByRole('main').getByText(/^1ºT/).first()
  let pairs = pairsIn([])
  for (let minute = step; pairs.count <= ENOUGH_PAIRS; minute += step) {
    await advance(world, fixtureId, { minute })
    await expect(clock).toHaveText(`1ºT ${minute}’`)
    pairs = pairsIn(await sights())
  }
  return pairs.impossible
}

test('a visitor never sees adjacent goal lines that contradict each other', async ({ page, world }) => {
  const fixtureId = await begunMatch(world, ['Praia da Pitanga', 'Duna do Siri'])
  await page.goto(`${world.url}/footballPage/${fixtureId}?topic=all`)
  // Few steps: a visitor's page polls every five seconds.
  expect(await impossibleWhile(page, world, fixtureId, 4)).toEqual([])
})

test('nor does a player, who gets each market pushed separately', async ({ page, world, player }) => {
  const fixtureId = await begunMatch(world, ['Largo do Azulejo', 'Beco do Violão'])
  await comeBack(page, world, player, `/footballPage/${fixtureId}?topic=all`)
  expect(await impossibleWhile(page, world, fixtureId, 2)).toEqual([])
})

type Ticket = { legs: { outcomeId: string; priceMilli: number }[] }
type Market = { status: string; outcomes: { outcomeId: string; priceMilli: number }[] }

/** Whether this leg is no longer available at its price. */
async function isMoved(world: World, fixtureId: string, leg: Ticket['legs'][number] | undefined) {
  const fixture = await call(world, '', `/api/app/sportsbook/fixture/${fixtureId}`)
  return !(fixture as { markets: Market[] }).markets
    .filter(({ status }) => status === 'open')
    .flatMap(({ outcomes }) => outcomes)
    .some(({ outcomeId, priceMilli }) => outcomeId === leg?.outcomeId && priceMilli === leg.priceMilli)
}

test('a live bet whose price moved in flight says that it was not placed, why, and what helps', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const fixtureId = await begunMatch(world, ['Barra do Pequi', 'Vale da Pitomba'])
  await comeBack(page, world, toppedUp, `/footballPage/${fixtureId}?topic=all`)
  await page
    .getByRole('button', { name: /^Empate.*, odd/ })
    .first()
    .click()
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  await slip.getByLabel('Se a odd mudar').selectOption('Perguntar')
  await slip.getByLabel('Valor da aposta', { exact: true }).fill('5')
  await page.route('**/api/app/sportsbook/betPlay', async (route) => {
    const { legs } = route.request().postDataJSON() as Ticket
    for (let minute = 5; minute < 45 && !(await isMoved(world, fixtureId, legs[0])); minute += 5)
      await advance(world, fixtureId, { minute })
    await route.continue()
  })
  await slip.getByRole('button', { name: /^Apostar R\$/ }).click()
  const refused = slip.getByRole('alert').filter({ hasText: 'Aposta não feita!' })
  const helps = /^Aposta não feita! .+ (Aceite a nova odd|Espere o mercado|O mercado)/
  await expect(refused).toHaveText(helps, { useInnerText: true })
  await phone.picture('bet-not-made')
})

/** With the socket a page still polls every twenty seconds. */
const ASKED_AGAIN_MS = 60_000

test('nothing can be bet on a match until it was loaded', async ({ page, world, toppedUp }) => {
  const asked = '**/api/app/sportsbook/fixture/*'
  await page.route(asked, (route) => route.abort())
  await comeBack(page, world, toppedUp, '/footballPage?when=tomorrow')
  await page
    .getByRole('button', { name: /vence, odd/ })
    .nth(1)
    .click()
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  const waiting = { name: 'Sem conexão: aguarde as odds para apostar', disabled: true }
  await expect(slip.getByRole('button', waiting)).toBeVisible()
  await page.unroute(asked)
  await slip.getByLabel('Valor da aposta', { exact: true }).fill('5')
  await expect(slip.getByRole('button', { name: /^Apostar R\$/ })).toBeVisible({ timeout: ASKED_AGAIN_MS })
})

test('offline, prices are locked within ten seconds, the slip says why, and both recover', async ({
  page,
  world,
  toppedUp,
}) => {
  await comeBack(page, world, toppedUp, '/footballPage?when=tomorrow')
  const price = page.getByRole('button', { name: /vence, odd/ }).first()
  await price.click()
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  const bet = slip.getByRole('button', { name: /^Apostar R\$/ })
  await slip.getByLabel('Valor da aposta', { exact: true }).fill('5')
  await expect(bet).toBeVisible()
  await page.context().setOffline(true)
  const waiting = { name: 'Sem conexão: aguarde as odds para apostar', disabled: true }
  await expect(slip.getByRole('button', waiting)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(openPrices(page)).toHaveCount(0)
  await expect(page.getByText('Sem conexão').first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(price).toBeVisible({ timeout: ASKED_AGAIN_MS })
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  await expect(bet).toBeVisible({ timeout: ASKED_AGAIN_MS })
})

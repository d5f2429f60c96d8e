import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { comeBack, type KnownPlayer, registered, toppedUp } from './known-player.ts'
import { noteCaptchas, scheduleMatch } from './player.ts'
import { isSeen, pressNow, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
/** A match of 90 minutes in three minutes: prices move every second or two. */
const MATCH_SPEED = 30
let player: KnownPlayer
let phone: Phone
let page: Page

beforeAll(async () => {
  player = await toppedUp(world, await registered(world))
  phone = await openPhone()
  page = phone.page
  noteCaptchas(page)
})

afterAll(async () => {
  await phone.picture('live-prices-last')
  await phone.close()
})

const openPrices = () => page.getByRole('button', { name: /, odd [\d.,]+/ })

const openMatch = async (home: string, away: string) => {
  const match = { home, away, startsInSeconds: 1, speed: MATCH_SPEED }
  const { fixtureId } = await scheduleMatch(world, match)
  await page.goto(`${world.url}/footballPage/${fixtureId}?topic=all`)
  await openPrices().first().waitFor()
}

/** What a button of a line says: match, market, side, line, price; the price stands there once more for the eye. */
const total = /, (.+): (Mais|Menos) de ([\d,]*\d), odd (\d{3,},\d|\d{1,2},\d\d)/
const numberOf = (shown: string) => Number(shown.replace(',', '.'))

/** The open lines of goals in sight at one moment, by side and period, from the lowest to the highest. */
async function lineFamilies(): Promise<Map<string, { line: number; price: number }[]>> {
  const families = new Map<string, { line: number; price: number }[]>()
  for (const words of await openPrices().allTextContents()) {
    const [, market = '', side = '', line = '', price = ''] = total.exec(words) ?? []
    if (side === '') continue
    const key = `${side} ${market}`
    families.set(key, [...(families.get(key) ?? []), { line: numberOf(line), price: numberOf(price) }])
  }
  for (const lines of families.values()) lines.sort((one, other) => one.line - other.line)
  return families
}

type Lines = readonly { line: number; price: number }[]

/** Lines beside each other, the lower one first. */
const besides = (lines: Lines) => lines.slice(1).map((higher, at) => ({ lower: lines[at] ?? higher, higher }))

/** Looks at the lines again and again while the match goes on; answers those that cannot be, and how many were seen. */
async function walk(looks: number) {
  const impossible: string[] = []
  let pairs = 0
  for (let look = 0; look < looks; look += 1) {
    const seen = [...(await lineFamilies())].flatMap(([key, lines]) =>
      besides(lines).map((pair) => ({ key, ...pair })),
    )
    pairs += seen.length
    for (const { key, lower, higher } of seen) {
      const rises = key.startsWith('Mais') ? higher.price >= lower.price : higher.price <= lower.price
      if (!rises) impossible.push(`${key} ${JSON.stringify(lower)} beside ${JSON.stringify(higher)}`)
    }
    await page.waitForTimeout(250)
  }
  return { impossible, pairs }
}

test('a visitor never sees lines of goals beside each other that cannot both be', async () => {
  await openMatch('Praia da Pitanga', 'Duna do Siri')
  const { impossible, pairs } = await walk(30)
  expect(impossible).toEqual([])
  expect(pairs).toBeGreaterThan(60)
})

test('nor does a player, to whom each market is pushed by itself', async () => {
  await comeBack(page, world, player)
  await openMatch('Largo do Azulejo', 'Beco do Violão')
  const { impossible, pairs } = await walk(60)
  expect(impossible).toEqual([])
  expect(pairs).toBeGreaterThan(60)
})

test('a live bet whose price moved on the way says that it was not made, why, and what helps', async () => {
  onTestFailed(() => phone.picture('moved-failed'))
  await comeBack(page, world, player)
  await openMatch('Barra do Pequi', 'Vale da Pitomba')
  const slip = sheet(page, 'Cupom')
  const choose = async () => {
    await page
      .getByRole('button', { name: /^Empate.*, odd/ })
      .first()
      .click()
    await page.getByRole('button', { name: /Ver cupom/ }).click()
    await slip.getByLabel('Se a odd mudar').selectOption('Perguntar')
    await slip.getByRole('button', { name: '5', exact: true }).click()
  }
  await choose()
  const placed = page.getByRole('dialog', { name: 'Aposta feita' })
  const refused = slip.getByRole('alert').filter({ hasText: 'Aposta não feita!' })
  const bet = slip.getByRole('button', { name: /^Apostar R\$/ })
  const agree = slip.getByRole('button', { name: 'Aceitar', exact: true })
  const isRefused = async () => {
    if (await refused.isVisible()) return true
    if (await placed.isVisible()) {
      // The price happened to stand still while this bet was on its way: another one.
      await page.keyboard.press('Escape')
      await choose()
    }
    for (const button of [agree, bet]) await pressNow(button)
    return false
  }
  await expect.poll(isRefused, { timeout: 120_000, interval: 200 }).toBe(true)
  await phone.picture('bet-not-made')
  expect(await refused.innerText()).toMatch(
    /^Aposta não feita! .+ (Aceite a nova odd|Espere o mercado|O mercado)/,
  )
})

test('nothing is bet on a match that never answered, until it does', async () => {
  const asked = '**/api/app/sportsbook/fixture/*'
  await comeBack(page, world, player, '/footballPage?when=tomorrow')
  await page.route(asked, (route) => route.abort())
  await page
    .getByRole('button', { name: /vence, odd/ })
    .nth(1)
    .click()
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  const waiting = { name: 'Sem conexão: aguarde as odds para apostar', disabled: true }
  expect(await isSeen(slip.getByRole('button', waiting))).toBe(true)
  await page.unroute(asked)
  await slip.getByRole('button', { name: '5', exact: true }).click()
  await slip.getByRole('button', { name: /^Apostar R\$/ }).waitFor({ timeout: 40_000 })
})

test('without a network prices are locked within ten seconds, the slip says why, and both come back', async () => {
  await comeBack(page, world, player, '/footballPage?when=tomorrow')
  const price = page.getByRole('button', { name: /vence, odd/ }).first()
  await price.click()
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  await slip.getByRole('button', { name: '5', exact: true }).click()
  await slip.getByRole('button', { name: /^Apostar R\$/ }).waitFor()
  await page.context().setOffline(true)
  const waiting = slip.getByRole('button', {
    name: 'Sem conexão: aguarde as odds para apostar',
    disabled: true,
  })
  await waiting.waitFor({ timeout: 20_000 })
  await page.keyboard.press('Escape')
  await expect.poll(() => openPrices().count(), { timeout: 20_000 }).toBe(0)
  expect(await isSeen(page.getByText('Sem conexão').first())).toBe(true)
  await page.context().setOffline(false)
  await price.waitFor({ timeout: 40_000 })
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  await slip.getByRole('button', { name: /^Apostar R\$/ }).waitFor({ timeout: 40_000 })
})

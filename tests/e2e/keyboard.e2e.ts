import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { isFocusShown, type Keys, keysOf } from './keys.ts'
import { type KnownPlayer, registered, toppedUp } from './known-player.ts'
import { noteCaptchas, readCaptcha, scheduleMatch } from './player.ts'
import { breakages, hasFocus, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
let player: KnownPlayer
let phone: Phone
let page: Page
let keys: Keys

beforeAll(async () => {
  player = await toppedUp(world, await registered(world))
  phone = await openPhone()
  page = phone.page
  keys = keysOf(page)
  noteCaptchas(page)
})

afterAll(async () => {
  await phone.picture('keyboard-last')
  await phone.close()
})

test('a player enters with the keyboard alone', async () => {
  await page.goto(`${world.url}/home`)
  await keys.press(page.getByRole('button', { name: 'Entrar', exact: true }).first())
  const form = sheet(page, 'Entrar')
  await keys.type(form.getByLabel('E-mail'), player.email)
  await keys.type(form.getByLabel('Senha', { exact: true }), player.password)
  await keys.type(form.getByLabel('Código de verificação'), await readCaptcha(page, world))
  await keys.press(form.getByRole('button', { name: 'Entrar', exact: true }))
  expect(await isSeen(page.getByRole('button', { name: /^Minha conta/ }))).toBe(true)
})

test('the first tab of home leads past the bars to its content', async () => {
  await page.goto(`${world.url}/home`)
  const skip = page.getByRole('link', { name: 'Ir para o conteúdo' })
  await skip.waitFor({ state: 'attached' })
  await page.keyboard.press('Tab')
  expect(await hasFocus(skip)).toBe(true)
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('main')
})

test('a screen that is come to has its name under the focus, so that it is read out', async () => {
  await page.goto(`${world.url}/home`)
  await keys.press(page.getByRole('link', { name: 'Esportes', exact: true }).last())
  const name = page.getByRole('heading', { name: 'Esportes', level: 1 })
  await name.waitFor()
  await expect.poll(() => hasFocus(name)).toBe(true)
})

test('a match is found, bet on, looked at and cashed out with the keyboard alone, and the focus is never lost', async () => {
  const match = { home: 'Morro do Tucano', away: 'Lagoa do Jacu', startsInSeconds: 3600, speed: 1 }
  await scheduleMatch(world, match)
  await page.keyboard.press('/')
  const search = sheet(page, 'Buscar')
  await expect.poll(() => hasFocus(search.getByRole('searchbox'))).toBe(true)
  await page.keyboard.type('morro do tuc')
  await keys.press(search.getByRole('button', { name: /Morro do Tucano.*Lagoa do Jacu/ }))
  const price = page.getByRole('button', { name: /Morro do Tucano.*, odd/ }).first()
  await keys.press(price, 'Space')
  await expect.poll(() => price.getAttribute('aria-pressed')).toBe('true')
  const open = page.getByRole('button', { name: /Ver cupom/ })
  await keys.press(open)
  const slip = sheet(page, 'Cupom')
  await slip.waitFor()
  await page.keyboard.press('Escape')
  await slip.waitFor({ state: 'hidden' })
  await expect.poll(() => hasFocus(open)).toBe(true)
  await page.keyboard.press('Enter')
  const share = slip.getByRole('button', { name: 'Compartilhar cupom' })
  await keys.press(share)
  await sheet(page, 'Compartilhar cupom').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(share)).toBe(true)
  await keys.type(slip.getByLabel('Valor da aposta'), '5')
  await keys.press(slip.getByRole('button', { name: /^Apostar R\$\s5,00/ }))
  await keys.press(sheet(page, 'Aposta feita').getByRole('button', { name: 'Ver em Apostas' }))
  const card = page.getByRole('article').filter({ hasText: 'Morro do Tucano' })
  const head = card.getByRole('button', { expanded: false })
  await keys.press(head)
  expect(await isSeen(card.getByRole('link', { name: /Morro do Tucano/ }))).toBe(true)
  const offer = card.getByRole('button', { name: /^Encerrar por R\$/ })
  await keys.press(offer)
  await expect.poll(() => hasFocus(card.getByRole('slider'))).toBe(true)
  await keys.press(card.getByRole('button', { name: 'Voltar' }))
  await expect.poll(() => hasFocus(offer)).toBe(true)
  await page.keyboard.press('Enter')
  await keys.press(card.getByRole('button', { name: /^Confirmar R\$/ }))
  expect(await isSeen(card.getByText('Encerrada por cash-out'))).toBe(true)
  await expect.poll(() => hasFocus(card.getByRole('button', { expanded: true }))).toBe(true)
})

test('dice is rolled with the keyboard alone', async () => {
  await page.goto(`${world.url}/dice`)
  await keys.press(page.getByRole('button', { name: /^Rolar/ }))
  expect(await isSeen(page.getByRole('button', { name: / (ganhou|perdeu)$/ }).first())).toBe(true)
})

test('the theme is changed with the keyboard alone, and the focus is seen and comes back', async () => {
  await page.goto(`${world.url}/home`)
  const open = page.getByRole('button', { name: 'Menu', exact: true })
  await keys.press(open)
  const themes = sheet(page, 'Menu').getByRole('radiogroup', { name: 'Tema' })
  await keys.tabTo(themes.getByRole('radio', { checked: true }))
  expect(await isFocusShown(page)).toBe(true)
  const light = themes.getByRole('radio', { name: 'Claro' })
  for (let steps = 0; steps < 3 && !(await hasFocus(light)); steps += 1)
    await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
  await page.keyboard.press('Escape')
  await sheet(page, 'Menu').waitFor({ state: 'hidden' })
  await expect.poll(() => hasFocus(open)).toBe(true)
  expect(await isFocusShown(page)).toBe(true)
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

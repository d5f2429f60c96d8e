import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { isFocusShown, type Keys, keysOf } from './keys.ts'
import { loggedIn, rollElsewhere, untilWithdrawable } from './known-player.ts'
import { balanceCents, noteCaptchas, readCaptcha, somebodyNew } from './player.ts'
import { sharedRoom } from './shared-room.ts'
import { breakages, hasFocus, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
const player = somebodyNew()
/** Rolls that wager the R$ 100 of the top-up: at 1.31, which counts, and so small that R$ 50 are as good as certain to be left. */
const ROLL = { stakeCents: 5_00, targetHundredths: 2_450 }
const ROLLS = 20
let phone: Phone
let page: Page
let keys: Keys

beforeAll(async () => {
  phone = await openPhone()
  page = phone.page
  keys = keysOf(page)
  noteCaptchas(page)
})

afterAll(async () => {
  await phone.picture('keyboard-money-last')
  await phone.close()
})

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

/** What is before all else is under the focus already, or one is led there. */
const understood = () => keys.press(button('Eu entendi'))

test('a newcomer registers with the keyboard alone', async () => {
  await page.goto(`${world.url}/home`)
  await keys.press(button('Cadastrar').first())
  const form = page.getByRole('dialog')
  await keys.type(form.getByLabel('E-mail'), player.email)
  await keys.type(form.getByLabel('Telefone'), player.phone)
  await keys.type(form.getByLabel('Senha', { exact: true }), player.password)
  await keys.type(form.getByLabel('Repita a senha'), player.password)
  await keys.type(form.getByLabel('Código de verificação'), await readCaptcha(page, world))
  await keys.press(form.getByRole('checkbox'), 'Space')
  await keys.press(button('Cadastrar', form))
  await keys.press(button('Agora não'))
  expect(await balanceCents(page)).toBe(0)
})

test('says who they are, and tops up, with the keyboard alone', async () => {
  const open = button('Depositar', page.getByRole('banner'))
  await keys.press(open)
  const kyc = sheet(page, 'Seus dados')
  await keys.type(kyc.getByLabel('Nome completo'), player.name)
  await keys.type(kyc.getByLabel('CPF'), player.cpf)
  await keys.press(button('Confirmar', kyc))
  const deposit = sheet(page, 'Depósito')
  await deposit.waitFor()
  await page.keyboard.press('Escape')
  await deposit.waitFor({ state: 'hidden' })
  await expect.poll(() => hasFocus(open)).toBe(true)
  expect(await isFocusShown(page)).toBe(true)
  await page.keyboard.press('Enter')
  await keys.tabTo(deposit.getByRole('radio', { checked: true, name: /bônus/i }))
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() => deposit.getByRole('radio', { name: 'Não participe de promoções' }).isChecked())
    .toBe(true)
  await keys.press(button('Depositar R$ 100,00', deposit))
  await keys.press(button('Confirmar'))
  await keys.press(page.frameLocator('iframe').getByRole('button', { name: 'Pagar no banco de testes' }))
  await page.getByText('Recarga bem-sucedida, continue fazendo apostas').waitFor()
  await understood()
  await expect.poll(() => balanceCents(page)).toBe(100_00)
})

test('bets in a room with the keyboard alone, and takes it back', async () => {
  await page.goto(`${world.url}/double`)
  const room = sharedRoom(page)
  await room.whileOpen(12)
  await keys.press(room.button(/Vermelho/).first())
  expect(await isSeen(room.mine().getByText(/Vermelho · R\$/))).toBe(true)
  await keys.press(room.button('Desfazer'))
  await expect.poll(() => balanceCents(page)).toBe(100_00)
})

test('withdraws with the keyboard alone, the password typed for a key of the first time', async () => {
  const session = await loggedIn(world, player.email, player.password)
  for (let roll = 0; roll < ROLLS; roll += 1) await rollElsewhere(world, session, ROLL)
  await untilWithdrawable(world, session, 50)
  await page.goto(`${world.url}/home`)
  await keys.press(button(/^Minha conta/))
  await keys.press(button('Retirar'))
  const desk = sheet(page, 'Saque')
  await keys.type(desk.getByLabel('Valor do saque'), '50')
  await keys.press(button(/^Retirar\s+R\$/, desk))
  await keys.type(desk.getByLabel('Senha', { exact: true }), player.password)
  await keys.press(button('Confirmar e retirar', desk))
  expect(await isSeen(page.getByText('Solicitação de saque bem-sucedida!'))).toBe(true)
  await understood()
})

test('reads the app in another language with the keyboard alone, and the focus comes back', async () => {
  await page.goto(`${world.url}/home`)
  await keys.press(button('Menu'))
  await keys.press(button(/^Idioma/, sheet(page, 'Menu')))
  await keys.tabTo(sheet(page, 'Idioma').getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
  const languages = sheet(page, 'Language')
  await languages.waitFor()
  await page.keyboard.press('Escape')
  await languages.waitFor({ state: 'hidden' })
  expect(await page.evaluate('document.activeElement !== document.body')).toBe(true)
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

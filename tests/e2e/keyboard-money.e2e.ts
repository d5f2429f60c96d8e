import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { isFocusShown, keysOf } from './keys.ts'
import { comeBack, untilWithdrawable } from './known-player.ts'
import { balanceCents, readCaptcha, somebodyNew } from './player.ts'
import { sharedRoom } from './shared-room.ts'
import { sheet } from './sheets.ts'
import { wagerOnWinner } from './sure-bet.ts'

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

/** The first element has the focus already, or Tab reaches it. */
const understand = (page: Page) => keysOf(page).press(button(page, 'Eu entendi'))

test('a newcomer registers with the keyboard alone', async ({ page, world }) => {
  const [keys, player] = [keysOf(page), somebodyNew()]
  await page.goto(`${world.url}/home`)
  await keys.press(button(page, 'Cadastrar').first())
  const form = page.getByRole('dialog')
  await keys.type(form.getByLabel('E-mail'), player.email)
  await keys.type(form.getByLabel('Telefone'), player.phone)
  await keys.type(form.getByLabel('Senha', { exact: true }), player.password)
  await keys.type(form.getByLabel('Repita a senha'), player.password)
  await keys.type(form.getByLabel('Código de verificação'), await readCaptcha(page, world))
  await keys.press(form.getByRole('checkbox'), 'Space')
  await keys.press(button(form, 'Cadastrar'))
  await keys.press(button(page, 'Agora não'))
  await expect.poll(() => balanceCents(page)).toBe(0)
})

test('identifies, and tops up, with the keyboard alone', async ({ page, world, player }) => {
  const keys = keysOf(page)
  await comeBack(page, world, player)
  const open = button(page.getByRole('banner'), 'Depositar')
  await keys.press(open)
  const kyc = sheet(page, 'Seus dados')
  await keys.type(kyc.getByLabel('Nome completo'), player.name)
  await keys.type(kyc.getByLabel('CPF'), player.cpf)
  await keys.press(button(kyc, 'Confirmar'))
  const deposit = sheet(page, 'Depósito')
  await expect(deposit).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(deposit).toBeHidden()
  await expect(open).toBeFocused()
  await expect.poll(() => isFocusShown(page)).toBe(true)
  await page.keyboard.press('Enter')
  await keys.tabTo(deposit.getByRole('checkbox', { name: 'Não participe de promoções' }))
  await page.keyboard.press('Space')
  await expect(deposit.getByRole('checkbox', { name: 'Não participe de promoções' })).toBeChecked()
  await keys.press(button(deposit, 'Depositar R$ 100,00'))
  await keys.press(button(page, 'Confirmar'))
  await keys.press(page.frameLocator('iframe').getByRole('button', { name: 'Pagar no banco de testes' }))
  await expect(page.getByText('Recarga bem-sucedida, continue fazendo apostas')).toBeVisible()
  await understand(page)
  await expect.poll(() => balanceCents(page)).toBe(100_00)
})

test('bets in a room with the keyboard alone, and cancels it', async ({ page, world, toppedUp }) => {
  const keys = keysOf(page)
  await comeBack(page, world, toppedUp, '/double')
  const room = sharedRoom(page)
  // First there, then waits for a round: it might close during many Tabs.
  await keys.tabTo(room.button(/Vermelho/).first())
  await room.whileOpen(12)
  await keys.press(room.button(/Vermelho/).first())
  await expect(room.mine().getByText(/Vermelho · R\$/)).toBeVisible()
  await expect.poll(() => balanceCents(page)).toBeLessThan(100_00)
  await keys.press(room.button('Desfazer'))
  await expect.poll(() => balanceCents(page)).toBe(100_00)
})

test('withdraws with the keyboard alone, typing the password for a new key', async ({
  page,
  world,
  toppedUp,
}) => {
  await wagerOnWinner(world, toppedUp.token, 100_00)
  await untilWithdrawable(world, toppedUp, 50)
  const keys = keysOf(page)
  await comeBack(page, world, toppedUp)
  await keys.press(button(page, /^Minha conta/))
  await keys.press(button(page, 'Retirar'))
  const desk = sheet(page, 'Saque')
  await keys.type(desk.getByLabel('Valor do saque'), '50')
  await keys.press(button(desk, /^Retirar\s+R\$/))
  await keys.type(desk.getByLabel('Senha', { exact: true }), toppedUp.password)
  await keys.press(button(desk, 'Confirmar e retirar'))
  await expect(page.getByText('Solicitação de saque bem-sucedida!')).toBeVisible()
  await understand(page)
})

test('switches the language with the keyboard alone, and the focus returns', async ({
  page,
  world,
  player,
}) => {
  const keys = keysOf(page)
  await comeBack(page, world, player)
  await keys.press(button(page, 'Menu'))
  await keys.press(button(sheet(page, 'Menu'), /^Idioma/))
  await keys.tabTo(sheet(page, 'Idioma').getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const languages = sheet(page, 'Language')
  await expect(languages).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(languages).toBeHidden()
  await expect(page.locator(':focus')).toBeVisible()
})

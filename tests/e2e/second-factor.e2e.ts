import type { Page } from '@playwright/test'
import { complaints, complaintsNow } from './accessible.ts'
import { keysOf } from './keys.ts'
import {
  call,
  comeBack,
  factorOn,
  type KnownPlayer,
  loggedIn,
  shownBy,
  turnFactorOn,
  untilWithdrawable,
} from './known-player.ts'
import { enter, noteCaptchas, type World } from './player.ts'
import { alerted, sheet } from './sheets.ts'
import { askedAgain, withdrawToNewKey } from './step-up.ts'
import { wagerOnWinner } from './sure-bet.ts'
import { expect, test } from './test.ts'

const factorOf = (page: Page) => sheet(page, 'Verificação em duas etapas')
const codeField = (page: Page) => page.getByLabel('Código do aplicativo ou de recuperação')
const accountButton = (page: Page) => page.getByRole('button', { name: /^Minha conta/ })

/** Gives the password in the login sheet, as a visitor. */
async function givePassword(page: Page, world: World, player: KnownPlayer): Promise<void> {
  await page.getByRole('button', { name: 'Entrar', exact: true }).first().click()
  await enter(page, world, player)
  await expect(codeField(page)).toBeFocused()
}

test('a player sets up an authenticator app, logs out, and logs in by password and code', async ({
  page,
  phone,
  player,
  world,
}) => {
  noteCaptchas(page)
  const keys = keysOf(page)
  const factor = factorOf(page)
  await comeBack(page, world, player)
  await keys.press(accountButton(page))
  await keys.press(page.getByRole('button', { name: 'Verificação em duas etapas' }))
  await expect(factor.getByText(/^Além da senha/)).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await keys.press(factor.getByRole('button', { name: 'Ativar' }))
  await expect(factor.getByLabel('Senha atual')).toBeFocused()
  await page.keyboard.type(player.password)
  await page.keyboard.press('Enter')
  await expect(factor.getByRole('img', { name: 'Código QR para o aplicativo autenticador' })).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('second-factor-secret')
  const secret = await factor.locator('code').innerText()
  await factor.getByLabel('Código do aplicativo').fill(shownBy(secret))
  await page.keyboard.press('Enter')
  await expect(factor.getByRole('listitem')).toHaveCount(10)
  expect(await complaints(page)).toEqual([])
  await phone.picture('second-factor-codes')
  await keys.press(factor.getByRole('button', { name: 'Já guardei' }))
  await expect(factor.getByText('Códigos de recuperação restantes: 10')).toBeVisible()
  await phone.picture('second-factor-on')

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${world.url}/home`)
  await givePassword(page, world, player)
  expect(await complaints(page)).toEqual([])
  await phone.picture('second-factor-login')
  await page.keyboard.type('AAAAA-AAAAA')
  await page.keyboard.press('Enter')
  await expect(page.getByText('O código não confere ou já foi usado.')).toBeVisible()
  // This period's code enabled it: each is valid once.
  await codeField(page).fill(shownBy(secret, 1))
  await page.keyboard.press('Enter')
  await expect(accountButton(page)).toBeVisible()
})

test('a player who lost the app logs in by a recovery code', async ({ page, player, world }) => {
  noteCaptchas(page)
  const [code = ''] = await turnFactorOn(world, player)
  await page.goto(`${world.url}/home`)
  await givePassword(page, world, player)
  await page.keyboard.type(code.toLowerCase())
  await page.getByLabel('Não pedir o código neste aparelho por 30 dias').check()
  await page.keyboard.press('Enter')
  await expect(accountButton(page)).toBeVisible()
})

test('a player sees the recent logins among the devices', async ({ page, phone, player, world }) => {
  await comeBack(page, world, player)
  await keysOf(page).press(accountButton(page))
  await keysOf(page).press(page.getByRole('button', { name: 'Aparelhos' }))
  await expect(page.getByRole('heading', { name: 'Últimas entradas' })).toBeVisible()
  await expect(page.getByText(/^Cadastro · /)).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('sign-ins')
})

test('a player ends all other sessions from the list of devices', async ({ page, phone, player, world }) => {
  const { token: elsewhere } = await loggedIn(world, player.email, player.password)
  await comeBack(page, world, player)
  await keysOf(page).press(accountButton(page))
  await keysOf(page).press(page.getByRole('button', { name: 'Aparelhos' }))
  const endOthers = page.getByRole('button', { name: 'Encerrar todas as outras sessões' })
  await expect(endOthers).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('end-others')
  await keysOf(page).press(endOthers)
  await expect(page.getByText('Sessão encerrada')).toBeVisible()
  // Nothing is left to end, and this session goes on.
  await expect(endOthers).toBeHidden()
  await expect(page.getByRole('button', { name: /^Encerrar a sessão em/ })).toHaveCount(1)
  await call(world, player.token, '/api/app/user/userInfo')
  await expect(call(world, elsewhere, '/api/app/user/userInfo')).rejects.toThrow('40101')
})

test('a withdrawal to a new key asks for an app code again, after the password', async ({
  page,
  phone,
  toppedUp,
  world,
}) => {
  const { secret } = await factorOn(world, toppedUp)
  await wagerOnWinner(world, toppedUp.token, 100_00)
  await untilWithdrawable(world, toppedUp, 60)
  await withdrawToNewKey(page, world, toppedUp)
  const asked = askedAgain(page)
  await expect(codeField(page)).toBeFocused()
  // The asking form continues behind it: the page is not still.
  expect(await complaintsNow(page, 'all')).toEqual([])
  await phone.picture('step-up')
  await page.keyboard.type('AAAAA-AAAAA')
  await page.keyboard.press('Enter')
  await expect(asked.getByText('O código não confere ou já foi usado.')).toBeVisible()
  // This period's code enabled it: each is valid once.
  await codeField(page).fill(shownBy(secret, 1))
  await page.keyboard.press('Enter')
  expect(await alerted(page)).toBe('Solicitação de saque bem-sucedida!')
})

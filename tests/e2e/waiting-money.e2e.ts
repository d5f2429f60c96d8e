import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { comeBack, type KnownPlayer, leaveRoundOpen, registered, toppedUp } from './known-player.ts'
import { alerted, breakages, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
let phone: Phone
let page: Page
let player: KnownPlayer

beforeAll(async () => {
  player = await toppedUp(world, await registered(world))
  phone = await openPhone()
  page = phone.page
})
afterAll(() => phone.close())

const main = () => page.getByRole('main')
test('3.12 5.11 while a round is open nothing may leave, and the player is told why', async () => {
  await leaveRoundOpen(world, player)
  await comeBack(page, world, player, '/conta?tab=withdraw')
  await main().getByLabel('Valor do saque').fill('50')
  // Looks as if it could not be pressed, and tells whoever presses it why.
  await main().locator('button[aria-disabled=true]').last().click({ force: true })
  expect(await alerted(page)).toBe(
    'Sua fatura do jogo está sendo gerada, por favor, tente novamente mais tarde',
  )
})

test('4.28 saying that it is paid before the bank does marks the order, and it goes on waiting', async () => {
  await page.goto(`${world.url}/home`)
  await page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
  await page.getByRole('button', { name: /^Depositar R\$\s100,00/ }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  const payment = sheet(page, 'Pagamento')
  await payment.getByRole('button', { name: 'Complete sua recarga' }).click()
  expect(await isSeen(payment.getByText('Recarregado · 00'))).toBe(true)
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

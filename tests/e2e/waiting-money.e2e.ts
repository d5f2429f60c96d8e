import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { comeBack, type KnownPlayer, leaveRoundOpen, loggedIn, registered, toppedUp } from './known-player.ts'
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

test('1.06 5.17 6.06 whoever has USDT withdraws it to an address, and a reorganised chain pays once', async () => {
  const dollars = { password: 'palpite-em-dolar' }
  const { token } = await loggedIn(world, 'usdt@palpite.example', dollars.password)
  await comeBack(page, world, { token }, '/conta?tab=withdraw')
  const send = main().getByRole('button', { name: /^Retirar$/ })
  await send.last().click()
  expect(await alerted(page)).toBe('Montante mínimo de retirada:R$50')
  expect(await isSeen(main().getByText('Por favor, insira o valor do saque'))).toBe(true)
  await main().getByLabel('Valor do saque').fill('100')
  await main().getByRole('radio', { name: 'USDT' }).click()
  expect(await isSeen(main().getByText(/1 USDT = R\$/))).toBe(true)
  // Without an address the details are asked for instead of sending.
  await main()
    .getByRole('button', { name: /^Retirar\s+R\$/ })
    .click()
  await main().getByRole('button', { name: 'Confirmar' }).click()
  expect(await alerted(page)).toBe('Por favor, insira o endereço da carteira')
  await main().getByLabel('Endereço USDT').fill('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
  expect(await isSeen(main().getByText('Rede: TRC20'))).toBe(true)
  await phone.picture('usdt-1-address')
  await main().getByRole('button', { name: 'Confirmar' }).click()
  await phone.picture('usdt-2-desk')
  await main()
    .getByRole('button', { name: /^Retirar\s+R\$/ })
    .click()
  expect(await isSeen(main().getByText('TRC20 · TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'))).toBe(true)
  await main().getByLabel('Senha', { exact: true }).fill(dollars.password)
  await phone.picture('usdt-3-password')
  await main().getByRole('button', { name: 'Confirmar e retirar' }).click()
  expect(await alerted(page)).toBe('Solicitação de saque bem-sucedida!')
  const mined = async () =>
    ((await (await fetch(`${world.sandboxUrl}/sandbox/chain/TRC20`)).json()) as { mined: object[] }).mined
  const chain = (what: string, body: object) =>
    fetch(`${world.sandboxUrl}/sandbox/chain/TRC20/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await expect.poll(async () => (await mined()).length, { timeout: 20_000 }).toBe(1)
  await chain('reorg', { depth: 100, loses: true })
  await expect.poll(async () => (await mined()).length, { timeout: 60_000 }).toBe(1)
  await chain('mine', { blocks: 20 })
  await page.goto(`${world.url}/registros?tab=carteira`)
  await page.getByRole('radio', { name: 'Carteira' }).click({ timeout: 60_000 })
  await expect.poll(() => page.getByText('Pago').first().isVisible(), { timeout: 60_000 }).toBe(true)
  expect(await isSeen(page.getByText(/Para TQn9Y2…bLSE/))).toBe(true)
  await phone.picture('usdt-4-paid')
  expect(await mined()).toHaveLength(1)
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

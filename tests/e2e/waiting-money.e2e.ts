import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import {
  call,
  comeBack,
  type KnownPlayer,
  leaveRoundOpen,
  loggedIn,
  newOrder,
  type Order,
  registered,
  toppedUp,
  withOrder,
} from './known-player.ts'
import { balanceCents } from './player.ts'
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

/** Has the sandbox bank do something. */
const atBank = async (what: string, body: object) => {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
  return (await answer.json()) as Record<string, unknown>
}

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

test('a deposit in USDT shows its address, its rate and what came, at every width', async () => {
  const transfer = { network: 'TRC20', confirmations: 0, needed: 19, at: new Date().toISOString() }
  const transfers = [
    { ...transfer, hash: '0x1', amount: '40.000000', status: 'seen', confirmations: 7, amountCents: null },
    { ...transfer, hash: '0x2', amount: '120.500000', status: 'credited', amountCents: 65_070 },
    { ...transfer, hash: '0x3', amount: '2.000000', status: 'below_min', amountCents: null },
    { ...transfer, hash: '0x4', amount: '80.000000', status: 'taken_back', amountCents: 43_200 },
    { ...transfer, hash: '0x5', amount: '9.000000', status: 'gone', amountCents: null },
  ]
  const address = {
    network: 'TRC20',
    address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    rate: 5.4,
    rateUntil: new Date(Date.now() + 900_000).toISOString(),
    minUsdt: 5,
    confirmations: 19,
  }
  const answer = (data: object) => ({ json: { status: 200, message: '', data } })
  // Off until an operator wants it: what the server would say is said here.
  await page.route('**/usdtTopUps', (route) =>
    route.fulfill(answer({ networks: ['TRC20', 'ERC20'], transfers })),
  )
  await page.route('**/usdtAddress', (route) => route.fulfill(answer(address)))
  await comeBack(page, world, player, '/conta')
  await main().getByRole('radio', { name: 'USDT' }).click()
  await main().getByRole('button', { name: 'Mostrar endereço TRC20' }).click()
  for (const width of [393, 320]) {
    await page.setViewportSize({ width, height: 852 })
    expect(await isSeen(main().getByText(address.address))).toBe(true)
    for (const words of [
      '7 de 19 confirmações',
      'Creditado',
      'Abaixo do mínimo',
      'Desfeito pela rede',
      'Saiu da rede',
    ])
      expect(await isSeen(main().getByText(words, { exact: true }))).toBe(true)
    expect(await complaints(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await main().getByText('O que chegou').scrollIntoViewIfNeeded()
    await phone.picture(`usdt-deposit-${width}`)
  }
  await page.setViewportSize({ width: 393, height: 852 })
  await page.unroute('**/usdtTopUps')
  await page.unroute('**/usdtAddress')
})

test('K22: a top-up that the bank takes back after it was spent is a debt: told, nothing is staked, the next one repays it', async () => {
  const other = await registered(world)
  const order = await withOrder(world, other)
  const { token } = other
  const payAtBank = async ({ orderId }: Order) => {
    const { code } = (await call(world, token, `/api/app/order/getPayment/${orderId}`)) as { code: string }
    const paid = await atBank('pay', { code })
    await expect
      .poll(() => call(world, token, `/api/app/order/getStatus/${orderId}`), { timeout: 30_000 })
      .toMatchObject({ status: '10' })
    return paid['endToEndId']
  }
  const endToEndId = await payAtBank(order)
  await leaveRoundOpen(world, other, 7_000)
  await comeBack(page, world, other, '/home')
  await expect.poll(() => balanceCents(page)).toBe(3_000)
  await atBank('clawback', { endToEndId })
  // Pushed, without a reload.
  await expect.poll(() => balanceCents(page), { timeout: 30_000 }).toBe(0)
  await page.goto(`${world.url}/gameMess`)
  expect(await isSeen(page.getByText('Depósito devolvido pelo banco').first())).toBe(true)
  expect(await isSeen(page.getByText(/Faltaram R\$\s70,00/).first())).toBe(true)
  await phone.picture('taken-back')
  const stake = { requestId: '0123456789abcdef0123456789abcdef', stakeCents: 100, direction: 'over' }
  const roll = () => call(world, token, '/api/app/games/dice/betPlay', { ...stake, targetHundredths: 50_00 })
  await expect(roll()).rejects.toThrow('Há um valor em aberto na sua conta')
  await payAtBank(await newOrder(world, other))
  await page.goto(`${world.url}/home`)
  await expect.poll(() => balanceCents(page)).toBe(3_000)
  await roll()
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

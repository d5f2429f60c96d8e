import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { complaints } from './accessible.ts'
import { atWidths, fits, fitsEverywhere } from './fits.ts'
import {
  atBank,
  call,
  comeBack,
  leaveRoundOpen,
  loggedIn,
  loseEverything,
  mailedCode,
  newOrder,
  payAtBank,
  withOrder,
} from './known-player.ts'
import { balanceCents } from './player.ts'
import { alerted, sheet } from './sheets.ts'
import { showsBlockedWithdrawal } from './blocked-withdrawal.ts'

const main = (page: Page) => page.getByRole('main')
const withdraw = (page: Page) => main(page).getByRole('button', { name: /^Retirar\s+R\$/ })

test('3.12 5.11 during an open round nothing may leave, and the player is told why', async ({
  page,
  world,
  toppedUp,
}) => {
  await leaveRoundOpen(world, toppedUp)
  await comeBack(page, world, toppedUp, '/conta?tab=withdraw')
  await main(page).getByLabel('Valor do saque').fill('50')
  const why = 'Sua fatura do jogo está sendo gerada, por favor, tente novamente mais tarde'
  await showsBlockedWithdrawal(page, withdraw(page), why)
})

test('4.28 claiming to have paid before the bank confirms marks the order, and it keeps waiting', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await comeBack(page, world, toppedUp)
  await page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
  // A free amount, besides the packages.
  const deposit = sheet(page, 'Depósito')
  await deposit.getByLabel('Outro valor').fill('5')
  await deposit.getByRole('button', { name: 'Depositar', exact: true }).last().click()
  expect(await alerted(page)).toBe('Por favor, selecione o montante de recarga')
  await expect(deposit.getByRole('alert').getByText(/^De R\$\s10,00 a R\$\s5\.000,00$/)).toBeVisible()
  await phone.picture('own-1-wrong')
  await deposit.getByLabel('Outro valor').fill('130,50')
  for (const width of [320, 393]) {
    await page.setViewportSize({ width, height: 852 })
    await deposit.getByLabel('Outro valor').scrollIntoViewIfNeeded()
    expect(await complaints(page)).toEqual([])
    await phone.picture(`own-2-${width}`)
  }
  await deposit.getByRole('button', { name: /^Depositar R\$\s130,50/ }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  const payment = sheet(page, 'Pagamento')
  await payment.getByRole('button', { name: 'Complete sua recarga' }).click()
  await expect(payment.getByText('Recarregado · 00')).toBeVisible()
})

test('1.06 5.17 6.06 a player with USDT withdraws it to an address, and a reorganised chain pays once', async ({
  page,
  phone,
  world,
}) => {
  const dollars = { password: 'palpite-em-dolar' }
  const { token } = await loggedIn(world, 'usdt@palpite.example', dollars.password)
  await comeBack(page, world, { token }, '/conta?tab=withdraw')
  await main(page)
    .getByRole('button', { name: /^Retirar$/ })
    .last()
    .click()
  expect(await alerted(page)).toBe('Montante mínimo de retirada:R$50')
  await expect(main(page).getByText('Por favor, insira o valor do saque')).toBeVisible()
  await main(page).getByLabel('Valor do saque').fill('100')
  await main(page).getByRole('radio', { name: 'USDT' }).click()
  await expect(main(page).getByText(/1 USDT = R\$/)).toBeVisible()
  // Without an address the details form opens instead of sending.
  await withdraw(page).click()
  await main(page).getByRole('button', { name: 'Confirmar' }).click()
  expect(await alerted(page)).toBe('Por favor, insira o endereço da carteira')
  await main(page).getByLabel('Endereço USDT').fill('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
  await expect(main(page).getByText('Rede: TRC20')).toBeVisible()
  await fitsEverywhere(phone, 'usdt-1-address')
  await main(page).getByRole('button', { name: 'Confirmar' }).click()
  // Another key than the own CPF is confirmed by a mailed code, in the form itself.
  await expect(main(page).getByLabel('E-mail', { exact: true })).toHaveValue('usdt@palpite.example')
  const code = main(page).getByLabel('Código de verificação do e-mail')
  await expect(code).toBeFocused()
  await main(page).getByRole('button', { name: 'Confirmar' }).click()
  await expect(main(page).getByText('Por favor, insira o código de verificação do e-mail')).toBeVisible()
  const mailed = await mailedCode(world, 'usdt@palpite.example')
  await code.fill(String((Number(mailed) + 1) % 1_000_000).padStart(6, '0'))
  await main(page).getByRole('button', { name: 'Confirmar' }).click()
  await expect(main(page).getByText('Código incorreto ou vencido.')).toBeVisible()
  await fitsEverywhere(phone, 'usdt-2-code')
  await code.fill(mailed)
  await main(page).getByRole('button', { name: 'Confirmar' }).click()
  await fitsEverywhere(phone, 'usdt-2-desk')
  await withdraw(page).click()
  await expect(main(page).getByText('TRC20 · TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')).toBeVisible()
  await main(page).getByLabel('Senha', { exact: true }).fill(dollars.password)
  await fitsEverywhere(phone, 'usdt-3-password')
  await main(page).getByRole('button', { name: 'Confirmar e retirar' }).click()
  expect(await alerted(page)).toBe('Solicitação de saque bem-sucedida!')
  const mined = async () =>
    ((await (await fetch(`${world.sandboxUrl}/sandbox/chain/TRC20`)).json()) as { mined: object[] }).mined
  const chain = (what: string, body: object) =>
    fetch(`${world.sandboxUrl}/sandbox/chain/TRC20/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await expect.poll(async () => (await mined()).length).toBe(1)
  await chain('reorg', { depth: 100, loses: true })
  // Resent once missing, and shown as paid once confirmed.
  await expect.poll(async () => (await mined()).length, { timeout: 60_000 }).toBe(1)
  await chain('mine', { blocks: 20 })
  await page.goto(`${world.url}/registros?tab=wallet`)
  const record = page.getByRole('listitem').filter({ hasText: /Para TQn9Y2…bLSE/ })
  await expect(record.getByText('Pago')).toBeVisible({ timeout: 60_000 })
  await phone.picture('usdt-4-paid')
  expect(await mined()).toHaveLength(1)
})

test('a USDT deposit shows address, rate and arrivals, at every width', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const transfer = {
    network: 'TRC20',
    confirmations: 0,
    needed: 19,
    rates: [] as object[],
    at: new Date().toISOString(),
  }
  const transfers = [
    { ...transfer, hash: '0x1', amount: '40.000000', status: 'seen', confirmations: 7, amountCents: null },
    {
      ...transfer,
      hash: '0x2',
      amount: '120.500000',
      status: 'credited',
      amountCents: 64_870,
      rates: [
        { amount: '100.500000', rate: 5.4 },
        { amount: '20.000000', rate: 5.3 },
      ],
    },
    { ...transfer, hash: '0x6', amount: '50.000000', status: 'no_rate', amountCents: null },
    { ...transfer, hash: '0x3', amount: '2.000000', status: 'below_min', amountCents: null },
    { ...transfer, hash: '0x4', amount: '80.000000', status: 'taken_back', amountCents: 43_200 },
    { ...transfer, hash: '0x5', amount: '9.000000', status: 'gone', amountCents: null },
  ]
  const address = {
    network: 'TRC20',
    address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    rate: 5.4,
    rateAt: new Date(Date.now() - 60_000).toISOString(),
    rateUntil: new Date(Date.now() + 900_000).toISOString(),
    maxUsdt: 1_000,
    minUsdt: 5,
    confirmations: 19,
  }
  const answer = (data: object) => ({ json: { status: 200, message: '', data } })
  // Off until an operator enables it: the server's answer is simulated here.
  await page.route('**/usdtTopUps', (route) =>
    route.fulfill(answer({ networks: ['TRC20', 'ERC20'], transfers })),
  )
  await page.route('**/usdtAddress', (route) => route.fulfill(answer(address)))
  await comeBack(page, world, toppedUp, '/conta')
  await main(page).getByRole('radio', { name: 'USDT' }).click()
  await main(page).getByRole('button', { name: 'Mostrar endereço TRC20' }).click()
  await atWidths(page, async (width) => {
    await expect(main(page).getByText(address.address)).toBeVisible()
    for (const words of [
      '7 de 19 confirmações',
      'Creditado',
      'Abaixo do mínimo',
      'Desfeito pela rede',
      'Saiu da rede',
      'Sem cotação ainda: estamos verificando',
      '20,00 USDT a R$ 5,30',
      'Máximo nesta cotação',
    ])
      await expect(main(page).getByText(words, { exact: true })).toBeVisible()
    await main(page).getByText('O que chegou').scrollIntoViewIfNeeded()
    await fits(phone, `usdt-deposit-${width}`)
  })
})

test('money that moves before the page has a socket is shown once it does', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  await page.route('**/api/app/realtime/ticket', async (route) => {
    await held
    await route.continue()
  })
  await comeBack(page, world, toppedUp)
  await expect.poll(() => balanceCents(page)).toBe(100_00)
  await loseEverything(world, toppedUp)
  expect(await balanceCents(page)).toBe(100_00)
  letGo()
  await expect.poll(() => balanceCents(page)).toBeLessThan(10)
  await phone.picture('caught-up')
})

test('K22: a top-up reversed after it was spent is a debt: shown, no stakes, and repaid by the next one', async ({
  page,
  phone,
  world,
  player,
}) => {
  const order = await withOrder(world, player)
  const { token } = player
  const endToEndId = await payAtBank(world, token, order)
  await leaveRoundOpen(world, player, 7_000)
  await comeBack(page, world, player)
  await expect.poll(() => balanceCents(page)).toBe(30_00)
  await atBank(world, 'clawback', { endToEndId })
  // Pushed, without a reload.
  await expect.poll(() => balanceCents(page)).toBe(0)
  await page.goto(`${world.url}/gameMess`)
  await expect(page.getByText('Depósito devolvido pelo banco').first()).toBeVisible()
  await expect(page.getByText(/Faltaram R\$\s70,00/).first()).toBeVisible()
  await phone.picture('taken-back')
  await page.goto(`${world.url}/conta`)
  await expect(main(page).getByText('Valor em aberto', { exact: true })).toBeVisible()
  await expect(
    main(page).getByText(/^O banco devolveu um depósito ou um resultado foi corrigido,/),
  ).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('taken-back-owed')
  await page.goto(`${world.url}/registros?tab=wallet`)
  const record = page.getByRole('listitem').filter({ hasText: 'O valor voltou para a conta que pagou.' })
  await expect(record.getByText('Devolvido', { exact: true })).toBeVisible()
  const stake = { requestId: '0123456789abcdef0123456789abcdef', stakeCents: 100, direction: 'over' }
  const roll = () => call(world, token, '/api/app/games/dice/betPlay', { ...stake, targetHundredths: 50_00 })
  await expect(roll()).rejects.toThrow('Há um valor em aberto na sua conta')
  await payAtBank(world, token, await newOrder(world, player))
  await page.goto(`${world.url}/home`)
  await expect.poll(() => balanceCents(page)).toBe(30_00)
  await roll()
})

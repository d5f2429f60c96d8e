import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { atWidths, fits, fitsEverywhere } from './fits.ts'
import {
  atBank,
  call,
  comeBack,
  infoOf,
  type KnownPlayer,
  leaveRoundOpen,
  loggedIn,
  newOrder,
  payAtBank,
  registered,
  rollElsewhere,
  toppedUp,
  withOrder,
} from './known-player.ts'
import { balanceCents } from './player.ts'
import { alerted, breakages, isSeen, sheet } from './sheets.ts'
import { betWhatWins } from './sure-bet.ts'
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
  // An amount of the player's own, besides the packages.
  const deposit = sheet(page, 'Depósito')
  await deposit.getByLabel('Outro valor').fill('5')
  await deposit.getByRole('button', { name: 'Depositar', exact: true }).last().click()
  expect(await alerted(page)).toBe('Por favor, selecione o montante de recarga')
  expect(await isSeen(deposit.getByRole('alert').getByText(/^De R\$\s10,00 a R\$\s5\.000,00$/))).toBe(true)
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
  await fitsEverywhere(phone, 'usdt-1-address')
  await main().getByRole('button', { name: 'Confirmar' }).click()
  await fitsEverywhere(phone, 'usdt-2-desk')
  await main()
    .getByRole('button', { name: /^Retirar\s+R\$/ })
    .click()
  expect(await isSeen(main().getByText('TRC20 · TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'))).toBe(true)
  await main().getByLabel('Senha', { exact: true }).fill(dollars.password)
  await fitsEverywhere(phone, 'usdt-3-password')
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
  await atWidths(page, async (width) => {
    expect(await isSeen(main().getByText(address.address))).toBe(true)
    for (const words of [
      '7 de 19 confirmações',
      'Creditado',
      'Abaixo do mínimo',
      'Desfeito pela rede',
      'Saiu da rede',
    ])
      expect(await isSeen(main().getByText(words, { exact: true }))).toBe(true)
    await main().getByText('O que chegou').scrollIntoViewIfNeeded()
    await fits(phone, `usdt-deposit-${width}`)
  })
  await page.unroute('**/usdtTopUps')
  await page.unroute('**/usdtAddress')
})

test('K22: a top-up that the bank takes back after it was spent is a debt: told, nothing is staked, the next one repays it', async () => {
  const other = await registered(world)
  const order = await withOrder(world, other)
  const { token } = other
  const endToEndId = await payAtBank(world, token, order)
  await leaveRoundOpen(world, other, 7_000)
  await comeBack(page, world, other, '/home')
  await expect.poll(() => balanceCents(page)).toBe(3_000)
  await atBank(world, 'clawback', { endToEndId })
  // Pushed, without a reload.
  await expect.poll(() => balanceCents(page), { timeout: 30_000 }).toBe(0)
  await page.goto(`${world.url}/gameMess`)
  expect(await isSeen(page.getByText('Depósito devolvido pelo banco').first())).toBe(true)
  expect(await isSeen(page.getByText(/Faltaram R\$\s70,00/).first())).toBe(true)
  await phone.picture('taken-back')
  await page.goto(`${world.url}/conta`)
  expect(await isSeen(main().getByText('Valor em aberto', { exact: true }))).toBe(true)
  expect(await isSeen(main().getByText(/^O banco devolveu um depósito já usado\./))).toBe(true)
  expect(await complaints(page)).toEqual([])
  await phone.picture('taken-back-owed')
  await page.goto(`${world.url}/registros?tab=wallet`)
  const record = page.getByRole('listitem').filter({ hasText: 'O valor voltou para a conta que pagou.' })
  expect(await isSeen(record.getByText('Devolvido', { exact: true }))).toBe(true)
  const stake = { requestId: '0123456789abcdef0123456789abcdef', stakeCents: 100, direction: 'over' }
  const roll = () => call(world, token, '/api/app/games/dice/betPlay', { ...stake, targetHundredths: 50_00 })
  await expect(roll()).rejects.toThrow('Há um valor em aberto na sua conta')
  await payAtBank(world, token, await newOrder(world, other))
  await page.goto(`${world.url}/home`)
  await expect.poll(() => balanceCents(page)).toBe(3_000)
  await roll()
})

const standingOf = async (token: string) => {
  const info = (await infoOf(world, { token })) as unknown as {
    balance: number
    freeBalance: number
    wagering: { ownLeftCents: number; bonusLeftCents: number }
  }
  return { ...info.wagering, balance: info.balance, bonus: info.freeBalance }
}

describe('a first top-up with its gift', () => {
  let newcomer: KnownPlayer
  const meter = () => main().getByRole('region', { name: 'Apostas que faltam' })

  test('is paid after saying who one is, and brings deposit and gift, shown apart', async () => {
    newcomer = await registered(world)
    await comeBack(page, world, newcomer, '/conta')
    await page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
    const kyc = sheet(page, 'Seus dados')
    await kyc.getByLabel('Nome completo').fill(newcomer.name)
    await kyc.getByLabel('CPF').fill(newcomer.cpf)
    await kyc.getByRole('button', { name: 'Confirmar' }).click()
    const deposit = sheet(page, 'Depósito')
    expect(
      await isSeen(deposit.getByRole('radio', { name: /^Com bônus de R\$\s20,00/, checked: true })),
    ).toBe(true)
    await deposit.getByRole('button', { name: /^Depositar R\$\s100,00/ }).click()
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.frameLocator('iframe').getByRole('button', { name: 'Pagar no banco de testes' }).click()
    expect(await alerted(page)).toBe('Recarga bem-sucedida, continue fazendo apostas')
    await page.goto(`${world.url}/conta`)
    await expect.poll(() => balanceCents(page)).toBe(12_000)
    expect(await standingOf(newcomer.token)).toMatchObject({ balance: 120, bonus: 20 })
    expect(await isSeen(meter().getByText(/^Faltam R\$\s100,00 em apostas para retirar$/))).toBe(true)
    expect(await isSeen(meter().getByText(/^Para liberar o bônus: faltam R\$\s40,00 em apostas/))).toBe(true)
    await phone.picture('gift-1-meter')
  })

  test('does not leave before it is wagered', async () => {
    await page.goto(`${world.url}/conta?tab=withdraw`)
    await main().getByLabel('Valor do saque').fill('50')
    await main().locator('button[aria-disabled=true]').last().click({ force: true })
    expect(await alerted(page)).toBe('Sem valor de levantamento')
  })

  test('is the player’s own once it is wagered, its gift too, and is withdrawn', async () => {
    const { token } = newcomer
    await betWhatWins(world, token)
    await expect
      .poll(async () => (await standingOf(token)).balance, { timeout: 120_000 })
      .toBeGreaterThan(2_000)
    await page.goto(`${world.url}/conta`)
    expect(await isSeen(meter().getByText(/^Para liberar o bônus: faltam R\$\s32,00 em apostas/))).toBe(true)
    await expect
      .poll(() =>
        meter()
          .getByText(/em apostas para retirar/)
          .count(),
      )
      .toBe(0)
    // A fiftieth of a roll counts: eight of R$ 200, of more than can be lost by them.
    for (let rolls = 0; rolls < 8; rolls += 1) {
      await rollElsewhere(world, newcomer, { stakeCents: 20_000, targetHundredths: 25_00 })
    }
    await expect.poll(() => standingOf(token)).toMatchObject({ ownLeftCents: 0, bonusLeftCents: 0, bonus: 0 })
    await page.goto(`${world.url}/conta?tab=withdraw`)
    await main().getByLabel('Valor do saque').fill('150')
    expect(await meter().count()).toBe(0)
    const before = await balanceCents(page)
    await phone.picture('gift-2-free')
    await main()
      .getByRole('button', { name: /^Retirar\s+R\$/ })
      .click()
    await main().getByLabel('Senha', { exact: true }).fill(newcomer.password)
    await main().getByRole('button', { name: 'Confirmar e retirar' }).click()
    expect(await alerted(page)).toBe('Solicitação de saque bem-sucedida!')
    await expect.poll(() => balanceCents(page)).toBe(before - 15_000)
    await page.goto(`${world.url}/registros?tab=wallet`)
    const paidOut = page.getByRole('listitem').filter({ hasText: 'Saque' }).filter({ hasText: 'Pago' })
    await paidOut.waitFor({ timeout: 60_000 })
    await phone.picture('gift-3-paid-out')
  })

  test('is given back by whoever does not want to wager the next one, and the deposit stays as it was', async () => {
    const { token } = newcomer
    await payAtBank(world, token, await newOrder(world, newcomer, '1'))
    await expect.poll(() => standingOf(token)).toMatchObject({ bonus: 5, ownLeftCents: 10_000 })
    await page.goto(`${world.url}/conta`)
    await meter().getByRole('button', { name: 'Desistir do bônus' }).click()
    await page.getByRole('button', { name: 'Desistir', exact: true }).click()
    expect(await alerted(page)).toMatch(/^Você desistiu do bônus: R\$\s5,00 saíram da sua conta\.$/)
    await meter()
      .getByText(/^Para liberar o bônus/)
      .waitFor({ state: 'detached' })
    expect(await standingOf(token)).toMatchObject({ bonus: 0, bonusLeftCents: 0, ownLeftCents: 10_000 })
    await phone.picture('gift-4-given-back')
  })
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})

import { expect, test as base } from './test.ts'
import type { Page } from '@playwright/test'
import { openPreparedApp } from '../../tools/test/whole-app.ts'
import { complaints, settled } from './accessible.ts'
import {
  atBank,
  call,
  comeBack,
  documentsChecked,
  type KnownPlayer,
  type Order,
  withOrder,
} from './known-player.ts'
import { somebodyNew, type World } from './player.ts'
import { alerted, sheet } from './sheets.ts'
import { standStill } from './still.ts'

const sentBack =
  'Este pagamento veio de outro CPF ou CNPJ. Devolvemos o valor a quem pagou. Pague de uma conta no seu CPF.'

/** The app where only the own CPF may pay. */
const test = base.extend({
  world: [
    async ({}, use) => {
      const { stop, ...app } = await openPreparedApp({ COMPLIANCE_PROFILE: 'br-spa' })
      await use(app)
      await stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

// In one worker, serially: each other worker would start such an app for a single test.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ page, world }) => {
  await standStill(page, world)
})

const bank = (page: Page) => page.frameLocator('iframe')
const codeIn = (page: Page) => bank(page).getByLabel('Código PIX copia e cola').inputValue()

/** Another person pays this code at the bank. */
const paidByAnother = async (world: World, code: string) => {
  const { name, cpf } = somebodyNew()
  await atBank(world, 'pay', { code, payer: { nome: name, cpf } })
}

/** What the server says of an order. */
const statusOf = async (world: World, { token }: KnownPlayer, { orderId }: Order) =>
  ((await call(world, token, `/api/app/order/getStatus/${orderId}`)) as { status: string }).status

test.describe("a payment from another person's account", () => {
  test('is shown as returned on the payment page, then in the app, then in the records', async ({
    page,
    phone,
    world,
    player,
  }) => {
    await withOrder(world, player)
    await comeBack(page, world, player, '/registros?tab=wallet')
    await page.getByRole('button', { name: /^Pagar agora R\$\s100,00/ }).click()
    const code = await codeIn(page)
    // The app polls less often than the framed page, and would close it: its poll is delayed.
    let letThrough = () => {}
    const held = new Promise<void>((done) => {
      letThrough = done
    })
    await page.route('**/getStatus/*', async (route) => {
      await held
      await route.continue()
    })
    await paidByAnother(world, code)
    await expect(bank(page).getByRole('heading', { name: 'Pagamento devolvido' })).toBeVisible()
    await expect(bank(page).getByText(sentBack)).toBeVisible()
    await phone.picture('other-payer-page')
    letThrough()
    expect(await alerted(page)).toBe(sentBack)
    await expect(sheet(page, 'Pagamento')).toBeHidden()
    const record = page.getByRole('listitem').filter({ hasText: 'Depósito' })
    await expect(record.filter({ hasText: 'Devolvido' })).toBeVisible()
    await settled(page)
    await phone.picture('other-payer-record')
    expect(await complaints(page)).toEqual([])
  })

  test("leads back to the order's form, with the same words above it", async ({ page, world, player }) => {
    await documentsChecked(world, player)
    await comeBack(page, world, player)
    await page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
    await page.getByRole('button', { name: /^Depositar R\$\s100,00/ }).click()
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await paidByAnother(world, await codeIn(page))
    expect(await alerted(page)).toBe(sentBack)
    await expect(sheet(page, 'Pagamento')).toBeHidden()
    await expect(page.getByRole('button', { name: /^Depositar R\$\s100,00/ })).toBeVisible()
  })

  test("is shown as returned on the provider's return page", async ({ page, phone, world, player }) => {
    const order = await withOrder(world, player)
    const { orderId } = order
    const { code } = (await call(world, player.token, `/api/app/order/getPayment/${orderId}`)) as {
      code: string
    }
    const waits = await statusOf(world, player, order)
    await paidByAnother(world, code)
    await expect.poll(() => statusOf(world, player, order)).not.toBe(waits)
    await comeBack(page, world, player, `/paySuccess?orderId=${orderId}`)
    await expect(page.getByText('Pagamento devolvido')).toBeVisible()
    await expect(page.getByText(sentBack)).toBeVisible()
    await settled(page)
    await phone.picture('other-payer-success')
    expect(await complaints(page)).toEqual([])
  })
})

test('the help says that money leaves only to the own CPF, and mentions no unavailable bonus', async ({
  page,
  phone,
  world,
}) => {
  await page.goto(`${world.url}/ajuda/artigos/withdraw`)
  const article = page.getByRole('main')
  await expect(article).toContainText('só para o seu próprio CPF')
  await expect(article).toContainText('em até 10 minutos')
  await expect(article).not.toContainText(/CNPJ|USDT|VIP/)
  await phone.picture('help-withdraw-own-cpf')
  await page.goto(`${world.url}/ajuda`)
  await expect(page.getByRole('link', { name: 'Retirar seu dinheiro' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Bônus e promoções' })).toHaveCount(0)
  const bonuses = ['Como funciona o bônus (rollover)', 'Bônus de depósito', 'Clube VIP', 'Convide amigos']
  for (const name of [...bonuses, 'Check-in diário']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  }
})

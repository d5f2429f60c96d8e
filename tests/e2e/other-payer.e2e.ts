import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { openWholeApp, type WholeApp } from '../../tools/test/whole-app.ts'
import { complaints, settled } from './accessible.ts'
import { comeBack, registered, withOrder } from './known-player.ts'
import { somebodyNew } from './player.ts'
import { alerted, breakages, isSeen, sheet } from './sheets.ts'

const sentBack =
  'Este pagamento veio de outro CPF ou CNPJ. Devolvemos o valor a quem pagou. Pague de uma conta no seu CPF.'

let app: WholeApp
let phone: Phone
let page: Page
let orderId: string

beforeAll(async () => {
  app = await openWholeApp({ COMPLIANCE_PROFILE: 'br-spa' }) // only there the own CPF alone may pay
  phone = await openPhone()
  page = phone.page
  const look = 'theme=dark&text=100&motion=off&language=pt-BR'
  await page.context().addCookies([{ name: 'look', value: look, url: app.url }])
}, 240_000)

afterAll(async () => {
  await phone?.picture('other-payer-last')
  await phone?.close()
  await app?.stop()
})

const bank = () => page.frameLocator('iframe')

/** Somebody else pays this code at the bank. */
const paidByAnother = async (code: string) => {
  const { name, cpf } = somebodyNew()
  const answer = await fetch(`${app.sandboxUrl}/sandbox/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, payer: { nome: name, cpf } }),
  })
  expect(answer.status).toBe(200)
}

describe('a payment from an account of somebody else', () => {
  test('is told as sent back on the payment page, then in the app, then in the records', async () => {
    const player = await registered(app)
    const order = await withOrder(app, player)
    orderId = order.orderId
    await comeBack(page, app, player, '/registros?tab=wallet')
    await page.getByRole('button', { name: /^Pagar agora R\$\s100,00/ }).click()
    const code = await bank().getByLabel('Código PIX copia e cola').inputValue()
    // The app asks less often than the page in its frame, and would take the page away: it hears a little later.
    let letThrough = () => {}
    const held = new Promise<void>((done) => {
      letThrough = done
    })
    await page.route('**/getStatus/*', async (route) => {
      await held
      await route.continue()
    })
    await paidByAnother(code)
    expect(await isSeen(bank().getByRole('heading', { name: 'Pagamento devolvido' }))).toBe(true)
    expect(await isSeen(bank().getByText(sentBack))).toBe(true)
    await phone.picture('other-payer-page')
    letThrough()
    expect(await alerted(page)).toBe(sentBack)
    await sheet(page, 'Pagamento').waitFor({ state: 'hidden' })
    const record = page.getByRole('listitem').filter({ hasText: 'Depósito' })
    expect(await isSeen(record.filter({ hasText: 'Devolvido' }))).toBe(true)
    await settled(page)
    await phone.picture('other-payer-record')
    expect(await complaints(page)).toEqual([])
  })

  test('leads back to the form that the order came from, with the same words above it', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
    await page.getByRole('button', { name: /^Depositar R\$\s100,00/ }).click()
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await paidByAnother(await bank().getByLabel('Código PIX copia e cola').inputValue())
    expect(await alerted(page)).toBe(sentBack)
    await sheet(page, 'Pagamento').waitFor({ state: 'hidden' })
    expect(await isSeen(page.getByRole('button', { name: /^Depositar R\$\s100,00/ }))).toBe(true)
  })

  test('is told as sent back where a provider leads back to', async () => {
    await page.goto(`${app.url}/paySuccess?orderId=${orderId}`)
    expect(await isSeen(page.getByText('Pagamento devolvido'))).toBe(true)
    expect(await isSeen(page.getByText(sentBack))).toBe(true)
    await settled(page)
    await phone.picture('other-payer-success')
    expect(await complaints(page)).toEqual([])
  })

  test('breaks nothing', () => {
    expect(breakages(phone.faults())).toEqual([])
  })
})

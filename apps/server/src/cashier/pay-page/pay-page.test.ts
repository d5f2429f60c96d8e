import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, prePay, untilStatus } from '../testing/orders.ts'
import { newPlayer } from '../testing/players.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { until } from '../../../../../tools/test/until.ts'
import { type Page, pageTextKeys, renderPage } from './render-page.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ needs: { settings: { reconcileEveryMs: 3_600_000 } } })
})

afterAll(() => harness.close())

const open = async () => {
  const { playerId } = await newPlayer(harness.deps)
  return { playerId, order: await prePay(harness, playerId) }
}

const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, harness.url), { headers, redirect: 'manual' })

const stateOf = async (payNo: string) => {
  const answer = await page(`/pay/${payNo}/status`)
  return ((await answer.json()) as { state: string }).state
}

test('shows amount, code and picture of an open order, in a page with nothing inline', async () => {
  const { order } = await open()
  const answer = await page(order.url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toContain('unsafe')
  const html = await answer.text()
  expect(html).toContain('lang="pt-BR"')
  expect(html).toMatch(/R\$\s100,00/)
  expect(html).toContain('br.gov.bcb.pix')
  expect(html).toContain('<main data-state="open"') // the app recognises the page in its frame by this attribute
  expect(html).toContain('<svg')
  expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=|postMessage/)
  expect(html).toContain(`/pay/${order.payNo}/sandbox`)
  const css = await (await page('/pay/pay.css')).text()
  const fonts = [...css.matchAll(/url\('\/pay\/([^']+)'\)/g)].map(([, font]) => font)
  expect(fonts).toHaveLength(3) // Latin, Vietnamese and Cyrillic letters
  for (const file of ['pay.js', 'pay-light.css', ...fonts]) {
    expect((await page(`/pay/${file}`)).status).toBe(200)
  }
})

test('answers in the requested language, and in Portuguese without one', async () => {
  const { order } = await open()
  const texts = async (path: string, headers = {}) => (await page(path, headers)).text()
  expect(await texts(order.url)).toContain('Copiar código')
  expect(await texts(order.url, { 'accept-language': 'en-GB,en;q=0.9' })).toContain('Copy code')
  expect(await texts(`${order.url}?lang=en_US`, { 'accept-language': 'pt-BR' })).toContain('Copy code')
  expect(pageTextKeys('en')).toEqual(pageTextKeys('pt-BR'))
})

test('uses the theme that the player chose, and the dark one by default', async () => {
  const { order } = await open()
  const html = async (look?: string) =>
    (await page(order.url, look ? { cookie: `a=1; look=${look}` } : {})).text()
  const light = 'href="/pay/pay-light.css" media='
  expect(await html()).toContain(`${light}"not all"`)
  expect(await html('theme=system')).toContain(`${light}"(prefers-color-scheme: light)"`)
  expect(await html('theme=light&text=150')).toContain(`${light}"all"`)
  expect(await html('theme=light&text=150')).toContain('data-text="150"')
  expect(await html('theme=dark&text=999')).toContain(`${light}"not all"`)
  expect(await html('theme=dark&text=999')).toContain('data-text="100"')
  expect(await html('theme="><b>&text=1')).not.toContain('<b>')
})

test('uses the app’s font', async () => {
  const css = await (await page('/pay/pay.css')).text()
  const font = /@font-face[^}]*'Geologica Variable'[^}]*url\('([^']+)'\)/.exec(css)?.[1]
  const answer = await page(font ?? '')
  expect(answer.headers.get('content-type')).toBe('font/woff2')
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('wOF2')
  const { order } = await open()
  expect((await page(order.url)).headers.get('content-security-policy')).toContain("font-src 'self'")
})

test('links back to the app and shows the time left only in a tab of its own', async () => {
  const { order } = await open()
  const html = async (headers = {}) => (await page(order.url, headers)).text()
  const alone = await html({ 'sec-fetch-dest': 'document' })
  expect(alone).toMatch(/<a href="\/home">Voltar ao Palpite<\/a>/)
  expect(alone.match(/data-left/g)).toHaveLength(1)
  const framed = await html({ 'sec-fetch-dest': 'iframe' })
  expect(framed).not.toContain('href="/home"')
  expect(framed).not.toContain('data-left')
  expect(framed).toContain('<main data-state="open"')
})

test('turns to paid when the sandbox button is pressed', async () => {
  const { playerId, order } = await open()
  expect(await stateOf(order.payNo)).toBe('open')
  const pressed = await fetch(`${harness.url}/pay/${order.payNo}/sandbox?lang=en_US`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  })
  expect(pressed.status).toBe(303)
  expect(pressed.headers.get('location')).toBe(`/pay/${order.payNo}?lang=en_US`)
  await until('paid', async () => (await stateOf(order.payNo)) === 'paid')
  await untilStatus(harness, playerId, order.orderId)
  const paid = await (await page(order.url)).text()
  expect(paid).toContain('data-state="paid"')
  expect(paid).toMatch(/O depósito de R\$\s100,00 foi creditado/)
})

test('shows an error when the sandbox bank does not accept the payment', async () => {
  const { playerId, order } = await open()
  await harness.bank.arm({ kind: 'webhook_lost', of: 'pix' })
  await pay(harness, order)
  const pressed = await fetch(`${harness.url}/pay/${order.payNo}/sandbox`, {
    method: 'POST',
    redirect: 'manual',
  })
  expect(pressed.headers.get('location')).toBe(`/pay/${order.payNo}?failed=1`)
  expect(await (await page(`/pay/${order.payNo}?failed=1`)).text()).toContain('não aceitou')
  expect(playerId).toBeGreaterThan(0)
})

test('shows no code of an order that has ended', async () => {
  const { playerId, order } = await open()
  await harness.call(playerId, 'POST', `/api/app/order/cancel/${order.orderId}`)
  const html = await (await page(order.url)).text()
  expect(html).toContain('data-state="cancelled"')
  expect(html).not.toContain('br.gov.bcb.pix')
})

test.each(['x', '0'.repeat(32), '%3Cscript%3E', `${'0'.repeat(31)}'`])(
  'answers every unknown number alike: %s',
  async (payNo) => {
    const answer = await page(`/pay/${payNo}`)
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain('data-state="unknown"')
    expect(html).not.toContain('<script>')
    expect((await page(`/pay/${payNo}/status`)).status).toBe(404)
  },
)

test('escapes every value on the page', () => {
  const marks: Page = {
    lang: 'en',
    look: { theme: 'system', textPercent: 100 },
    payNo: '"><i>',
    state: 'open',
    amountCents: 1,
    brCode: '</textarea><script>alert(1)</script>',
    secondsLeft: 1,
    isFramed: false,
    hasSandbox: true,
    sandboxFailed: false,
  }
  const html = renderPage(marks)
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('"><i>')
})

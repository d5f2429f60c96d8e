import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  chargeRequest,
  freshTxid,
  openCharge,
  startHarness,
  type Answer,
  type Harness,
} from '../testing/start-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const page = (path: string): Promise<Answer> => harness.open('GET', path)
const press = (form: Record<string, string>): Promise<Response> =>
  fetch(`${harness.sandbox.url}/pagar`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })

/** The initial value of a form field on a page. */
const field = (text: unknown, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(String(text))?.[1] ?? ''

test('a person checks a code, pays it and gets a receipt', async () => {
  const debtor = { cpf: '52998224725', nome: `D'Ávila & Cia` }
  const charge = await harness.call('PUT', `/cob/${freshTxid()}`, {
    ...chargeRequest('1234.50'),
    devedor: debtor,
  })
  const shown = await page(`/pagar?code=${encodeURIComponent(String(charge.body['pixCopiaECola']))}`)
  expect(shown.status).toBe(200)
  expect(shown.body['text']).toMatch(/R\$\s1\.234,50/)
  expect(shown.body['text']).toContain('Depósito')
  expect(shown.body['text']).toContain('D&#39;Ávila &amp; Cia')
  const { text } = shown.body
  const paid = await press({ code: field(text, 'code'), nome: 'Ana', cpf: '529.982.247-25' })
  expect(paid.status).toBe(303)
  const receipt = await page(String(paid.headers.get('location')))
  expect(receipt.body['text']).toContain('Pagamento realizado')
  const pixId = String(paid.headers.get('location')).split('/')[2]
  const pix = await harness.call('GET', `/pix/${pixId}`)
  expect(pix.body['gnExtras']).toEqual({ pagador: { nome: 'Ana', cpf: '52998224725' } })
  expect((await page('/extrato')).body['text']).toContain(pixId)
})

test('the link of a charge opens the same page', async () => {
  const charge = await openCharge(harness, '7.00')
  const shown = await page(`/pagar/${String(charge['txid'])}`)
  expect(shown.body['text']).toMatch(/R\$\s7,00/)
})

test('2.57 the house’s social-media page exists, and loads nothing from outside', async () => {
  const shown = await page('/social')
  expect(shown.status).toBe(200)
  expect(shown.body['text']).toContain('@palpite')
  expect(shown.body['text']).not.toMatch(/https?:|<script/)
})

test('a wrong CPF shows an error beside the form and pays nothing', async () => {
  const charge = await openCharge(harness)
  const answer = await press({ code: String(charge['pixCopiaECola']), nome: 'Ana', cpf: '111.111.111-11' })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('Confira o CPF')
  expect((await harness.call('GET', `/cob/${String(charge['txid'])}`)).body['status']).toBe('ATIVA')
})

test('a code that cannot be paid shows why', async () => {
  const charge = await openCharge(harness)
  await press({ code: String(charge['pixCopiaECola']), nome: 'Ana', cpf: '52998224725' })
  expect(await page(`/pagar/${String(charge['txid'])}`)).toMatchObject({
    status: 409,
    body: { text: expect.stringContaining('já foi pago') as unknown },
  })
  const again = await press({ code: String(charge['pixCopiaECola']), nome: 'Ana', cpf: '52998224725' })
  expect(again.status).toBe(409)
  expect(await page('/pagar?code=abc')).toMatchObject({ status: 400 })
  expect(await page('/pagar/unknown')).toMatchObject({ status: 404 })
  expect((await press({})).status).toBe(400)
})

test.each(['/', '/pagar', '/extrato', '/mailbox/page', '/atendimento'])(
  '%s is a page in Portuguese without scripts',
  async (path) => {
    const response = await fetch(`${harness.sandbox.url}${path}`)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await response.text()
    expect(text).toContain('<html lang="pt-BR">')
    expect(text).not.toContain('<script')
  },
)

test('every link of the index leads somewhere', async () => {
  const { body } = await page('/')
  const links = [...String(body['text']).matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1] ?? '')
  expect(links.length).toBeGreaterThan(5)
  // The support page needs the product, which is absent here.
  for (const link of links) {
    const wanted = link === '/atendimento' ? 502 : 200
    expect([link, (await page(link)).status]).toEqual([link, wanted])
  }
})

test('answers the health check', async () => {
  expect(await page('/livez')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('an unknown path is not found, in the bank’s format', async () => {
  expect(await page('/nothing')).toMatchObject({
    status: 404,
    body: { type: 'https://pix.bcb.gov.br/api/v2/error/NaoEncontrado' },
  })
})

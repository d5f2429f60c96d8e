import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCharge, startHarness, type Harness } from '../testing/start-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

test.each([
  ['a NUL in the name of a payer', 'POST', '/sandbox/pay', { payer: { nome: 'Ana\0', cpf: '52998224725' } }],
  ['a NUL in the words of a payer', 'POST', '/sandbox/pay', { infoPagador: 'a\0' }],
  ['half a character in the words of a payer', 'POST', '/sandbox/pay', { infoPagador: '\ud83d' }],
  ['a NUL in a query', 'GET', '/mailbox?to=a%00', undefined],
  ['a NUL in a path', 'GET', '/captcha/1%00', undefined],
  ['a NUL in the path of a page', 'GET', '/comprovante/E1%00', undefined],
  ['the same name twice', 'GET', '/pagar?code=a&code=b', undefined],
  ['the same name twice in a page of mails', 'GET', '/mailbox/page?to=a&to=b', undefined],
])('refuses %s, and nothing fails', async (_what, method, path, body) => {
  const code = (await openCharge(harness))['pixCopiaECola']
  const { status, body: said } = await harness.open(method, path, body && { code, ...body })
  expect(status).toBe(400)
  expect(said).toMatchObject({ reason: 'malformed' })
})

test('names the invalid field, in API Pix’s format for clients of the bank', async () => {
  expect((await harness.open('GET', '/mailbox?to=a%00')).body['field']).toBe('to')
  const { status, body } = await harness.call('PUT', '/cob/a%00', {})
  expect(status).toBe(400)
  expect(body['violacoes']).toEqual([{ propriedade: 'txid', razao: expect.any(String) as string }])
})

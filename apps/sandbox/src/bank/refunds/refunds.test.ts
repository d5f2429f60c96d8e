import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { records } from '../../testing/record.ts'
import { paidCharge, startHarness, type Harness } from '../../testing/start-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ refundDelayMs: 1500 }) // keeps refunds in progress long enough for a query
})
beforeEach(async () => {
  await harness.open('DELETE', '/sandbox/faults')
})
afterAll(() => harness.stop())

const REFUSED = { status: 400, body: { type: 'https://pix.bcb.gov.br/api/v2/error/PixDevolucaoInvalida' } }

/** A paid charge and the path of its refunds, once its own webhook has come. */
const paid = async (original: string): Promise<{ path: string; endToEndId: string }> => {
  const endToEndId = String((await paidCharge(harness, original))['endToEndId'])
  await harness.receiver.waitForOne((item) => item['endToEndId'] === endToEndId)
  return { path: `/pix/${endToEndId}/devolucao`, endToEndId }
}

/** The webhook about a Pix with this many ended refunds. */
const refundWebhook = (endToEndId: string, refunds: number) =>
  harness.receiver.waitForOne(
    (item) => item['endToEndId'] === endToEndId && records(item['devolucoes'] ?? []).length === refunds,
  )

test('a refund is in progress, then done, with a webhook about the same Pix', async () => {
  const { path, endToEndId } = await paid('10.00')
  const requested = await harness.call('PUT', `${path}/first`, { valor: '7.89', descricao: 'engano' })
  expect(requested).toMatchObject({
    status: 201,
    body: {
      id: 'first',
      valor: '7.89',
      natureza: 'ORIGINAL',
      descricao: 'engano',
      status: 'EM_PROCESSAMENTO',
    },
  })
  expect(requested.body['rtrId']).toMatch(/^D[a-zA-Z0-9]{31}$/)
  const webhook = await refundWebhook(endToEndId, 1)
  const settled = await harness.call('GET', `${path}/first`)
  expect(settled.body).toMatchObject({ status: 'DEVOLVIDO', rtrId: requested.body['rtrId'] })
  expect(webhook.item).toMatchObject({ endToEndId, devolucoes: [settled.body] })
})

test('refunds together never exceed the Pix; a failed one does not count', async () => {
  const { path, endToEndId } = await paid('10.00')
  await harness.open('POST', '/sandbox/faults', { kind: 'refund_rejected', motivo: 'Sem saldo' })
  expect((await harness.call('PUT', `${path}/a`, { valor: '6.00' })).status).toBe(201)
  expect(await harness.call('PUT', `${path}/b`, { valor: '4.01' })).toMatchObject(REFUSED)
  await refundWebhook(endToEndId, 1)
  expect((await harness.call('GET', `${path}/a`)).body).toMatchObject({
    status: 'NAO_REALIZADO',
    motivo: 'Sem saldo',
  })
  expect((await harness.call('PUT', `${path}/b`, { valor: '10.00' })).status).toBe(201)
  expect(await harness.call('PUT', `${path}/c`, { valor: '0.01' })).toMatchObject(REFUSED)
})

test('an id can be used once per Pix, and be read back', async () => {
  const { path } = await paid('10.00')
  expect((await harness.call('PUT', `${path}/same`, { valor: '1.00' })).status).toBe(201)
  expect(await harness.call('PUT', `${path}/same`, { valor: '1.00' })).toMatchObject(REFUSED)
  expect((await harness.call('GET', `${path}/same`)).body['valor']).toBe('1.00')
  expect((await harness.call('GET', `${path}/other`)).body['type']).toContain('PixDevolucaoNaoEncontrada')
  const other = await paid('10.00')
  expect((await harness.call('PUT', `${other.path}/same`, { valor: '1.00' })).status).toBe(201)
})

test.each([{ valor: '0.00' }, { valor: 1 }, { valor: '1.0' }, {}, { valor: '1.00', natureza: 'MED_FRAUDE' }])(
  'refuses a refund of %j',
  async (request) => {
    const { path } = await paid('10.00')
    expect(await harness.call('PUT', `${path}/x`, request)).toMatchObject(REFUSED)
    expect((await harness.call('GET', `${path}/x`)).status).toBe(404)
  },
)

test('refuses to refund a Pix older than 90 days', async () => {
  const { path } = await paid('10.00')
  harness.forward(90 * 86_400_000 + 1000)
  expect(await harness.call('PUT', `${path}/late`, { valor: '1.00' })).toMatchObject(REFUSED)
})

test('the bank takes back the rest of a Pix after a fraud report', async () => {
  const { path, endToEndId } = await paid('10.00')
  expect((await harness.call('PUT', `${path}/part`, { valor: '4.00' })).status).toBe(201)
  await refundWebhook(endToEndId, 1)
  const taken = await harness.open('POST', '/sandbox/clawback', { endToEndId })
  expect(taken).toMatchObject({
    status: 201,
    body: { valor: '6.00', natureza: 'MED_FRAUDE', status: 'DEVOLVIDO' },
  })
  await refundWebhook(endToEndId, 2)
  expect((await harness.open('POST', '/sandbox/clawback', { endToEndId })).status).toBe(409)
})

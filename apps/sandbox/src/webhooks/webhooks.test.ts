import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiver } from '../testing/receiver.ts'
import { records } from '../testing/record.ts'
import { OUR_KEY, paidCharge, SECRET, startHarness, type Harness } from '../testing/start-harness.ts'

let harness: Harness
beforeEach(async () => {
  harness = await startHarness()
})
afterEach(() => harness.stop())

const arm = async (fault: object): Promise<void> => {
  expect((await harness.open('POST', '/sandbox/faults', fault)).status).toBe(201)
}

const deliveredIds = (): unknown[] => harness.receiver.received.map(({ item }) => item['endToEndId'])

test('an address is registered, shown, replaced and removed', async () => {
  const path = `/webhook/${OUR_KEY}`
  expect((await harness.call('GET', path)).body).toMatchObject({
    webhookUrl: harness.receiver.url,
    cnpj: '12ABC34501DE35',
  })
  expect((await harness.call('PUT', path, { webhookUrl: 'http://127.0.0.1:9/other' })).status).toBe(200)
  expect((await harness.call('GET', path)).body['webhookUrl']).toBe('http://127.0.0.1:9/other')
  expect((await harness.call('DELETE', path)).status).toBe(204)
  expect((await harness.call('GET', path)).status).toBe(404)
  expect((await harness.call('DELETE', path)).status).toBe(404)
  await paidCharge(harness)
  expect((await harness.open('GET', '/sandbox/webhooks')).body).toEqual({ deliveries: [] })
})

test.each([
  { key: 'nokey', url: 'http://127.0.0.1/x', field: 'chave' },
  { key: OUR_KEY, url: 'ftp://127.0.0.1/x', field: 'webhook.webhookUrl' },
  { key: OUR_KEY, url: 'nowhere', field: 'webhook.webhookUrl' },
])('an address $url for $key is refused, naming $field', async ({ key, url, field }) => {
  expect(await harness.call('PUT', `/webhook/${key}`, { webhookUrl: url })).toMatchObject({
    status: 400,
    body: {
      type: 'https://pix.bcb.gov.br/api/v2/error/WebhookOperacaoInvalida',
      violacoes: [{ propriedade: field }],
    },
  })
})

test('a webhook is retried with growing pauses until it is accepted', async () => {
  harness.receiver.answerNext(500, 404, 302)
  const { endToEndId } = await paidCharge(harness)
  const tries = await harness.receiver.waitFor(4)
  expect(deliveredIds()).toEqual([endToEndId, endToEndId, endToEndId, endToEndId])
  const pauses = tries.slice(1).map(({ at }, index) => at - (tries[index]?.at ?? 0))
  expect(pauses[0]).toBeGreaterThanOrEqual(50)
  expect(pauses[1]).toBeGreaterThanOrEqual(110)
  expect(pauses[2]).toBeGreaterThanOrEqual(230)
  await expect.poll(deliveries).toMatchObject([{ status: 'delivered', attempts: 4, lastResult: '200' }])
})

const deliveries = async (): Promise<unknown> =>
  records((await harness.open('GET', '/sandbox/webhooks')).body['deliveries'])

test('a late webhook arrives late', async () => {
  await arm({ kind: 'webhook_late', delayMs: 500 })
  const paidAt = Date.now()
  await paidCharge(harness)
  const [webhook] = await harness.receiver.waitFor(1)
  expect((webhook?.at ?? 0) - paidAt).toBeGreaterThanOrEqual(490)
})

test('a duplicated webhook arrives again with the same content', async () => {
  await arm({ kind: 'webhook_duplicated', copies: 2 })
  const { endToEndId } = await paidCharge(harness)
  const [first, second, third] = await harness.receiver.waitFor(3)
  expect(deliveredIds()).toEqual([endToEndId, endToEndId, endToEndId])
  expect(second?.item).toEqual(first?.item)
  expect(third?.item).toEqual(first?.item)
})

test('a lost webhook never arrives, and only as many are lost as were armed', async () => {
  await arm({ kind: 'webhook_lost', times: 2 })
  await paidCharge(harness)
  await paidCharge(harness)
  const { endToEndId } = await paidCharge(harness)
  await harness.receiver.waitFor(1)
  expect(deliveredIds()).toEqual([endToEndId])
  await expect
    .poll(deliveries)
    .toMatchObject([{ status: 'delivered' }, { status: 'lost' }, { status: 'lost' }])
  expect(deliveredIds()).toHaveLength(1)
})

test('a reordered webhook arrives after the one that follows it', async () => {
  await arm({ kind: 'webhook_reordered' })
  const first = await paidCharge(harness)
  const second = await paidCharge(harness)
  await harness.receiver.waitFor(2)
  expect(deliveredIds()).toEqual([second['endToEndId'], first['endToEndId']])
})

test('a fault for refunds does not affect payments', async () => {
  await arm({ kind: 'webhook_lost', of: 'devolucao' })
  const { endToEndId } = await paidCharge(harness)
  await harness.receiver.waitFor(1)
  await harness.call('PUT', `/pix/${String(endToEndId)}/devolucao/a`, { valor: '1.00' })
  await expect.poll(deliveries).toMatchObject([{ status: 'lost' }, { status: 'delivered' }])
})

test('a receiver that was away gets everything when it returns', async () => {
  await harness.receiver.stop()
  const { endToEndId } = await paidCharge(harness)
  const refused = expect.stringContaining('ECONNREFUSED') as unknown
  await expect.poll(deliveries).toMatchObject([{ status: 'pending', lastResult: refused }])
  const back = await startReceiver(SECRET, Number(new URL(harness.receiver.url).port))
  const [webhook] = await back.waitFor(1)
  expect(webhook).toMatchObject({ signedRightly: true, item: { endToEndId } })
  await back.stop()
})

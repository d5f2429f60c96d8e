import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Received } from '../testing/receiver.ts'
import { record } from '../testing/record.ts'
import { OUR_KEY, startHarness, type Answer, type Harness } from '../testing/start-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ payoutDelayMs: 1500 }) // keeps payouts in progress long enough for a query
})
beforeEach(async () => {
  await harness.open('DELETE', '/sandbox/faults')
})
afterAll(() => harness.stop())

const CPF = '12345678909'

const request = (valor = '50.00'): Record<string, unknown> => ({
  valor,
  pagador: { chave: OUR_KEY, infoPagador: 'Saque' },
  favorecido: { chave: CPF, cpf: CPF },
})

let made = 0
const freshId = (): string => {
  made += 1
  return `payout${made}`
}

const sendTo = (id: string, body: unknown): Promise<Answer> => harness.call('PUT', `/v3/gn/pix/${id}`, body)
const read = (id: string): Promise<Answer> => harness.call('GET', `/v2/gn/pix/enviados/id-envio/${id}`)
const isAbout = (item: Readonly<Record<string, unknown>>, id: string): boolean =>
  record(item['gnExtras'])['idEnvio'] === id
const payoutWebhook = (id: string): Promise<Received> =>
  harness.receiver.waitForOne((item) => isAbout(item, id))
const statusOf = async (id: string): Promise<unknown> => (await read(id)).body['status']

test('a payout is in progress, then done, and a webhook is sent', async () => {
  const id = freshId()
  const sent = await sendTo(id, request())
  expect(sent).toMatchObject({
    status: 201,
    body: { idEnvio: id, valor: '50.00', status: 'EM_PROCESSAMENTO' },
  })
  expect(sent.body['e2eId']).toMatch(/^E[a-zA-Z0-9]{31}$/)
  expect(await statusOf(id)).toBe('EM_PROCESSAMENTO')
  const webhook = await payoutWebhook(id)
  expect(webhook).toMatchObject({
    path: '/hooks/pix',
    signedRightly: true,
    item: {
      endToEndId: sent.body['e2eId'],
      tipo: 'SOLICITACAO',
      status: 'REALIZADO',
      valor: '50.00',
      chave: OUR_KEY,
      gnExtras: { idEnvio: id },
    },
  })
  expect((await read(id)).body).toMatchObject({
    endToEndId: sent.body['e2eId'],
    status: 'REALIZADO',
    favorecido: { chave: CPF, identificacao: { cpf: '***.456.789-**' } },
  })
})

test('the same id sent 50 times at once is one payout and one webhook', async () => {
  const id = freshId()
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendTo(id, request())))
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body['e2eId'])}`)).size).toBe(1)
  await payoutWebhook(id)
  const again = await sendTo(id, request())
  expect(again).toMatchObject({
    status: 201,
    body: { e2eId: answers[0]?.body['e2eId'], status: 'REALIZADO' },
  })
  expect(harness.receiver.received.filter(({ item }) => isAbout(item, id))).toHaveLength(1)
})

test('refuses the same id with other content, and keeps the first payout', async () => {
  const id = freshId()
  await sendTo(id, request('10.00'))
  for (const other of [request('10.01'), { ...request('10.00'), favorecido: { chave: 'a@b.co' } }]) {
    expect(await sendTo(id, other)).toMatchObject({ status: 409, body: { nome: 'id_envio_duplicado' } })
  }
  expect((await read(id)).body['valor']).toBe('10.00')
})

test.each([
  {
    why: 'a CPF key of another person',
    change: { favorecido: { chave: CPF, cpf: '52998224725' } },
    nome: 'chave_nao_pertence_ao_documento',
    status: 400,
  },
  {
    why: 'an unknown kind of key',
    change: { favorecido: { chave: 'nobody' } },
    nome: 'chave_favorecido_nao_encontrada',
    status: 404,
  },
  {
    why: 'a CPF with wrong check digits',
    change: { favorecido: { chave: 'a@b.co', cpf: '12345678900' } },
    nome: 'valor_invalido',
    status: 400,
  },
  { why: 'an amount of zero', change: { valor: '0.00' }, nome: 'valor_invalido', status: 400 },
  { why: 'an amount with three decimals', change: { valor: '1.000' }, nome: 'valor_invalido', status: 400 },
  { why: 'an amount as a number', change: { valor: 1 }, nome: 'json_invalido', status: 400 },
  { why: 'no payer', change: { pagador: undefined }, nome: 'json_invalido', status: 400 },
  { why: 'no receiver', change: { favorecido: {} }, nome: 'json_invalido', status: 400 },
])('refuses a payout with $why and leaves nothing behind', async ({ change, nome, status }) => {
  const id = freshId()
  expect(await sendTo(id, { ...request(), ...change })).toMatchObject({ status, body: { nome } })
  expect(await read(id)).toMatchObject({ status: 404, body: { nome: 'pix_nao_encontrado' } })
})

test('refuses an id of more than 35 letters', async () => {
  expect((await sendTo('x'.repeat(36), request())).status).toBe(400)
})

test('pays to a bank account too', async () => {
  const id = freshId()
  const contaBanco = {
    nome: 'Ana',
    cpf: CPF,
    codigoBanco: '00416968',
    agencia: '1',
    conta: '12345-6',
    tipoConta: 'cacc',
  }
  expect((await sendTo(id, { ...request(), favorecido: { contaBanco } })).status).toBe(201)
  expect((await read(id)).body['favorecido']).toEqual({ contaBanco })
})

test('a payout rejected later is reported by webhook with its reason', async () => {
  await harness.open('POST', '/sandbox/faults', {
    kind: 'payout_rejected',
    when: 'later',
    codigo: 'AC06',
    motivo: 'Conta bloqueada',
  })
  const id = freshId()
  expect((await sendTo(id, request())).body['status']).toBe('EM_PROCESSAMENTO')
  const webhook = await payoutWebhook(id)
  expect(webhook?.item).toMatchObject({
    status: 'NAO_REALIZADO',
    horario: null,
    gnExtras: { idEnvio: id, erro: { codigo: 'AC06', motivo: 'Conta bloqueada' } },
  })
  expect(await statusOf(id)).toBe('NAO_REALIZADO')
})

test('a payout rejected at once is not stored, and the next attempt succeeds', async () => {
  await harness.open('POST', '/sandbox/faults', { kind: 'payout_rejected', when: 'now' })
  const id = freshId()
  expect(await sendTo(id, request())).toMatchObject({ status: 422, body: { nome: 'pagamento_negado' } })
  expect((await read(id)).status).toBe(404)
  expect((await sendTo(id, request())).status).toBe(201)
})

test('a batch answers each payout individually, and an id means the same payout in every call', async () => {
  const [good, bad, known] = [freshId(), freshId(), freshId()]
  const before = await sendTo(known, request())
  const batch = await harness.call('POST', '/v3/gn/pix/lote', {
    pagamentos: [
      { idEnvio: good, ...request() },
      { idEnvio: bad, ...request('0.00') },
      { idEnvio: known, ...request() },
      { idEnvio: known, ...request('50.01') },
    ],
  })
  expect(batch).toMatchObject({
    status: 201,
    body: {
      pagamentos: [
        { idEnvio: good, valor: '50.00', status: 'EM_PROCESSAMENTO' },
        { idEnvio: bad, erro: { nome: 'valor_invalido' } },
        { idEnvio: known, e2eId: before.body['e2eId'] },
        { idEnvio: known, erro: { nome: 'id_envio_duplicado' } },
      ],
    },
  })
  expect((await read(bad)).status).toBe(404)
  expect((await read(good)).status).toBe(200)
  expect((await harness.call('POST', '/v3/gn/pix/lote', { pagamentos: [] })).status).toBe(400)
})

test('a payout whose answer was lost was made, and a retry finds the same one', async () => {
  await harness.open('POST', '/sandbox/faults', {
    kind: 'api_timeout',
    when: 'after',
    how: 'drop',
    on: ['payout.create'],
  })
  const id = freshId()
  await expect(sendTo(id, request())).rejects.toThrow('fetch failed')
  const found = await read(id)
  expect(found.status).toBe(200)
  expect((await sendTo(id, request())).body['e2eId']).toBe(found.body['endToEndId'])
})

import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { cents } from '@palpite/money'
import { buildBrCode } from '@palpite/money/brcode'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brCodeFlaw, openPixGateway } from './pix-gateway.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { readPayout, readPix } from './pix-wire.ts'
import { signedAt } from './webhook-signature.ts'

// A bank outside the server that gives the answers a test sets.
type Reply = { status: number; body: unknown }
let server: Server
let gateway: PaymentGateway
let answerTo: (call: string) => Reply
let calls: string[]
let tokens = 0
let outcomes: string[] = []
let invalidItems: string[] = []

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => {
    const call = `${request.method} ${request.url}`
    const reply =
      request.url === '/oauth/token'
        ? { status: 200, body: { access_token: `t${(tokens += 1)}`, expires_in: 3600 } }
        : answerTo(call)
    calls.push(call)
    const isPage = typeof reply.body === 'string'
    response.writeHead(reply.status, { 'content-type': isPage ? 'text/html' : 'application/json' })
    response.end(isPage ? reply.body : JSON.stringify(reply.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  gateway = openPixGateway({
    url,
    tokenUrl: `${url}/oauth/token`,
    clientId: 'id',
    clientSecret: 'secret',
    pixKey: 'key@example.com',
    webhookSecret: 'a secret only for tests',
    restrictsPayer: false,
    payoutBatch: 10,
    timeoutMs: 10_000,
    onOutcome: (outcome) => outcomes.push(outcome),
    onInvalid: (what) => invalidItems.push(what),
  })
})

beforeEach(() => {
  calls = []
  outcomes = []
  invalidItems = []
})

afterAll(async () => {
  server.close()
  await once(server, 'close')
})

const location = 'bank.example/qr/v2/abc'
const code = (more: object = {}) =>
  buildBrCode({ target: { url: location }, name: 'X', city: 'Y', amountCents: cents(10_000), ...more })
const charge = (more: object = {}) => ({
  txid: 't1',
  status: 'ATIVA',
  valor: { original: '100.00' },
  location,
  pixCopiaECola: code(),
  ...more,
})
const chargeRequest = {
  chargeRef: 't1',
  amountCents: cents(10_000),
  lifeSeconds: 1800,
  isPayerOnly: true,
  payer: { cpf: '12345678909', name: 'Ana' },
  text: 'x',
}

test('reads a charge again when its txid is in use, and compares it', async () => {
  answerTo = (call) => (call.startsWith('PUT') ? { status: 400, body: {} } : { status: 200, body: charge() })
  expect(await gateway.createCharge(chargeRequest)).toMatchObject({ kind: 'open', charge: { state: 'open' } })
  answerTo = (call) =>
    call.startsWith('PUT')
      ? { status: 400, body: {} }
      : {
          status: 200,
          body: charge({ valor: { original: '1.00' }, pixCopiaECola: code({ amountCents: cents(100) }) }),
        }
  await expect(gateway.createCharge(chargeRequest)).rejects.toThrow('another amount')
  answerTo = (call) => ({ status: call.startsWith('PUT') ? 400 : 404, body: {} })
  expect(await gateway.createCharge(chargeRequest)).toMatchObject({ kind: 'refused' })
})

test('treats an unknown state as an open charge, never as a paid one', async () => {
  answerTo = () => ({ status: 200, body: charge({ status: 'QUEM_SABE' }) })
  expect((await gateway.getCharge('t1'))?.state).toBe('open')
})

test.each([
  ['another amount', code({ amountCents: cents(9_999) })],
  ['another address', code({ target: { url: 'evil.example/qr' } })],
  ['a broken check sum', `${code().slice(0, -1)}0`],
  // The BR Code manual's own example.
  [
    'a recurrence and nothing to pay',
    '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552pix.example.com/rec/2353c790eefb11eaadc10242ac1200026304F2DA',
  ],
  ['nothing', ''],
])('never shows a code with %s', async (_what, pixCopiaECola) => {
  answerTo = () => ({ status: 201, body: charge({ pixCopiaECola }) })
  await expect(gateway.createCharge(chargeRequest)).rejects.toThrow('not right')
})

test('accepts a static code with our txid, and no other', () => {
  const fixed = (txid: string) =>
    buildBrCode({ target: { key: 'k@x.com' }, name: 'X', city: 'Y', amountCents: cents(100), txid })
  const expected = { amountCents: cents(100), txid: 'abc', location: undefined }
  expect(brCodeFlaw(fixed('abc'), expected)).toBeUndefined()
  expect(brCodeFlaw(fixed('abd'), expected)).toBe('another txid')
})

test.each([401, 403, 405, 409, 410, 302, 200])(
  'treats a payout as unknown after an answer %d without a payout',
  async (status) => {
    answerTo = () => ({ status, body: { nome: 'x' } })
    const request = {
      payoutId: 'p1',
      amountCents: cents(100),
      key: '12345678909',
      payee: { cpf: '12345678909' },
    }
    expect((await gateway.createPayout(request)).kind).toBe('unknown')
  },
)

test.each([
  [400, 'refused'],
  [404, 'refused'],
  [422, 'refused'],
  [500, 'unknown'],
  [429, 'unknown'],
  [408, 'unknown'],
])('answers %d to a payout is %s', async (status, kind) => {
  answerTo = () => ({ status, body: { nome: 'x' } })
  const request = {
    payoutId: 'p1',
    amountCents: cents(100),
    key: '12345678909',
    payee: { cpf: '12345678909' },
  }
  expect((await gateway.createPayout(request)).kind).toBe(kind)
})

test('rejects a payout answer with another id or an unknown state', async () => {
  answerTo = () => ({ status: 200, body: { idEnvio: 'p2', status: 'REALIZADO' } })
  expect((await gateway.getPayout('p1')).kind).toBe('unknown')
  answerTo = () => ({ status: 200, body: { idEnvio: 'p1', status: 'TALVEZ' } })
  expect((await gateway.getPayout('p1')).kind).toBe('unknown')
  answerTo = () => ({ status: 404, body: {} })
  expect((await gateway.getPayout('p1')).kind).toBe('absent')
})

test('fetches one token for many calls, and a new one when the bank rejects it', async () => {
  answerTo = () => ({ status: 404, body: {} })
  const atStart = tokens
  await Promise.all(Array.from({ length: 20 }, () => gateway.getPayment('E1')))
  const before = tokens
  expect(before - atStart).toBeLessThanOrEqual(1)
  let first = true
  answerTo = () => {
    const status = first ? 401 : 404
    first = false
    return { status, body: {} }
  }
  expect(await gateway.getPayment('E1')).toBeUndefined()
  expect(tokens).toBe(before + 1)
})

test('reads every page of a listing', async () => {
  answerTo = (call) => {
    const page = Number(/paginaAtual=(\d+)/.exec(call)?.[1])
    const pix = [{ endToEndId: `E${page}`, valor: '1.00', horario: '2026-01-01T00:00:00Z' }, { bad: 1 }]
    return { status: 200, body: { parametros: { paginacao: { quantidadeDePaginas: 3 } }, pix } }
  }
  const found = await gateway.listPayments({ from: new Date(0), to: new Date() })
  expect(found.map(({ providerRef }) => providerRef)).toEqual(['E0', 'E1', 'E2'])
  expect(invalidItems).toEqual(['unreadable_pix', 'unreadable_pix', 'unreadable_pix'])
})

test.each(['1.0', '1,00', 100, '-1.00', '1e2', '١.٠٠', ' 1.00', undefined])(
  'skips a Pix of the amount %s',
  (valor) => {
    expect(readPix({ endToEndId: 'E1', valor, horario: '2026-01-01T00:00:00Z' }, () => {})).toBeUndefined()
  },
)

test('keeps a Pix whose refund is negative, and skips one of the same page whose amount has three decimals', async () => {
  const pix = { valor: '1.00', horario: '2026-01-01T00:00:00Z' }
  const refund = { id: 'r1', valor: '-1.00', status: 'DEVOLVIDO' }
  answerTo = () => ({
    status: 200,
    body: {
      pix: [
        { ...pix, endToEndId: 'E1', devolucoes: [refund, { ...refund, id: 'r2', valor: '0.50' }] },
        { ...pix, endToEndId: 'E2', valor: '1.005' },
      ],
    },
  })
  const found = await gateway.listPayments({ from: new Date(0), to: new Date() })
  expect(found.map(({ providerRef, refunds }) => [providerRef, refunds.map(({ id }) => id)])).toEqual([
    ['E1', ['r2']],
  ])
  expect(invalidItems).toEqual(['unreadable_refund', 'unreadable_pix'])
})

const asked = { payoutId: 'p1', amountCents: cents(100), key: '12345678909', payee: { cpf: '12345678909' } }

test.each([
  [200, '<html><body>Em manutenção</body></html>', 'no_json'],
  [404, '<html><body>Not found</body></html>', 'no_json'],
  [401, {}, 'refused'],
  [403, { nome: 'x' }, 'refused'],
  [503, {}, 'server'],
] as const)('an answer %d of %j is a failure: the call is counted as %s', async (status, body, trouble) => {
  answerTo = () => ({ status, body })
  await expect(gateway.getPayment('E1')).rejects.toThrow(/no answer from the bank/)
  await expect(gateway.createCharge(chargeRequest)).rejects.toThrow(/no answer from the bank/)
  expect((await gateway.getPayout('p1')).kind).toBe('unknown')
  expect((await gateway.createPayout(asked)).kind).toBe('unknown')
  expect(outcomes).toEqual([trouble, trouble, trouble, trouble])
})

test('reports impossible values: three decimals in a charge, a payout and a balance, and a negative refund', async () => {
  answerTo = () => ({ status: 200, body: charge({ valor: { original: '100.005' } }) })
  await expect(gateway.getCharge('t1')).rejects.toThrow(/charge cannot be read/)
  answerTo = () => ({ status: 200, body: { idEnvio: 'p1', status: 'REALIZADO', valor: '1.005' } })
  expect((await gateway.getPayout('p1')).kind).toBe('unknown')
  answerTo = () => ({ status: 200, body: { saldo: '1.005' } })
  await expect(gateway.readBalance()).rejects.toThrow(/does not say/)
  answerTo = () => ({ status: 201, body: { id: 'r1', valor: '-1.00', status: 'DEVOLVIDO' } })
  const refund = { providerRef: 'E1', id: 'r1', amountCents: cents(100) }
  await expect(gateway.refund(refund)).rejects.toThrow(/refund cannot be read/)
  expect(invalidItems).toEqual([
    'unreadable_charge',
    'unreadable_payout',
    'unreadable_balance',
    'unreadable_refund',
  ])
})

const batchOf = (...ids: string[]) =>
  gateway.payoutBatch?.create(ids.map((payoutId) => ({ ...asked, payoutId })))

test('reads the state of each payout in a batch: missing, repeated or impossible answers are unknown', async () => {
  const paid = (idEnvio: string) => ({ idEnvio, status: 'REALIZADO', valor: '1.00' })
  answerTo = () => ({
    status: 201,
    body: {
      pagamentos: [
        paid('p6'),
        { idEnvio: 'p2', erro: { nome: 'pagamento_negado' } },
        paid('p3'),
        { idEnvio: 'p3', erro: { nome: 'x' } },
        { ...paid('p4'), valor: '1.005' },
        paid('p1'),
        'nonsense',
      ],
    },
  })
  const answers = await batchOf('p1', 'p2', 'p3', 'p4', 'p5')
  expect(answers?.map(({ kind }) => kind)).toEqual(['known', 'refused', 'unknown', 'unknown', 'unknown'])
  expect(answers?.[0]).toMatchObject({ payout: { payoutId: 'p1', state: 'paid', amountCents: 100 } })
  expect(invalidItems).toHaveLength(3)
})

test('a batch without an answer leaves all its payouts unknown; a refused batch changes none', async () => {
  answerTo = () => ({ status: 503, body: {} })
  expect((await batchOf('p1', 'p2'))?.map(({ kind }) => kind)).toEqual(['unknown', 'unknown'])
  answerTo = () => ({ status: 404, body: { nome: 'x' } })
  expect(await batchOf('p1', 'p2')).toBeUndefined()
})

test('reads a single refund where the standard has a list', () => {
  const devolucoes = { id: 'r1', valor: '1.00', status: 'DEVOLVIDO' }
  const pix = readPix(
    { endToEndId: 'E1', valor: '1.00', horario: '2026-01-01T00:00:00Z', devolucoes },
    () => {},
  )
  expect(pix?.payment.refunds).toMatchObject([{ id: 'r1', amountCents: 100, state: 'returned' }])
  expect(readPayout({ idEnvio: 'p', status: 'REALIZADO' })).toMatchObject({ state: 'paid' })
})

test('accepts a signature only for the same bytes, secret and moment', () => {
  const raw = Buffer.from('{"pix":[]}')
  const v1 = createHmac('sha256', 's').update('100.').update(raw).digest('hex')
  expect(signedAt('s', raw, `t=100,v1=${v1}`)).toBe(100)
  expect(signedAt('s', Buffer.from('{"pix":[] }'), `t=100,v1=${v1}`)).toBeUndefined()
  expect(signedAt('s', raw, `t=101,v1=${v1}`)).toBeUndefined()
  expect(signedAt('r', raw, `t=100,v1=${v1}`)).toBeUndefined()
  expect(signedAt('s', raw, `t=100,v1=${v1.slice(1)}`)).toBeUndefined()
  expect(signedAt('s', raw, undefined)).toBeUndefined()
})

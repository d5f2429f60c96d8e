import { parseBrCode } from '@palpite/money/brcode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { records } from '../../testing/record.ts'
import {
  chargeRequest,
  freshTxid,
  openCharge,
  OUR_KEY,
  startHarness,
  type Harness,
} from '../../testing/start-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

test('opens a charge under our txid, with a BR Code that leads to its payload', async () => {
  const txid = freshTxid()
  const request = {
    ...chargeRequest('1234.56'),
    devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
    infoAdicionais: [{ nome: 'pedido', valor: '7' }],
  }
  const { status, body } = await harness.call('PUT', `/cob/${txid}`, request)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...request,
    txid,
    revisao: 0,
    status: 'ATIVA',
    calendario: { expiracao: 1800 },
  })
  const code = parseBrCode(String(body['pixCopiaECola']))
  expect(code).toMatchObject({ ok: true, value: { kind: 'dynamic', singleUse: true, amountCents: 123_456 } })
  expect(code.ok && code.value.url).toBe(body['location'])
  const payload = await fetch(`http://${String(body['location'])}`)
  expect(await payload.json()).toMatchObject({
    txid,
    revisao: 0,
    status: 'ATIVA',
    valor: { original: '1234.56' },
  })
})

test('serves the same charge under /v2', async () => {
  const { txid } = await openCharge(harness)
  const { status, body } = await harness.call('GET', `/v2/cob/${String(txid)}`)
  expect([status, body['txid']]).toEqual([200, txid])
})

test('chooses a txid when the request has none', async () => {
  const { status, body } = await harness.call('POST', '/cob', chargeRequest())
  expect(status).toBe(201)
  expect(body['txid']).toMatch(/^[a-zA-Z0-9]{26,35}$/)
})

test('refuses a txid that is in use, even for the same charge', async () => {
  const { txid } = await openCharge(harness)
  const again = await harness.call('PUT', `/cob/${String(txid)}`, chargeRequest())
  expect(again).toMatchObject({
    status: 400,
    body: {
      type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
      violacoes: [{ propriedade: 'txid' }],
    },
  })
})

test.each([
  { why: 'a txid too short', txid: 'a'.repeat(25), change: {}, field: 'txid' },
  { why: 'a txid too long', txid: 'a'.repeat(36), change: {}, field: 'txid' },
  { why: 'a txid with a dash', txid: `${'a'.repeat(26)}-`, change: {}, field: 'txid' },
  { why: 'an amount as a number', change: { valor: { original: 100 } }, field: 'cob.valor.original' },
  { why: 'one decimal', change: { valor: { original: '100.0' } }, field: 'cob.valor.original' },
  { why: 'a comma', change: { valor: { original: '100,00' } }, field: 'cob.valor.original' },
  { why: 'eleven digits', change: { valor: { original: '12345678901.00' } }, field: 'cob.valor.original' },
  { why: 'a minus', change: { valor: { original: '-1.00' } }, field: 'cob.valor.original' },
  { why: 'nothing to pay', change: { valor: { original: '0.00' } }, field: 'cob.valor.original' },
  { why: 'no life', change: { calendario: { expiracao: 0 } }, field: 'cob.calendario.expiracao' },
  { why: 'no calendar', change: { calendario: undefined }, field: 'cob.calendario' },
  { why: 'an unknown kind of key', change: { chave: 'not a key' }, field: 'cob.chave' },
  {
    why: 'a CPF with wrong check digits',
    change: { devedor: { cpf: '12345678900', nome: 'A' } },
    field: 'cob.devedor.cpf',
  },
  { why: 'a debtor without a name', change: { devedor: { cpf: '12345678909' } }, field: 'cob.devedor' },
  { why: 'a long request', change: { solicitacaoPagador: 'x'.repeat(141) }, field: 'cob.solicitacaoPagador' },
  { why: 'a location that already exists', change: { loc: { id: 1 } }, field: 'cob.loc' },
])('refuses $why, naming $field', async ({ txid = freshTxid(), change, field }) => {
  const { status, type, body } = await harness.call('PUT', `/cob/${txid}`, { ...chargeRequest(), ...change })
  expect([status, type]).toEqual([400, 'application/problem+json; charset=utf-8'])
  expect(body['type']).toBe('https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida')
  expect(records(body['violacoes']).map(({ propriedade }) => propriedade)).toContain(field)
  expect((await harness.call('GET', `/cob/${txid}`)).status).toBe(404)
})

test('refuses a body that is not JSON', async () => {
  const response = await fetch(`${harness.sandbox.url}/sandbox/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    type: 'https://pix.bcb.gov.br/api/v2/error/RequisicaoInvalida',
  })
})

test('revises an open charge, counting its revisions and keeping the earlier ones', async () => {
  const { txid } = await openCharge(harness, '10.00')
  const path = `/cob/${String(txid)}`
  const revised = await harness.call('PATCH', path, { valor: { original: '12.50' } })
  expect(revised).toMatchObject({
    status: 200,
    body: { revisao: 1, valor: { original: '12.50' }, chave: OUR_KEY },
  })
  expect(parseBrCode(String(revised.body['pixCopiaECola']))).toMatchObject({ value: { amountCents: 1250 } })
  expect((await harness.call('GET', `${path}?revisao=0`)).body).toMatchObject({
    revisao: 0,
    valor: { original: '10.00' },
  })
  expect(await harness.call('GET', `${path}?revisao=2`)).toMatchObject({
    status: 400,
    body: { type: 'https://pix.bcb.gov.br/api/v2/error/CobConsultaInvalida' },
  })
})

test('removes an open charge for good', async () => {
  const charge = await openCharge(harness)
  const path = `/cob/${String(charge['txid'])}`
  const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
  expect((await harness.call('PATCH', path, { ...removal, valor: { original: '1.00' } })).status).toBe(400)
  expect(await harness.call('PATCH', path, removal)).toMatchObject({
    status: 200,
    body: { ...removal, revisao: 1 },
  })
  expect((await harness.call('PATCH', path, removal)).status).toBe(400)
  expect((await fetch(`http://${String(charge['location'])}`)).status).toBe(410)
  expect((await harness.call('PATCH', `/cob/${freshTxid()}`, removal)).body['type']).toContain(
    'CobNaoEncontrado',
  )
})

test('has no payload for an expired charge, whose status stays ATIVA', async () => {
  const charge = await openCharge(harness)
  harness.forward(1_801_000)
  expect((await fetch(`http://${String(charge['location'])}`)).status).toBe(410)
  expect((await harness.call('GET', `/cob/${String(charge['txid'])}`)).body['status']).toBe('ATIVA')
})

test('lists the charges of a period in pages, each charge once', async () => {
  harness.forward(3_600_000)
  const ids: unknown[] = []
  for (let count = 0; count < 5; count += 1) ids.push((await openCharge(harness))['txid'])
  const first = await harness.call('GET', `/cob/${String(ids[0])}`)
  const { criacao } = first.body['calendario'] as { criacao: string }
  const fim = new Date(Date.parse(criacao) + 60_000).toISOString()
  const seen: unknown[] = []
  for (const page of [0, 1, 2]) {
    const query = `inicio=${criacao}&fim=${fim}&status=ATIVA&paginacao.paginaAtual=${page}&paginacao.itensPorPagina=2`
    const { body } = await harness.call('GET', `/cob?${query}`)
    seen.push(...records(body['cobs']).map(({ txid }) => txid))
    expect(body['parametros']).toMatchObject({
      inicio: criacao,
      paginacao: { paginaAtual: page, itensPorPagina: 2, quantidadeDePaginas: 3, quantidadeTotalDeItens: 5 },
    })
  }
  expect(seen).toEqual(ids)
})

test.each([
  'inicio=2026-01-01T00:00:00Z',
  'inicio=yesterday&fim=2026-01-02T00:00:00Z',
  'inicio=2026-01-02T00:00:00Z&fim=2026-01-01T00:00:00Z',
  'inicio=2026-01-01T00:00:00Z&fim=2026-01-02T00:00:00Z&cpf=12345678909&cnpj=12ABC34501DE35',
  'inicio=2026-01-01T00:00:00Z&fim=2026-01-02T00:00:00Z&paginacao.paginaAtual=-1',
  'inicio=2026-01-01T00:00:00Z&fim=2026-01-02T00:00:00Z&paginacao.itensPorPagina=1001',
])('refuses to list charges by %s', async (query) => {
  expect(await harness.call('GET', `/cob?${query}`)).toMatchObject({
    status: 400,
    body: { type: 'https://pix.bcb.gov.br/api/v2/error/CobConsultaInvalida' },
  })
})

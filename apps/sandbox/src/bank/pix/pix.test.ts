import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { records } from '../../testing/record.ts'
import {
  chargeRequest,
  freshTxid,
  openCharge,
  OUR_KEY,
  paidCharge,
  startHarness,
  type Harness,
} from '../../testing/start-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  await harness.open('DELETE', '/sandbox/faults')
})
afterAll(() => harness.stop())

const pay = (code: unknown, more: object = {}): ReturnType<Harness['open']> =>
  harness.open('POST', '/sandbox/pay', { code, ...more })

test('paying a code ends its charge, adds a Pix to every listing, and sends a signed webhook', async () => {
  const charge = await openCharge(harness, '60.00')
  const payer = { nome: 'José da Silva', cpf: '12345678909' }
  const paid = await pay(charge['pixCopiaECola'], { payer, infoPagador: 'boa sorte' })
  expect(paid).toMatchObject({ status: 200, body: { txid: charge['txid'], valor: '60.00' } })
  const pix = {
    endToEndId: paid.body['endToEndId'],
    txid: charge['txid'],
    valor: '60.00',
    componentesValor: { original: { valor: '60.00' } },
    chave: OUR_KEY,
    horario: paid.body['horario'],
    infoPagador: 'boa sorte',
    gnExtras: { pagador: payer },
  }
  expect((await harness.call('GET', `/pix/${String(pix.endToEndId)}`)).body).toEqual(pix)
  const shown = await harness.call('GET', `/cob/${String(charge['txid'])}`)
  expect(shown.body).toMatchObject({ status: 'CONCLUIDA', revisao: 0, pix: [pix] })
  const [webhook] = await harness.receiver.waitFor(1)
  expect(webhook).toMatchObject({ path: '/hooks/pix', signedRightly: true, item: pix })
  expect((await fetch(`http://${String(charge['location'])}`)).status).toBe(410)
})

test('the debtor pays if no payer is named', async () => {
  const debtor = { cnpj: '12ABC34501DE35', nome: 'Loja' }
  const charge = await harness.call('PUT', `/cob/${freshTxid()}`, { ...chargeRequest(), devedor: debtor })
  const paid = await pay(charge.body['pixCopiaECola'])
  const pix = await harness.call('GET', `/pix/${String(paid.body['endToEndId'])}`)
  expect(pix.body['gnExtras']).toEqual({ pagador: debtor })
})

test('a code is paid once, however many pay it at once', async () => {
  const charge = await openCharge(harness)
  const tries = await Promise.all(Array.from({ length: 20 }, () => pay(charge['pixCopiaECola'])))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = tries.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ status, body }) => `${status} ${String(body['message'])}`))).toEqual(
    new Set(['409 Este código PIX já foi pago.']),
  )
})

test('refuses an expired, a removed, an altered and a foreign code in readable words', async () => {
  const [expired, removed] = [await openCharge(harness), await openCharge(harness)]
  const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
  await harness.call('PATCH', `/cob/${String(removed['txid'])}`, removal)
  expect(await pay(removed['pixCopiaECola'])).toMatchObject({ status: 409, body: { reason: 'removed' } })
  harness.forward(1_801_000)
  expect(await pay(expired['pixCopiaECola'])).toMatchObject({
    status: 409,
    body: { reason: 'expired', message: 'Este código PIX expirou. Peça um código novo.' },
  })
  const altered = String(expired['pixCopiaECola']).replace('100.00', '001.00')
  expect(await pay(altered)).toMatchObject({ status: 400, body: { reason: 'unreadable' } })
  const foreign =
    '00020101021226850014br.gov.bcb.pix2563exemplodeurl.com.br/pix/v2/11111111-1111-1111-1111-11111111111152040000530398654040.015802BR5925TESTE DE TESTE DO TESTEIE6014RIO DE JANEIRO62070503***6304CD52'
  expect(await pay(foreign)).toMatchObject({ status: 404, body: { reason: 'unknown' } })
})

test.each([
  { why: 'an unknown field', more: { amount: 1 }, field: '' },
  { why: 'a payer with a wrong CPF', more: { payer: { nome: 'A', cpf: '11111111111' } }, field: 'payer.cpf' },
  { why: 'an amount with a comma', more: { valor: '1,00' }, field: 'valor' },
])('refuses a payment with $why and pays nothing', async ({ more, field }) => {
  const charge = await openCharge(harness)
  expect(await pay(charge['pixCopiaECola'], more)).toMatchObject({
    status: 400,
    body: { reason: 'malformed', field },
  })
  expect((await harness.call('GET', `/cob/${String(charge['txid'])}`)).body['status']).toBe('ATIVA')
})

test('lists Pix by time, txid and payer, in pages', async () => {
  harness.forward(3_600_000)
  const [one, two] = [await paidCharge(harness, '1.00'), await paidCharge(harness, '2.00')]
  const time = `inicio=${String(one['horario'])}&fim=${new Date(Date.parse(String(two['horario'])) + 1).toISOString()}`
  const list = async (more: string): Promise<unknown[]> => {
    const { body } = await harness.call('GET', `/pix?${time}${more}`)
    return records(body['pix']).map(({ endToEndId }) => endToEndId)
  }
  const ids = [one['endToEndId'], two['endToEndId']]
  expect(await list('')).toEqual(ids)
  expect(await list(`&txid=${String(two['txid'])}`)).toEqual([ids[1]])
  expect(await list('&cpf=12345678909&paginacao.paginaAtual=1&paginacao.itensPorPagina=1')).toEqual([ids[1]])
  expect(await list('&cnpj=12ABC34501DE35')).toEqual([])
  expect(await list('&devolucaoPresente=true')).toEqual([])
  expect(await harness.call('GET', '/pix?inicio=x&fim=y')).toMatchObject({
    status: 400,
    body: { type: 'https://pix.bcb.gov.br/api/v2/error/PixConsultaInvalida' },
  })
})

test('an unknown Pix is not found', async () => {
  expect((await harness.call('GET', `/pix/${'E'.repeat(32)}`)).body['type']).toContain('PixNaoEncontrado')
})

test('another amount, a masked payer and a late payment occur only when armed, once each', async () => {
  await harness.open('POST', '/sandbox/faults', { kind: 'amount_paid', valor: '40.00' })
  await harness.open('POST', '/sandbox/faults', { kind: 'payer_masked' })
  const short = await pay((await openCharge(harness, '50.00'))['pixCopiaECola'])
  expect(short.body['valor']).toBe('40.00')
  const masked = await harness.call('GET', `/pix/${String(short.body['endToEndId'])}`)
  expect(masked.body['gnExtras']).toMatchObject({ pagador: { cpf: '***.456.789-**' } })
  expect((await pay((await openCharge(harness, '50.00'))['pixCopiaECola'])).body['valor']).toBe('50.00')

  await harness.open('POST', '/sandbox/faults', { kind: 'paid_after_end' })
  const [late, later] = [await openCharge(harness), await openCharge(harness)]
  harness.forward(1_801_000)
  expect((await pay(late['pixCopiaECola'])).status).toBe(200)
  expect((await pay(later['pixCopiaECola'])).status).toBe(409)
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paidCharge, startTrial, type Trial } from '../../trial/start-trial.ts'

let trial: Trial
beforeAll(async () => {
  trial = await startTrial()
})
beforeEach(async () => {
  await trial.open('DELETE', '/sandbox/faults')
})
afterAll(() => trial.stop())

const REFUSED = { status: 400, body: { type: 'https://pix.bcb.gov.br/api/v2/error/PixDevolucaoInvalida' } }

/** A paid charge and the path of its refunds, once its own webhook has come. */
const paid = async (original: string): Promise<{ path: string; before: number }> => {
  const before = trial.receiver.received.length + 1
  const { endToEndId } = await paidCharge(trial, original)
  await trial.receiver.waitFor(before)
  return { path: `/pix/${String(endToEndId)}/devolucao`, before }
}

test('a refund is under way, then paid back, and the same Pix is told again with it', async () => {
  const { path, before } = await paid('10.00')
  const asked = await trial.call('PUT', `${path}/first`, { valor: '7.89', descricao: 'engano' })
  expect(asked).toMatchObject({
    status: 201,
    body: {
      id: 'first',
      valor: '7.89',
      natureza: 'ORIGINAL',
      descricao: 'engano',
      status: 'EM_PROCESSAMENTO',
    },
  })
  expect(asked.body['rtrId']).toMatch(/^D[a-zA-Z0-9]{31}$/)
  const webhook = (await trial.receiver.waitFor(before + 1))[before]
  const settled = await trial.call('GET', `${path}/first`)
  expect(settled.body).toMatchObject({ status: 'DEVOLVIDO', rtrId: asked.body['rtrId'] })
  expect(webhook?.item).toMatchObject({ endToEndId: path.split('/')[2], devolucoes: [settled.body] })
})

test('refunds together never exceed the Pix; one that failed leaves room again', async () => {
  const { path, before } = await paid('10.00')
  await trial.open('POST', '/sandbox/faults', { kind: 'refund_rejected', motivo: 'Sem saldo' })
  expect((await trial.call('PUT', `${path}/a`, { valor: '6.00' })).status).toBe(201)
  expect(await trial.call('PUT', `${path}/b`, { valor: '4.01' })).toMatchObject(REFUSED)
  await trial.receiver.waitFor(before + 1)
  expect((await trial.call('GET', `${path}/a`)).body).toMatchObject({
    status: 'NAO_REALIZADO',
    motivo: 'Sem saldo',
  })
  expect((await trial.call('PUT', `${path}/b`, { valor: '10.00' })).status).toBe(201)
  expect(await trial.call('PUT', `${path}/c`, { valor: '0.01' })).toMatchObject(REFUSED)
})

test('an id is used once for each Pix, and can be read back', async () => {
  const { path } = await paid('10.00')
  expect((await trial.call('PUT', `${path}/same`, { valor: '1.00' })).status).toBe(201)
  expect(await trial.call('PUT', `${path}/same`, { valor: '1.00' })).toMatchObject(REFUSED)
  expect((await trial.call('GET', `${path}/same`)).body['valor']).toBe('1.00')
  expect((await trial.call('GET', `${path}/other`)).body['type']).toContain('PixDevolucaoNaoEncontrada')
  const other = await paid('10.00')
  expect((await trial.call('PUT', `${other.path}/same`, { valor: '1.00' })).status).toBe(201)
})

test.each([{ valor: '0.00' }, { valor: 1 }, { valor: '1.0' }, {}, { valor: '1.00', natureza: 'MED_FRAUDE' }])(
  'a refund of %j is refused',
  async (ask) => {
    const { path } = await paid('10.00')
    expect(await trial.call('PUT', `${path}/x`, ask)).toMatchObject(REFUSED)
    expect((await trial.call('GET', `${path}/x`)).status).toBe(404)
  },
)

test('a Pix older than 90 days is not given back', async () => {
  const { path } = await paid('10.00')
  trial.forward(90 * 86_400_000 + 1000)
  expect(await trial.call('PUT', `${path}/late`, { valor: '1.00' })).toMatchObject(REFUSED)
})

test('the bank takes back what is left of a Pix after a fraud report', async () => {
  const { path, before } = await paid('10.00')
  const endToEndId = path.split('/')[2]
  expect((await trial.call('PUT', `${path}/part`, { valor: '4.00' })).status).toBe(201)
  await trial.receiver.waitFor(before + 1)
  const taken = await trial.open('POST', '/sandbox/clawback', { endToEndId })
  expect(taken).toMatchObject({
    status: 201,
    body: { valor: '6.00', natureza: 'MED_FRAUDE', status: 'DEVOLVIDO' },
  })
  const webhook = (await trial.receiver.waitFor(before + 2))[before + 1]
  expect(webhook?.item['devolucoes']).toHaveLength(2)
  expect((await trial.open('POST', '/sandbox/clawback', { endToEndId })).status).toBe(409)
})

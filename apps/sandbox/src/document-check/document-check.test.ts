import { afterAll, beforeAll, expect, test } from 'vitest'
import { send, startHarness, type Harness } from '../testing/start-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const ANA = '52998224725'
const photo = Buffer.from('a photo').toString('base64')
const ask = (referencia: string, more: object = {}, token = 'trial-client-secret') =>
  send(
    `${harness.sandbox.url}/documentos/verificacao`,
    'POST',
    { referencia, nome: 'Ana', cpf: ANA, frente: photo, verso: photo, rosto: photo, ...more },
    token,
  )

test('approves everyone without a stored answer, and answers the same to a repeated reference', async () => {
  expect((await ask('one')).body).toEqual({ referencia: 'one', resultado: 'APROVADO' })
  await harness.open('PUT', '/sandbox/document', { cpf: ANA, result: 'RECUSADO', reason: 'VENCIDO' })
  expect((await ask('two')).body).toEqual({ referencia: 'two', resultado: 'RECUSADO', motivo: 'VENCIDO' })
  await harness.open('PUT', '/sandbox/document', { cpf: ANA, result: 'INCERTO' })
  expect((await ask('three')).body['resultado']).toBe('INCERTO')
  expect((await ask('two')).body['resultado']).toBe('RECUSADO')
  expect((await ask('one')).body['resultado']).toBe('APROVADO')
})

test('reports the stored expiry date and liveness of a person', async () => {
  await harness.open('PUT', '/sandbox/document', {
    cpf: ANA,
    result: 'APROVADO',
    expiresOn: '2030-05-01',
    live: 'INCERTO',
  })
  const said = { referencia: 'six', resultado: 'APROVADO', validade: '2030-05-01', vivo: 'INCERTO' }
  expect((await ask('six')).body).toEqual(said)
  await harness.open('PUT', '/sandbox/document', { cpf: ANA, result: 'APROVADO' })
  expect((await ask('seven')).body).toEqual({ referencia: 'seven', resultado: 'APROVADO' })
})

test('answers 503 while it is down, and refuses strangers and requests without all photos', async () => {
  await harness.open('PUT', '/sandbox/document/state', { isDown: true })
  expect((await ask('four')).status).toBe(503)
  await harness.open('PUT', '/sandbox/document/state', { isDown: false })
  expect((await ask('four')).status).toBe(200)
  expect((await ask('five', {}, 'somebody else')).status).toBe(401)
  expect((await ask('five', { rosto: '' })).status).toBe(400)
})

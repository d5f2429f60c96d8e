import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { send, startHarness, type Harness } from '../testing/start-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(() => harness.open('PUT', '/sandbox/impeded/state', {}))
afterAll(() => harness.stop())

const ANA = '52998224725'
const BIA = '11144477735'

const ask = (cpfs: readonly string[], token = 'trial-client-secret') =>
  send(`${harness.sandbox.url}/impedidos/consulta`, 'POST', { cpfs }, token)

test('a listed person is impeded until removed', async () => {
  const until = '2030-01-31T03:00:00Z'
  await harness.open('PUT', '/sandbox/impeded', { cpf: ANA, reason: 'self_excluded', until })
  expect((await ask([ANA, BIA])).body['resultados']).toEqual([
    { cpf: ANA, situacao: 'IMPEDIDO_AUTOEXCLUSAO_CENTRALIZADA', ate: until },
    { cpf: BIA, situacao: 'NAO_IMPEDIDO' },
  ])
  await harness.open('PUT', '/sandbox/impeded', { cpf: ANA, reason: 'benefits' })
  expect((await ask([ANA])).body['resultados']).toEqual([{ cpf: ANA, situacao: 'IMPEDIDO_PROGRAMA_SOCIAL' }])
  await harness.open('PUT', '/sandbox/impeded', { cpf: ANA, reason: null })
  expect((await ask([ANA])).body['resultados']).toEqual([{ cpf: ANA, situacao: 'NAO_IMPEDIDO' }])
})

test('answers 503 while it is down, and refuses strangers and more than a thousand CPFs at once', async () => {
  await harness.open('PUT', '/sandbox/impeded/state', { isDown: true })
  expect((await ask([ANA])).status).toBe(503)
  await harness.open('PUT', '/sandbox/impeded/state', {})
  expect((await ask([ANA])).status).toBe(200)
  expect((await ask([ANA], 'somebody else')).status).toBe(401)
  expect((await ask(Array(1001).fill(ANA))).status).toBe(400)
})

test('the register of persons confirms everyone without a stored entry, and nobody while it is down', async () => {
  const url = `${harness.sandbox.url}/pessoas/consulta`
  const of = (nome: string, token = 'trial-client-secret') => send(url, 'POST', { cpf: ANA, nome }, token)
  const regular = {
    cpf: ANA,
    situacao: 'REGULAR',
    nomeConfere: true,
    nascimento: '1990-01-01',
    politicamenteExposta: false,
  }
  expect((await of('Ana')).body).toEqual(regular)
  await harness.open('PUT', '/sandbox/person', { cpf: ANA, name: 'Ana', birthDate: '2015-02-03' })
  expect((await of('ana')).body).toEqual({ ...regular, nascimento: '2015-02-03' })
  expect((await of('Bia')).body['nomeConfere']).toBe(false)
  await harness.open('PUT', '/sandbox/person', { cpf: ANA, status: 'FALECIDO' })
  expect((await of('Ana')).body['situacao']).toBe('FALECIDO')
  await harness.open('PUT', '/sandbox/person', { cpf: ANA, status: 'ABSENT' })
  expect((await of('Ana')).status).toBe(404)
  expect((await of('Ana', 'somebody else')).status).toBe(401)
  await harness.open('PUT', '/sandbox/person/state', { isDown: true })
  expect((await of('Ana')).status).toBe(503)
  await harness.open('PUT', '/sandbox/person/state', { isDown: false })
})

import type { OperatorCalls } from '@palpite/contract/backoffice'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let worker: { operatorId: number; token: string }
beforeAll(async () => {
  harness = await openBackofficeHarness()
  worker = await harness.operatorWith('worker@house.example', ['bets.read'])
})
beforeEach(() => harness.deps.db`delete from identity_operator_filter`)
afterAll(() => harness.close())

const save = (token: string, change: object = {}) =>
  harness.call('POST /api/backoffice/filters', {
    token,
    body: { list: '/apostas', name: 'grandes', query: 'min=1000&sem=stake', isShared: false, ...change },
  })
const remove = (token: string, filterId: unknown) =>
  harness.call(`POST /api/backoffice/filters/${String(filterId)}/remove`, { token })
const read = async (token: string, list = '/apostas') =>
  (await harness.call(`GET /api/backoffice/filters?list=${list}`, { token }))
    .data as unknown as OperatorCalls['GET /api/backoffice/filters']['data']

test('a filter belongs to its operator and its list; saving under the same name replaces it', async () => {
  const saved = await save(worker.token)
  await save(worker.token, { query: 'min=5000' })
  expect(await read(worker.token)).toEqual([
    { filterId: saved.data?.['filterId'], name: 'grandes', query: 'min=5000', isShared: false, isOwn: true },
  ])
  expect([await read(harness.rootToken), await read(worker.token, '/saques')]).toEqual([[], []])
})

test('an operator manager shares a filter with all, and removes shared ones', async () => {
  expect((await save(worker.token, { isShared: true })).code).toBe('forbidden')
  const shared = await save(harness.rootToken, { isShared: true })
  expect(await read(worker.token)).toMatchObject([{ name: 'grandes', isShared: true, isOwn: false }])
  expect((await remove(worker.token, shared.data?.['filterId'])).code).toBe('forbidden')
  expect((await remove(harness.secondToken, shared.data?.['filterId'])).http).toBe(200)
  expect((await remove(harness.secondToken, shared.data?.['filterId'])).http).toBe(200)
  expect(await read(worker.token)).toEqual([])
})

test('nobody can remove another operator’s private filter', async () => {
  const { data } = await save(worker.token)
  expect((await remove(harness.rootToken, data?.['filterId'])).code).toBe('forbidden')
  expect(await read(worker.token)).toHaveLength(1)
})

test.each([
  { what: 'an e-mail', query: 'busca=ana%40players.example' },
  { what: 'a CPF', query: 'busca=12345678909' },
  { what: 'a plain CPF', query: 'busca=123.456.789-09' },
  { what: 'a percent-encoded CPF', query: 'busca=%31%32%33.456.789-09' },
])('a filter that contains $what is not stored', async ({ query }) => {
  expect((await save(worker.token, { query })).data).toEqual({ code: 'bad_request', field: 'query' })
  expect(await read(worker.token)).toEqual([])
})

test('an operator has at most fifty filters per list, however many are saved at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => save(worker.token, { name: `filter ${at}` })),
  )
  expect(answers.filter(({ code }) => code === 'too_many_filters')).toHaveLength(10)
  expect(await read(worker.token)).toHaveLength(50)
  expect((await save(worker.token, { list: '/rodadas' })).http).toBe(200)
})

test.each([{ list: '/apostas?x=1' }, { list: 'apostas' }, { name: ' ' }, { query: 'x'.repeat(501) }])(
  'refuses an invalid filter: %j',
  async (change) => {
    expect((await save(worker.token, change)).code).toBe('bad_request')
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let keeper: { operatorId: number; token: string }
let other: { operatorId: number; token: string }

beforeAll(async () => {
  harness = await openBackofficeHarness()
  keeper = await harness.operatorWith('keeps@house.example', ['support.answer', 'support.manage'])
  other = await harness.operatorWith('keeps-too@house.example', ['support.answer', 'support.manage'])
})
afterAll(() => harness.close())

const PATH = '/api/backoffice/support/cannedAnswers'
let made = 0
const newRequest = () => `request-of-an-answer-${(made += 1)}`
type Answer = { cannedAnswerId: string; name: string; version: number; texts: Record<string, string> }

const read = async () => {
  const { data } = await harness.call(`GET ${PATH}`, { token: keeper.token })
  return data as unknown as Answer[]
}
const named = async (name: string): Promise<Answer> => {
  const found = (await read()).find((one) => one.name === name)
  if (!found) throw new Error(`no canned answer ${name}`)
  return found
}
const send = (path: string, body: object, token = keeper.token) =>
  harness.call(`POST ${PATH}${path}`, { token, body: { requestId: newRequest(), ...body } })
const texts = { 'pt-BR': 'Olá, {firstName}! O saque cai em minutos.' }
const audited = (id: string) => harness.deps.db<{ action: string; actorId: number; details: unknown }[]>`
  select action, actor_id as "actorId", details from platform_audit
   where subject = ${`canned_answer:${id}`} order by id`

test('a canned answer is added, changed and removed, each time audited with before and after', async () => {
  expect((await send('', { name: 'saque', texts })).http).toBe(200)
  const { cannedAnswerId, version } = await named('saque')
  expect(version).toBe(1)
  const changed = { name: 'saque-pix', texts: { ...texts, en: 'Hello!' } }
  expect((await send(`/${cannedAnswerId}`, { baseVersion: 1, ...changed })).http).toBe(200)
  expect(await named('saque-pix')).toMatchObject({ version: 2, texts: changed.texts })
  expect((await send(`/${cannedAnswerId}/remove`, { baseVersion: 2 })).http).toBe(200)
  expect(await read()).toEqual([])
  expect((await send(`/${cannedAnswerId}`, { baseVersion: 3, ...changed })).code).toBe('not_found')
  const { operatorId: actorId } = keeper
  const first = { name: 'saque', texts }
  expect(await audited(cannedAnswerId)).toEqual([
    { action: 'canned_answer.added', actorId, details: { before: null, after: first } },
    { action: 'canned_answer.changed', actorId, details: { before: first, after: changed } },
    { action: 'canned_answer.removed', actorId, details: { before: changed, after: null } },
  ])
})

test('of two edits of one version the second is refused, at once too, and nothing of it is kept', async () => {
  await send('', { name: 'limites', texts })
  const { cannedAnswerId } = await named('limites')
  const edits = [keeper, other].map(({ token }, at) =>
    send(`/${cannedAnswerId}`, { baseVersion: 1, name: 'limites', texts: { 'pt-BR': `Texto ${at}` } }, token),
  )
  const codes = (await Promise.all(edits)).map(({ code }) => code)
  expect(new Set(codes)).toEqual(new Set(['canned_answer_outdated', undefined]))
  const now = await named('limites')
  expect(now).toMatchObject({ version: 2, texts: { 'pt-BR': `Texto ${codes.indexOf(undefined)}` } })
  expect((await send(`/${cannedAnswerId}/remove`, { baseVersion: 1 })).code).toBe('canned_answer_outdated')
  expect(await audited(cannedAnswerId)).toHaveLength(2)
})

test('a name belongs to one canned answer, in any case of its letters, until that is removed', async () => {
  await send('', { name: 'Bônus', texts })
  await send('', { name: 'rodadas', texts })
  expect((await send('', { name: 'bônus', texts })).code).toBe('canned_answer_exists')
  const { cannedAnswerId } = await named('rodadas')
  const taken = { baseVersion: 1, name: 'bônus', texts }
  expect((await send(`/${cannedAnswerId}`, taken)).code).toBe('canned_answer_exists')
  const held = await named('Bônus')
  await send(`/${held.cannedAnswerId}/remove`, { baseVersion: held.version })
  expect((await send(`/${cannedAnswerId}`, taken)).http).toBe(200)
})

test('31.7 a canned answer is added, changed and removed once by its request id', async () => {
  const add = { requestId: newRequest(), name: 'uma-vez', texts }
  const added = await Promise.all([1, 2, 3].map(() => send('', add)))
  expect(added.map(({ http }) => http)).toEqual([200, 200, 200])
  expect((await send('', { ...add, name: 'outra' })).code).toBe('request_mismatch')
  expect((await send('', add, other.token)).code).toBe('request_mismatch')
  const { cannedAnswerId } = await named('uma-vez')
  const change = { requestId: newRequest(), baseVersion: 1, name: 'uma-vez', texts: { 'pt-BR': 'Oi' } }
  for (const _ of [1, 2]) expect((await send(`/${cannedAnswerId}`, change)).http).toBe(200)
  expect((await send(`/${cannedAnswerId}`, { ...change, texts })).code).toBe('request_mismatch')
  expect(await named('uma-vez')).toMatchObject({ version: 2 })
  const remove = { requestId: newRequest(), baseVersion: 2 }
  for (const _ of [1, 2]) expect((await send(`/${cannedAnswerId}/remove`, remove)).http).toBe(200)
  expect((await send(`/${cannedAnswerId}/remove`, { ...remove, baseVersion: 3 })).code).toBe(
    'request_mismatch',
  )
  expect(await audited(cannedAnswerId)).toHaveLength(3)
})

test.each([
  { why: 'the CPF as a placeholder', body: { name: 'cpf', texts: { 'pt-BR': 'Seu CPF é {cpf}' } } },
  { why: 'a brace left open', body: { name: 'chave', texts: { 'pt-BR': 'Olá, {firstName' } } },
  { why: 'no Portuguese text', body: { name: 'ingles', texts: { en: 'Hello' } } },
  { why: 'an empty text', body: { name: 'vazia', texts: { 'pt-BR': '  ' } } },
  { why: 'an unknown language', body: { name: 'lingua', texts: { ...texts, xx: 'Oi' } } },
  { why: 'a name with a space', body: { name: 'duas palavras', texts } },
  { why: 'a text too long for a line', body: { name: 'longa', texts: { 'pt-BR': 'x'.repeat(2001) } } },
])('refuses a canned answer with $why', async ({ body }) => {
  expect((await send('', body)).http).toBe(400)
  expect((await read()).some(({ name }) => name === body.name)).toBe(false)
})

test('who only answers reads canned answers and keeps none', async () => {
  const { token } = await harness.operatorWith('only-answers@house.example', ['support.answer'])
  expect((await harness.call(`GET ${PATH}`, { token })).http).toBe(200)
  expect((await send('', { name: 'minha', texts }, token)).http).toBe(403)
  expect((await send('/1', { baseVersion: 1, name: 'minha', texts }, token)).http).toBe(403)
  expect((await send('/1/remove', { baseVersion: 1 }, token)).http).toBe(403)
})

test('above three hundred canned answers none is added', async () => {
  const { db } = harness.deps
  await db`
    insert into messages_canned_answer (name, texts, changed_by)
    select 'cheia-' || n, '{"pt-BR": "Oi"}', ${keeper.operatorId} from generate_series(1, 300) n`
  expect((await send('', { name: 'mais-uma', texts })).code).toBe('canned_answers_full')
})

import { BEGUN_SESSION, OWN_SESSION } from '@palpite/contract/backoffice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { ok } from '../result.ts'
import { serveOperator } from './serve-operator.ts'
import { openServer } from './server.ts'

let app: Awaited<ReturnType<typeof openServer>>
let close: () => Promise<void>
const authenticated: string[] = []
beforeAll(async () => {
  const opened = await openTestDeps()
  app = await openServer(opened.deps)
  close = opened.close
  const api = {
    app,
    authenticate: async (token: string) => {
      authenticated.push(token)
      if (token !== 'good' && token !== 'hurried') return undefined
      const operatorId = token === 'good' ? 1 : 2
      return { operatorId, sessionId: 1, permissions: new Set([BEGUN_SESSION, OWN_SESSION] as const) }
    },
    admit: async (operatorId: number) => operatorId === 1,
    admitVisitor: async (ip: string) => ip !== '198.51.100.9',
  }
  serveOperator(api, 'POST /api/backoffice/session/signOut', async () => ok(null))
  serveOperator(api, 'POST /api/backoffice/session/changePassword', async () => ok(null))
})
afterAll(async () => {
  await app.close()
  await close()
})

const ask = async (token: string, remoteAddress: string, call = 'changePassword') => {
  const url = `/api/backoffice/session/${call}`
  const payload = call === 'changePassword' ? { oldPassword: 'one', newPassword: 'another' } : undefined
  const headers = { authorization: token }
  const answer = await app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers,
    ...(payload && { payload }),
  })
  return answer.json<{ data: { code?: string } | null }>().data?.code ?? answer.statusCode
}

test('refuses an address that sends too much before any session lookup, whatever its token', async () => {
  for (const token of ['good', 'made up']) {
    expect(await ask(token, '198.51.100.9')).toBe('too_many_requests')
  }
  expect(authenticated).toEqual([])
})

test('admits other addresses, and refuses an operator who sends too much', async () => {
  expect(await ask('good', '198.51.100.8')).toBe(200)
  expect(await ask('made up', '198.51.100.8')).toBe('logged_out')
  expect(await ask('hurried', '198.51.100.8')).toBe('too_many_requests')
})

test('never limits ending a session, and an invented token ends none', async () => {
  expect(await ask('good', '198.51.100.9', 'signOut')).toBe(200)
  expect(await ask('hurried', '198.51.100.8', 'signOut')).toBe(200)
  expect(await ask('made up', '198.51.100.9', 'signOut')).toBe('too_many_requests')
  expect(await ask('made up', '198.51.100.8', 'signOut')).toBe('logged_out')
})

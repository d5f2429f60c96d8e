import {
  ACTING_SESSION,
  BEGUN_SESSION,
  OWN_SESSION,
  type Permission,
  permissions,
  type Role,
  roles,
} from '@palpite/contract/backoffice'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readAudit } from '../platform/audit.ts'
import { GOOD, openBackofficeHarness, operatorKeys } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

type State = { role: Role; version: number; permissions: Permission[]; holders: number; proposals: object[] }

let made = 0
const newEmail = () => `role${(made += 1)}@house.example`
const post = (path: string, token: string, body: unknown = {}) =>
  harness.call(`POST /api/backoffice/${path}`, { token, body })
const readRole = async (role: Role): Promise<State> => {
  const { data } = await harness.call('GET /api/backoffice/roles', { token: harness.rootToken })
  const found = (data as unknown as State[]).find((one) => one.role === role)
  if (!found) throw new Error(`no role ${role}`)
  return found
}
const meOf = async (token: string) => (await harness.call('GET /api/backoffice/session/me', { token })).data

/** Invited with these roles by one of the first two operators, approved by the other, and signed in. */
const withRoles = async (given: readonly Role[], singles: readonly Permission[] = []) => {
  const email = newEmail()
  const body = { email, roles: given, permissions: singles }
  const { data } = await post('operators', harness.rootToken, body)
  const operatorId = Number(data?.['operatorId'])
  const token = await harness.settleIn(email, String(data?.['oneTimePassword']))
  await post(`operators/${operatorId}/approve`, harness.secondToken)
  return { operatorId, token, email }
}

/** Changes a role's permissions with the first two operators. */
const setRole = async (role: Role, next: readonly Permission[]) => {
  const { version: baseVersion } = await readRole(role)
  const proposed = await post(`roles/${role}/versions`, harness.rootToken, { permissions: next, baseVersion })
  const version = String(proposed.data?.['version'])
  return post(`roles/${role}/versions/${version}/approve`, harness.secondToken)
}

const first: Partial<Record<Role, Permission[]>> = {}
beforeEach(async () => {
  // Restores the roles of the release before each test.
  for (const role of roles) {
    const { permissions: now } = await readRole(role)
    first[role] ??= now
    if (now.join() !== first[role].join()) await setRole(role, first[role])
  }
})

test('the release contains every role, and the administrators’ has every permission', async () => {
  for (const role of roles) expect((await readRole(role)).permissions.length).toBeGreaterThan(2)
  expect((await readRole('admin')).permissions).toEqual([...permissions])
})

test('an auditor changes nothing', async () => {
  const { permissions: granted } = await readRole('auditor')
  const acts = operatorKeys.filter(({ key }) => key.startsWith('POST'))
  const needed = new Set<string>(acts.map(({ permission }) => permission))
  expect(granted.filter((one) => needed.has(one) && !one.endsWith('.read'))).toEqual([])
})

test.each(roles)('28: of all calls, %s may make those of its role and no others', async (role) => {
  const { token } = await withRoles([role])
  const { permissions: granted } = await readRole(role)
  const open: readonly string[] = [...granted, OWN_SESSION, BEGUN_SESSION, ACTING_SESSION]
  const isLast = (key: string) => key.endsWith('/signOut')
  const keys = operatorKeys
    .filter(({ permission }) => permission !== 'visitor')
    .toSorted((one, other) => Number(isLast(one.key)) - Number(isLast(other.key)))
  expect((await meOf(token))?.['permissions']).toEqual(granted)
  for (const { key, request, permission } of keys) {
    // An invalid body is refused after the permission check, so nothing is done.
    const body = key.startsWith('POST') ? { body: { 'not of any call': true } } : {}
    const answer = await harness.call(request, { token, ...body })
    // A command may answer `forbidden` too; no command is reached here.
    expect([key, answer.code === 'forbidden']).toEqual([key, !open.includes(permission)])
  }
})

test('a role changed by two operators applies to open sessions from the next call on', async () => {
  const { token } = await withRoles(['support'])
  const see = () => harness.call('GET /api/backoffice/settings', { token })
  expect((await see()).code).toBe('forbidden')
  expect((await setRole('support', ['settings.read'])).http).toBe(200)
  expect((await see()).http).toBe(200)
  expect((await harness.call('GET /api/backoffice/support/threads', { token })).code).toBe('forbidden')
  expect((await setRole('support', [])).http).toBe(200)
  expect((await see()).code).toBe('forbidden')
  expect((await meOf(token))?.['permissions']).toEqual([])
})

test('single permissions stay in addition to roles, whatever happens to the roles', async () => {
  const { operatorId, token } = await withRoles(['support'], ['players.read', 'feeds.read'])
  await setRole('support', [])
  expect((await meOf(token))?.['permissions']).toEqual(['feeds.read', 'players.read'])
  const change = { roles: ['auditor'], permissions: ['feeds.read'] }
  expect((await post(`operators/${operatorId}/setRoles`, harness.rootToken, change)).data).toEqual({
    state: 'set',
  })
  expect((await meOf(token))?.['roles']).toEqual(['auditor'])
})

test('no operator proposes, approves, grants or removes a permission they do not have', async () => {
  const own: Permission[] = ['operators.manage', 'players.read', 'bets.read', 'rounds.read', 'support.answer']
  const { token } = await withRoles([], own)
  const { version: baseVersion } = await readRole('support')
  const above = { permissions: ['books.settle'], baseVersion }
  expect((await post('roles/support/versions', token, above)).code).toBe('forbidden')
  const { version } = await readRole('finance')
  const below = { permissions: [], baseVersion: version }
  expect((await post('roles/finance/versions', token, below)).code).toBe('forbidden')
  const invited = { email: newEmail(), permissions: [], roles: ['finance'] }
  expect((await post('operators', token, invited)).code).toBe('forbidden')
  const { operatorId } = await withRoles(['finance'])
  const change = { roles: [], permissions: [] }
  expect((await post(`operators/${operatorId}/setRoles`, token, change)).code).toBe('forbidden')
  const proposed = await post('roles/support/versions', harness.rootToken, above)
  const path = `roles/support/versions/${String(proposed.data?.['version'])}`
  expect((await post(`${path}/approve`, token)).code).toBe('forbidden')
  expect((await post(`${path}/reject`, token)).code).toBe('forbidden')
  expect((await post(`${path}/reject`, harness.rootToken)).http).toBe(200)
})

test('no operator changes their own permissions', async () => {
  const change = { roles: ['support'], permissions: [] }
  const path = `operators/${harness.rootId}/setRoles`
  expect((await post(path, harness.rootToken, change)).code).toBe('forbidden')
})

test('a permission that needs two is granted once an independent operator requests the same, and not before', async () => {
  const { operatorId, token } = await withRoles(['support'])
  const path = `operators/${operatorId}/setRoles`
  const change = { roles: ['support', 'payments'], permissions: [] }
  const states: unknown[] = []
  const ask = async (by: string, body: object) => states.push((await post(path, by, body)).data?.['state'])
  await ask(harness.rootToken, change)
  await ask(harness.rootToken, change)
  await ask(harness.secondToken, { roles: ['payments'], permissions: [] })
  expect((await meOf(token))?.['roles']).toEqual(['support'])
  await ask(harness.secondToken, change)
  expect(states).toEqual(['waits', 'needs_another', 'waits', 'set'])
  expect((await meOf(token))?.['roles']).toEqual(['support', 'payments'])
  const { data } = await harness.call('GET /api/backoffice/operators', { token: harness.rootToken })
  const listed = (data as unknown as { operatorId: number; asked: object[] }[]).find(
    (one) => one.operatorId === operatorId,
  )
  expect(listed?.asked).toEqual([])
})

test('a proposal is decided once, by an operator of another tree, and only on the version it is based on', async () => {
  const { version: baseVersion } = await readRole('trader')
  const propose = (granted: readonly Permission[], by = harness.rootToken) =>
    post('roles/trader/versions', by, { permissions: granted, baseVersion })
  const { token: third } = await harness.operatorWith('third@house.example', permissions, harness.rootId)
  const given = await propose(['rounds.read'])
  const [one, other] = [await propose(['bets.read']), await propose(['feeds.read'], third)]
  const pathOf = ({ data }: typeof one) => `roles/trader/versions/${String(data?.['version'])}`
  expect((await post(`${pathOf(one)}/approve`, harness.rootToken)).code).toBe('four_eyes')
  const both = await Promise.all(
    [one, other].map((each) => post(`${pathOf(each)}/approve`, harness.secondToken)),
  )
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([undefined, 'role_outdated']))
  const approved = both[0]?.http === 200 ? one : other
  expect((await post(`${pathOf(approved)}/approve`, harness.secondToken)).code).toBe('role_decided')
  // A new proposal by the same operator replaces the earlier one.
  expect((await post(`${pathOf(given)}/approve`, harness.secondToken)).code).toBe('role_decided')
  expect((await post('roles/trader/versions/999/approve', harness.secondToken)).code).toBe('not_found')
  expect((await propose(['bets.read'])).code).toBe('role_outdated')
})

test('a version of the release cannot be decided', async () => {
  expect((await post('roles/support/versions/1/approve', harness.secondToken)).code).toBe('role_decided')
})

test('the last two operators with every permission cannot lose it', async () => {
  const taken = { roles: ['admin'], permissions: [] }
  const path = `operators/${harness.secondId}/setRoles`
  expect((await post(path, harness.rootToken, taken)).data).toEqual({ state: 'set' })
  const answer = await setRole('admin', ['operators.manage'])
  expect(answer.code).toBe('last_operators')
  const less = { roles: ['support'], permissions: [] }
  expect((await post(path, harness.rootToken, less)).code).toBe('last_operators')
  expect((await meOf(harness.secondToken))?.['permissions']).toEqual([...permissions])
})

test('an operator who waits for approval cannot be changed from what the approver sees', async () => {
  const body = { email: newEmail(), roles: ['payments'], permissions: [] }
  const { data } = await post('operators', harness.rootToken, body)
  expect(data?.['isApproved']).toBe(false)
  const path = `operators/${String(data?.['operatorId'])}/setRoles`
  expect((await post(path, harness.rootToken, { roles: ['support'], permissions: [] })).code).toBe(
    'operator_waits',
  )
})

test('two operators who change one at once, many times, leave the last change', async () => {
  const { operatorId, token } = await withRoles(['support'])
  const asked = Array.from({ length: 60 }, (_, at) => ({
    roles: at % 2 === 0 ? ['auditor'] : ['support'],
    permissions: [],
  }))
  const answers = await Promise.all(
    asked.map((change) => post(`operators/${operatorId}/setRoles`, harness.rootToken, change)),
  )
  expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
  const me = (await meOf(token)) as { roles: [Role]; permissions: Permission[] }
  expect(me.permissions).toEqual((await readRole(me.roles[0])).permissions)
})

test('permissions granted by a server of the older version stay beside the roles', async () => {
  const { operatorId, token } = await withRoles([])
  await harness.deps.db`
    update identity_operator set permissions = '{feeds.read}', single_permissions = null where id = ${operatorId}`
  const change = { roles: ['support'], permissions: ['feeds.read'] }
  await post(`operators/${operatorId}/setRoles`, harness.rootToken, change)
  expect((await meOf(token))?.['permissions']).toContain('feeds.read')
  expect((await harness.signIn('nobody@house.example', GOOD)).code).toBe('wrong_credentials')
})

test('every change of roles is in the audit chain, with before and after', async () => {
  const { operatorId } = await withRoles(['support'])
  await post(`operators/${operatorId}/setRoles`, harness.rootToken, { roles: [], permissions: [] })
  const [row] = await readAudit(harness.deps.db, { action: 'operator.roles_set', max: 1 })
  expect(row?.details).toEqual({
    before: { roles: ['support'], permissions: [] },
    after: { roles: [], permissions: [] },
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueOperator } from '../identity/index.ts'
import { verifyAudit } from '../platform/audit.ts'
import { codeOf, GOOD, openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

const session = (call: string, token: string, body?: object) =>
  harness.call(`POST /api/backoffice/session/${call}`, { token, ...(body && { body }) })
const give = (token: string, code: string) => session('giveSecondFactor', token, { code })
const reads = async (token: string) => (await harness.call('GET /api/backoffice/audit', { token })).http
const due = async (token: string) =>
  (await harness.call('GET /api/backoffice/session/me', { token })).data?.['secondFactor']
const tokenOf = async (email: string, password = GOOD) =>
  String((await harness.signIn(email, password)).data?.['token'])
/** A code that is not valid now. */
const wrongCode = (secret: string) => {
  const taken = [-1, 0, 1, 2].map((step) => codeOf(secret, step))
  return ['000000', '000001', '000002', '000003', '000004'].find((code) => !taken.includes(code)) ?? ''
}

/** An operator who signed in and chose a password, and has no second factor yet. */
const newcomer = async (email: string) => {
  const issued = await issueOperator(harness.operators, email, { all: true })
  if ('refused' in issued) throw new Error(issued.refused)
  const token = await tokenOf(email, issued.oneTimePassword)
  await session('changePassword', token, { oldPassword: issued.oneTimePassword, newPassword: GOOD })
  return { token, operatorId: issued.operatorId }
}

test('an operator can do nothing before enrolling a second factor with its first code', async () => {
  const { token } = await newcomer('new@house.example')
  expect([await due(token), await reads(token)]).toEqual(['enrol', 403])
  expect((await give(token, '123456')).code).toBe('wrong_second_factor') // there is no secret yet
  const first = (await session('enrolSecondFactor', token)).data
  const again = (await session('enrolSecondFactor', token)).data
  expect(again?.['uri']).toContain('otpauth://totp/Palpite:new%40house.example?')
  expect((await give(token, codeOf(String(first?.['secret'])))).code).toBe('wrong_second_factor')
  expect([await due(token), await reads(token)]).toEqual(['enrol', 403])
  expect((await give(token, codeOf(String(again?.['secret'])))).http).toBe(200)
  expect([await due(token), await reads(token)]).toEqual(['done', 200])
})

test('a session with only the password changes neither password nor second factor; a code is valid once', async () => {
  const { token: first } = await newcomer('kept@house.example')
  const secret = await harness.enrol(first)
  const token = await tokenOf('kept@house.example')
  expect([await due(token), await reads(token)]).toEqual(['code', 403])
  const change = { oldPassword: GOOD, newPassword: `${GOOD}, another` }
  expect((await session('changePassword', token, change)).code).toBe('forbidden')
  expect((await session('enrolSecondFactor', token)).code).toBe('forbidden')
  expect((await session('enrolSecondFactor', first)).code).toBe('forbidden') // a confirmed one cannot be replaced
  expect((await give(token, wrongCode(secret))).code).toBe('wrong_second_factor')
  expect((await give(token, codeOf(secret, 1))).http).toBe(200)
  expect([await due(token), await reads(token)]).toEqual(['done', 200])
  const third = await tokenOf('kept@house.example')
  expect((await give(third, codeOf(secret, 1))).code).toBe('wrong_second_factor')
  expect((await session('signOut', third)).http).toBe(200)
})

test('a secret is stored encrypted, and cannot be used in another row', async () => {
  const { token, operatorId } = await newcomer('sealed@house.example')
  const secret = await harness.enrol(token)
  const { db } = harness.deps
  const [row] = await db<{ sealed: string }[]>`
    select sealed_secret as sealed from identity_operator_factor where operator_id = ${operatorId}`
  expect(Buffer.from(row?.sealed ?? '', 'base64url').includes(secret)).toBe(false)
  const other = await newcomer('other@house.example')
  await harness.enrol(other.token)
  await db`
    update identity_operator_factor set sealed_secret = ${row?.sealed ?? ''} where operator_id = ${other.operatorId}`
  const next = await tokenOf('other@house.example')
  expect((await give(next, codeOf(secret, 1))).http).toBe(500)
  expect(await reads(next)).toBe(403)
})

test('codes cannot be guessed: after five wrong ones the right one must wait too', async () => {
  const { token: first } = await newcomer('guessed@house.example')
  const secret = await harness.enrol(first)
  const token = await tokenOf('guessed@house.example')
  for (let at = 0; at < 5; at += 1) {
    expect((await give(token, wrongCode(secret))).code).toBe('wrong_second_factor')
  }
  expect((await give(token, codeOf(secret, 1))).code).toBe('too_many_requests')
  expect(await reads(token)).toBe(403)
})

test('two independent operators reset a lost second factor; one alone cannot, nor its owner', async () => {
  const { token, operatorId } = await harness.operatorWith('lost@house.example', ['audit.read'])
  const reset = async (by: string) => {
    const key = `POST /api/backoffice/operators/${operatorId}/resetSecondFactor`
    const { data, code } = await harness.call(key, { token: by })
    return data?.['state'] ?? code
  }
  const narrow = await harness.operatorWith('narrow@house.example', ['operators.manage'], harness.secondId)
  expect(await reset(narrow.token)).toBe('forbidden') // the target has more permissions than the operator
  const own = await harness.operatorWith('own@house.example', ['operators.manage'])
  const itself = `POST /api/backoffice/operators/${own.operatorId}/resetSecondFactor`
  expect((await harness.call(itself, { token: own.token })).code).toBe('forbidden')
  expect([await reset(harness.rootToken), await reset(harness.rootToken)]).toEqual(['waits', 'needs_another'])
  expect(await reads(token)).toBe(200)
  expect(await reset(harness.secondToken)).toBe('reset')
  expect(await reads(token)).toBe(401)
  const again = await tokenOf('lost@house.example')
  expect(await due(again)).toBe('enrol')
  await harness.enrol(again)
  expect(await reads(again)).toBe(200)
})

test('a first request older than a day does not count', async () => {
  const { operatorId } = await harness.operatorWith('late@house.example', ['audit.read'])
  const key = `POST /api/backoffice/operators/${operatorId}/resetSecondFactor`
  const reset = async (token: string) => (await harness.call(key, { token })).data?.['state']
  expect(await reset(harness.rootToken)).toBe('waits')
  await harness.deps.db`
    update identity_operator_factor_reset set asked_at = now() - interval '25 hours' where operator_id = ${operatorId}`
  expect(await reset(harness.secondToken)).toBe('waits')
  expect(await reset(harness.rootToken)).toBe('reset')
})

test('operators see since when a player has a second factor, and who requested its removal', async () => {
  const { playerId } = await harness.player('seen@players.example')
  const reader = await harness.operatorWith('sees@house.example', ['players.read'])
  const corrects = await harness.operatorWith('corrects@house.example', ['players.correct'])
  const found = async () => {
    const body = { emails: [], playerIds: [playerId] }
    const { data } = await harness.call('POST /api/backoffice/players/find', { token: reader.token, body })
    return (data as unknown as [Record<string, unknown>])[0]
  }
  const ask = async (token: string) => {
    const key = `POST /api/backoffice/players/${playerId}/resetSecondFactor`
    const { data, code } = await harness.call(key, {
      token,
      body: { reason: ' known by the identity card ' },
    })
    return data?.['state'] ?? code
  }
  expect(await found()).toMatchObject({ secondFactorSince: null, factorResets: [] })
  expect(await ask(corrects.token)).toBe('second_factor_off')
  const { db } = harness.deps
  await db`update identity_player set second_factor_at = '2026-10-01T12:00:00Z' where id = ${playerId}`
  expect(await ask(reader.token)).toBe('forbidden')
  expect(await ask(corrects.token)).toBe('waits')
  const seen = await found()
  expect(seen).toMatchObject({
    secondFactorSince: '2026-10-01T12:00:00.000Z',
    factorResets: [{ operatorId: corrects.operatorId, reason: 'known by the identity card' }],
  })
  expect(Object.keys(seen).filter((key) => /secret|code/i.test(key))).toEqual([])
  expect(await ask(harness.secondToken)).toBe('reset')
  expect(await found()).toMatchObject({ secondFactorSince: null, factorResets: [] })
})

test('the command line tool keeps the second factor unless told that it is lost', async () => {
  const { token } = await newcomer('command@house.example')
  await harness.enrol(token)
  const dueAfter = async (factor: boolean) => {
    const issued = await issueOperator(harness.operators, 'command@house.example', { all: false, factor })
    if ('refused' in issued) throw new Error(issued.refused)
    return due(await tokenOf('command@house.example', issued.oneTimePassword))
  }
  expect(await dueAfter(false)).toBe('code')
  expect(await dueAfter(true)).toBe('enrol')
  expect(await verifyAudit(harness.deps.db)).toEqual([])
})

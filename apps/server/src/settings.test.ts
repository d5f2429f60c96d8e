import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../tools/test/test-deps.ts'
import { giveCash, newPlayer } from './cashier/testing/players.ts'
import { startHarness } from './cashier/testing/harness.ts'
import { until } from '../../../tools/test/until.ts'
import { areIndependent, issueOperator, openOperators } from './identity/index.ts'
import type { Deps } from './platform/deps.ts'
import { openServer } from './platform/http/server.ts'
import { approveSetting, proposeSetting } from './platform/decide-settings.ts'
import { openProtection, policyOf, protectionSettingsDefinition } from './protection/index.ts'
import { cashierSettingsDefinition, readDeposited } from './cashier/index.ts'
import type { SettingsDefinition } from './platform/settings.ts'
import { settingsDefinitions } from './settings.ts'

let cashier: Awaited<ReturnType<typeof startHarness>>
beforeAll(async () => {
  cashier = await startHarness({ jobs: false })
})
afterAll(() => cashier.close())

/** Two operators from the command line, independent of each other. */
async function operatorsOf(deps: Deps): Promise<[number, number]> {
  const operators = openOperators(deps)
  const issue = async (email: string) => {
    const issued = await issueOperator(operators, email, { all: false })
    if ('refused' in issued) throw new Error(`operator ${email} was not created`)
    return issued.operatorId
  }
  return [await issue('one@house.example'), await issue('two@house.example')]
}

async function putInForce(deps: Deps, definition: SettingsDefinition, value: object) {
  const { db } = deps
  const [by, second] = await operatorsOf(deps)
  const proposed = await db.begin((tx) =>
    proposeSetting(tx, definition, {
      operatorId: by,
      value,
      baseVersion: 0,
      inForceFrom: null,
    }),
  )
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.refusal))
  const decision = { version: proposed.value.version, by: second }
  const approved = await db.begin((tx) =>
    approveSetting(tx, definition, decision, (tx, first, other) =>
      areIndependent(tx, first, other, 'settings.propose'),
    ),
  )
  expect(approved).toEqual({ ok: true, value: null })
}

test('every module has a unique name, something to set, and defaults that fit', () => {
  const modules = settingsDefinitions.map(({ module }) => module)
  expect(modules).toEqual([...new Set(modules)])
  for (const { settable, check } of settingsDefinitions) {
    expect(Object.keys(settable).length).toBeGreaterThan(0)
    expect(check(settable)).toEqual({ value: settable })
  }
})

test('a minimum loss limit set by operators applies to players soon, without a restart', async () => {
  const { deps, close } = await openTestDeps()
  const app = await openServer(deps)
  openProtection(deps, { policy: policyOf(deps.config), readDeposited }).routes({
    app,
    authenticate: async (token) => ({ playerId: Number(token), sessionId: 1, isTest: false }),
    admit: async () => true,
  })
  const setLimit = async (dailyLossCents: number) => {
    const payload = { dailyLossCents }
    const headers = { authorization: '7', lang: 'en' }
    const answer = await app.inject({ method: 'POST', url: '/api/app/protection/limits', headers, payload })
    return answer.json<{ message: string }>().message
  }
  expect(await setLimit(4_000)).toBe('')
  await putInForce(deps, protectionSettingsDefinition, { minDailyLossCents: 5_000 })
  await until('the new minimum applies', async () => (await setLimit(4_000)) !== '')
  expect(await setLimit(4_000)).toBe('Choose a limit of at least R$50.00.')
  await app.close()
  await close()
})

test('withdrawal limits set by operators are shown and apply, without a restart', async () => {
  const { deps } = cashier
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, 10_000)
  const limits = async () => (await cashier.call(playerId, 'GET', '/api/app/order/getWithdraw')).data
  expect(await limits()).toMatchObject({ limitAmount: '50', maxAmount: 10_000 })
  await putInForce(deps, cashierSettingsDefinition, { withdrawMinCents: 2_000, withdrawMaxCents: 30_000 })
  await until('the new limits are shown', async () => (await limits())['limitAmount'] === '20')
  expect(await limits()).toMatchObject({ limitAmount: '20', maxAmount: 300 })
  const withdraw = (amount: number) =>
    cashier.call(playerId, 'POST', '/api/app/order/withdraw', {
      payCardBank: 'CPF',
      payCardNo: cpf,
      ifsc: '',
      name: 'Ana Souza',
      amount,
      whatsapp: '',
    })
  expect((await withdraw(19)).data).toMatchObject({ code: 'withdraw_below_min' })
  expect(await withdraw(20)).toMatchObject({ http: 200 })
})

test('a minimum withdrawal above the maximum cannot even be proposed', async () => {
  const value = { withdrawMinCents: 2_000_000 }
  const proposal = { operatorId: 1, value, baseVersion: 0, inForceFrom: null }
  expect(
    await cashier.deps.db.begin((tx) => proposeSetting(tx, cashierSettingsDefinition, proposal)),
  ).toMatchObject({
    refusal: { values: { field: 'value.withdrawMinCents' } },
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../tools/test/test-deps.ts'
import { registerPlayers } from './identity/index.ts'
import { composeReaders } from './compose.ts'
import { countTurnover, lockAccounts, post } from './ledger/index.ts'
import type { Deps } from './platform/deps.ts'
import { policyOf } from './protection/index.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

async function register(email: string, referrerId?: number): Promise<number> {
  const [referrer] = await deps.db<{ code: string }[]>`
    select invitation_code as code from identity_player where id = ${referrerId ?? 0}`
  const invited = referrer ? { regCode: referrer.code } : {}
  const [answer] = await registerPlayers(deps, [
    { email, passwordHash: 'x', phone: null, ip: '10.0.0.1', ...invited },
  ])
  return answer?.ok ? answer.value.playerId : 0
}

const settleStakes = (playerId: number, cents: number) =>
  deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    countTurnover(batch, { playerId, stakedCents: cents, settledCents: cents })
    await post(tx, batch)
  })

test('a player sees who was invited on three levels, and what they staked', async () => {
  const ana = await register('ana@example.com')
  const [bia, bob] = [await register('bia@example.com', ana), await register('bob@example.com', ana)]
  const caio = await register('caio@example.com', bia)
  const davi = await register('davi@example.com', caio)
  const eva = await register('eva@example.com', davi)
  for (const [playerId, cents] of [
    [bia, 1_000],
    [bob, 250],
    [davi, 70],
    [eva, 9_999],
  ] as const) {
    await settleStakes(playerId, cents)
  }
  const { readInvitations } = composeReaders(deps, policyOf(deps.config))
  expect(await readInvitations(ana)).toEqual([
    { persons: 2, settledCents: 1_250 },
    { persons: 1, settledCents: 0 },
    { persons: 1, settledCents: 70 },
  ])
  expect(await readInvitations(eva)).toEqual([])
})

const standUnder = async (profile: 'spec' | 'br-spa', playerId: number) =>
  composeReaders(deps, policyOf({ COMPLIANCE_PROFILE: profile })).readLevel(playerId)

test('a player sees the next level where levels are reached by topping up, and none where not', async () => {
  const playerId = await register('nivel@example.com')
  expect(await standUnder('spec', playerId)).toMatchObject({ level: 0, nextLevel: { level: 1 } })
  expect(await standUnder('br-spa', playerId)).toEqual({ level: 0, nextLevel: null })
})

test('a player sees the packages that the price list has', async () => {
  const { readPackages } = composeReaders(deps, policyOf(deps.config))
  expect((await readPackages()).map(({ pkgId }) => pkgId)).toContain('brl-100')
})

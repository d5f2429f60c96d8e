import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestHouse } from '../../../tools/test/house.ts'
import { registerPlayers } from './identity/index.ts'
import { joinReaders } from './join.ts'
import { countTurnover, openBook, post } from './ledger/index.ts'
import type { House } from './platform/house.ts'
import { policyOf } from './protection/index.ts'

let house: House
let close: () => Promise<void>
beforeAll(async () => {
  ;({ house, close } = await openTestHouse())
})
afterAll(() => close())

async function register(email: string, referrerId?: number): Promise<number> {
  const [referrer] = await house.db<{ code: string }[]>`
    select invitation_code as code from identity_player where id = ${referrerId ?? 0}`
  const invited = referrer ? { regCode: referrer.code } : {}
  const [answer] = await registerPlayers(house, [
    { email, passwordHash: 'x', phone: null, ip: '10.0.0.1', ...invited },
  ])
  return answer?.ok ? answer.value.playerId : 0
}

const settleStakes = (playerId: number, cents: number) =>
  house.db.begin(async (tx) => {
    const book = await openBook(tx, [playerId])
    countTurnover(book, { playerId, stakedCents: cents, settledCents: cents })
    await post(tx, book)
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
  const { readInvitations } = joinReaders(house, policyOf(house.config))
  expect(await readInvitations(ana)).toEqual([
    { persons: 2, settledCents: 1_250 },
    { persons: 1, settledCents: 0 },
    { persons: 1, settledCents: 70 },
  ])
  expect(await readInvitations(eva)).toEqual([])
})

const standUnder = async (profile: 'spec' | 'br-spa', playerId: number) =>
  joinReaders(house, policyOf({ COMPLIANCE_PROFILE: profile })).readLevel(playerId)

test('a player sees the next level where levels are reached by topping up, and none where not', async () => {
  const playerId = await register('nivel@example.com')
  expect(await standUnder('spec', playerId)).toMatchObject({ level: 0, nextLevel: { level: 1 } })
  expect(await standUnder('br-spa', playerId)).toEqual({ level: 0, nextLevel: null })
})

test('a player sees the packages that the price list has', async () => {
  const { readPackages } = joinReaders(house, policyOf(house.config))
  expect((await readPackages()).map(({ pkgId }) => pkgId)).toContain('brl-100')
})

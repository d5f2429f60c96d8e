import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { registerPlayers } from '../identity/index.ts'
import { countTurnover, lockAccounts, post } from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectOpenCoolOff, updateCoolOffAnswered, selectLog } from './harm-queries.ts'
import { offerCoolOffs } from './harm.ts'
import { protectionSettings } from './settings.ts'
import { beginBreaks } from './breaks.ts'
import { giveCash, placeTestStakes } from './testing/test-stakes.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

let count = 0
async function newPlayer(isTest = false): Promise<number> {
  count += 1
  const [answer] = await registerPlayers(deps, [
    { email: `loss${count}@players.example`, passwordHash: 'none', phone: null, ip: '127.0.0.1', isTest },
  ])
  if (!answer?.ok) throw new Error('no player')
  return answer.value.playerId
}

/** Settles stakes of today that returned only `returnedCents`. */
const settle = (playerId: number, settledCents: number, returnedCents = 0) =>
  deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    countTurnover(batch, { playerId, stakedCents: settledCents, settledCents, returnedCents })
    await post(tx, batch)
  })
const look = (...playerIds: number[]) => offerCoolOffs(deps, protectionSettings, playerIds)
const offerOf = async (playerId: number) => (await selectOpenCoolOff(deps.db, playerId))[0]
const reported = (playerId: number) => deps.db`
  select 1 from platform_outbox cross join jsonb_array_elements(events::jsonb) as event
   where topic = 'pause.offered' and (event->>'playerId')::bigint = ${playerId}`

test('offers a pause once a day after a big loss, however often and on however many servers it checks', async () => {
  const playerId = await newPlayer()
  await settle(playerId, 49_999)
  await look(playerId)
  expect(await offerOf(playerId)).toBeUndefined()
  await settle(playerId, 1)
  await Promise.all(Array.from({ length: 5 }, () => look(playerId)))
  expect(await offerOf(playerId)).toMatchObject({ netLossCents: 50_000, fromCents: 50_000 })
  expect(await reported(playerId)).toHaveLength(1)
  await updateCoolOffAnswered(deps.db, playerId)
  await settle(playerId, 90_000)
  await look(playerId)
  expect(await offerOf(playerId)).toBeUndefined()
  expect(await reported(playerId)).toHaveLength(1)
  expect(await selectLog(deps.db, playerId, 10)).toMatchObject([
    { what: 'cool_off', amount: 50_000, before: 50_000 },
  ])
})

test('a stake that came back without a settlement counts with what of it was lost', async () => {
  const playerId = await newPlayer()
  const comesBack = (endedUnsettledCents: number, returnedCents: number) =>
    deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId])
      countTurnover(batch, { playerId, endedUnsettledCents, returnedCents })
      await post(tx, batch)
    })
  await comesBack(90_000, 90_000) // void
  await comesBack(60_000, 10_001) // cashed out
  await look(playerId)
  expect(await offerOf(playerId)).toBeUndefined()
  await comesBack(2, 1)
  await look(playerId)
  expect(await offerOf(playerId)).toMatchObject({ netLossCents: 50_000 })
})

test('offers none to a player who won as much back, is on a break, or is the test account', async () => {
  const [even, paused, shared] = [await newPlayer(), await newPlayer(), await newPlayer(true)]
  await settle(even, 80_000, 40_000)
  await settle(paused, 80_000)
  await settle(shared, 80_000)
  await beginBreaks(deps, { policyVersion: 'spec-13', readProven: async () => new Set() }, [
    { playerId: paused, kind: 'time_out', product: null, length: '24h', lang: 'pt-BR' },
  ])
  await look(even, paused, shared)
  expect([await offerOf(even), await offerOf(paused), await offerOf(shared)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('offers one sooner to a player with small usual losses, and blocks nothing', async () => {
  const playerId = await newPlayer()
  await deps.db`
    insert into ledger_turnover (player_id, day, staked_cents, settled_cents, returned_cents)
    select ${playerId}, (now() at time zone 'America/Sao_Paulo')::date - back, 6000, 6000, 0
      from generate_series(1, 3) as back`
  await giveCash(deps, playerId, 1_000)
  await settle(playerId, 17_999)
  await look(playerId)
  expect(await offerOf(playerId)).toBeUndefined()
  await settle(playerId, 1)
  await look(playerId)
  expect(await offerOf(playerId)).toMatchObject({ netLossCents: 18_000, fromCents: 18_000 })
  expect(await placeTestStakes(deps, [{ playerId, stakeCents: 100, key: 'after' }])).toEqual(['taken'])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordKyc } from '../identity/index.ts'
import { addMatch, feedReceiver } from '../sportsbook/testing/harness.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

test('an operator with the permission grants a free bet once, with a reason that is audited', async () => {
  const { token } = await harness.operatorWith('gives@house.example', ['freeBets.grant'])
  const reader = await harness.operatorWith('gives-nothing@house.example', ['players.read'])
  const { playerId } = await harness.player('free@players.example')
  const body = {
    requestId: 'operator-free-bet-1',
    stakeCents: 1000,
    minPriceMilli: 1500,
    kinds: ['single'],
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    reason: 'an evening without a feed',
  }
  const give = (own: object = {}, by = token) =>
    harness.call(`POST /api/backoffice/players/${playerId}/freeBets`, {
      token: by,
      body: { ...body, ...own },
    })
  expect((await give()).code).toBe('kyc_needed')
  await harness.deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Nara Lopes', cpf: '15350946056' }]))
  expect((await give({}, reader.token)).code).toBe('forbidden')
  expect((await give({ reason: '' })).code).toBe('bad_request')
  expect((await give({ endsAt: new Date(0).toISOString() })).code).toBe('bad_request')
  const { data } = await give()
  expect((await give()).data).toEqual(data)
  expect((await give({ stakeCents: 2000 })).code).toBe('request_mismatch')
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  const { items } = audit.data as { items: { action: string }[] }
  expect(items.filter(({ action }) => action === 'player.free_bet_granted')).toMatchObject([
    { subject: `player:${playerId}`, details: { ...data, stakeCents: 1000, reason: body.reason } },
  ])
})

test('lists a player’s free bets; an unused one is revoked once, audited', async () => {
  const { token } = await harness.operatorWith('revokes@house.example', ['freeBets.grant'])
  const { playerId } = await harness.player('revoked@players.example')
  await harness.deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Rui Lopes', cpf: '52998224725' }]))
  const path = `/api/backoffice/players/${playerId}/freeBets`
  const reason = 'given to the wrong player'
  const body = { stakeCents: 1000, minPriceMilli: 1500, kinds: ['single'], reason }
  const endsAt = new Date(Date.now() + 86_400_000).toISOString()
  const given = await harness.call(`POST ${path}`, {
    token,
    body: { ...body, endsAt, requestId: 'operator-free-bet-2' },
  })
  const freeBetId = String(given.data?.['freeBetId'])
  const statuses = async () =>
    ((await harness.call(`GET ${path}`, { token })).data as unknown as { status: string }[]).map(
      ({ status }) => status,
    )
  expect(await statuses()).toEqual(['open'])
  const revoke = () => harness.call(`POST ${path}/${freeBetId}/revoke`, { token, body: { reason } })
  expect((await revoke()).data).toEqual({ isRevoked: true })
  expect((await revoke()).data).toEqual({ isRevoked: false })
  expect(await statuses()).toEqual(['revoked'])
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  const { items } = audit.data as { items: { action: string }[] }
  expect(items.filter(({ action }) => action === 'player.free_bet_revoked')).toMatchObject([
    { subject: `player:${playerId}`, details: { freeBetId, reason } },
  ])
})

test('only operators with the permission boost prices', async () => {
  const { token } = await harness.operatorWith('boosts@house.example', ['boosts.give'])
  const reader = await harness.operatorWith('boosts-nothing@house.example', ['players.read'])
  const body = {
    requestId: 'operator-price-boost-1',
    outcomeId: '999999',
    bps: 1000,
    maxStakeCents: 5000,
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    reason: 'the derby of the round',
  }
  const give = (by: string) => harness.call('POST /api/backoffice/boosts', { token: by, body })
  expect((await give(reader.token)).code).toBe('forbidden')
  expect((await give(token)).code).toBe('not_found')
  expect((await harness.call('GET /api/backoffice/boosts', { token })).data).toEqual([])
  const end = `POST /api/backoffice/boosts/${'0'.repeat(32)}/end`
  expect((await harness.call(end, { token, body: { reason: body.reason } })).data).toEqual({ isEnded: false })
})

test('31.2 a boosted price counts towards its operator’s daily gift limit, by one player’s extra profit', async () => {
  const { token } = await harness.operatorWith('boosts-more@house.example', ['boosts.give'])
  const { deps } = harness
  const match = await addMatch({ deps, receive: feedReceiver(deps) })
  const endsAt = new Date(Date.now() + 1_800_000).toISOString()
  const boost = (code: string, bps: number, maxStakeCents: number) =>
    harness.call('POST /api/backoffice/boosts', {
      token,
      body: {
        requestId: `boost-of-a-day-${code}`,
        outcomeId: String(match.outcomes[code]),
        bps,
        maxStakeCents,
        endsAt,
        reason: 'the derby of the round',
      },
    })
  // Away at 4.00 with doubled winnings: R$ 100,000 bring R$ 300,000 more.
  expect((await boost('away', 10_000, 10_000_000)).code).toBe('gifts_day_bound')
  expect(await boost('home', 5_000, 10_000_000)).toMatchObject({ http: 200 }) // all of the R$ 50,000 of the day
  expect((await boost('home', 5_000, 10_000_000)).code).toBeUndefined() // the same again
  expect((await boost('draw', 1, 100)).code).toBe('gifts_day_bound')
})

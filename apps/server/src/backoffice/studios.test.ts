import { createHmac } from 'node:crypto'
import { walletHeaders, walletPath } from '@palpite/contract/studio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGames } from '../games/index.ts'
import { launch, openStudio } from '../games/testing/harness.ts'
import { recordKyc } from '../identity/index.ts'
import { openServer } from '../platform/http/server.ts'
import { policyOf } from '../protection/index.ts'
import { wageringSettings } from '../wagering/index.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let keeper: { operatorId: number; token: string }
let wallet: Awaited<ReturnType<typeof openServer>>
let approver: { operatorId: number; token: string }
beforeAll(async () => {
  harness = await openBackofficeHarness()
  const granted = [
    'studios.read',
    'studios.manage',
    'freeRounds.grant',
    'audit.read',
    'operators.manage',
  ] as const
  keeper = await harness.operatorWith('studios@house.example', granted)
  approver = await harness.operatorWith('keys@house.example', ['studios.manage'], harness.secondId)
  await openStudio(harness)
  wallet = await openServer(harness.deps)
  const games = openGames(harness.deps, { policy: policyOf(harness.deps.config) })
  games.routes({ app: wallet, authenticate: async () => undefined, admit: async () => true })
})
afterAll(async () => {
  await wallet.close()
  await harness.close()
})

const reason = 'by contract 12 of today'
const studios = (path: string, body?: object, { token } = keeper) =>
  harness.call(`${body ? 'POST' : 'GET'} /api/backoffice/studios${path}`, {
    token,
    ...(body ? { body: { reason, ...body } } : {}),
  })
/** A new key, approved by a second operator. */
const newKey = async (overlapMinutes: number) => {
  const { data } = await studios('/nova/rotateKey', { overlapMinutes })
  const keyId = String(data?.['keyId'])
  expect((await studios('/nova/approveKey', { keyId }, approver)).http).toBe(200)
  return keyId
}
const seen = async (studioId: string) => {
  const all = (await studios('')).data as unknown as {
    studioId: string
    keys: { keyId: string; isGood: boolean }[]
  }[]
  return all.find((one) => one.studioId === studioId)
}
const goodKeys = async (studioId: string) =>
  (await seen(studioId))?.keys.flatMap(({ keyId, isGood }) => (isGood ? [keyId] : []))
const lastActions = async (count: number) => {
  const { data } = await harness.call('GET /api/backoffice/audit', { token: keeper.token })
  return (
    (data?.['items'] ?? []) as { action: string; subject: string; details: Record<string, unknown> }[]
  ).slice(0, count)
}

const newStudio = {
  studioId: 'nova',
  name: 'Nova',
  baseUrl: 'https://nova.example',
  addresses: ['203.0.113.0/24'],
}

/** The wallet's answer to a call without a session signed with this key: `bad_request` if the key is valid. */
const signedWith = async (key: { keyId: string; secret: string }): Promise<string> => {
  const [path, timestamp] = [walletPath('balance'), String(Date.now())]
  const raw = '{}'
  const signature = createHmac('sha256', key.secret).update(`${timestamp}.${path}.${raw}`).digest('hex')
  const { keyId } = key
  const headers = {
    [walletHeaders.key]: keyId,
    [walletHeaders.timestamp]: timestamp,
    [walletHeaders.signature]: signature,
    'content-type': 'application/json',
  }
  const answer = await wallet.inject({ method: 'POST', url: path, headers, payload: raw })
  return (answer.json() as { code: string }).code
}

test('a studio is registered once, with a key whose secret no other call and no log shows', async () => {
  const { data } = await studios('', newStudio)
  expect(data?.['keyId']).toMatch(/^nova-/)
  expect(data?.['secret']).toMatch(/^.{43}$/)
  expect((await studios('', newStudio)).code).toBe('bad_request')
  const shown = await studios('')
  expect(await seen('nova')).toMatchObject({ addresses: ['203.0.113.0/24'] })
  const [added] = await lastActions(1)
  expect(added).toMatchObject({ action: 'studio.added', subject: 'studio:nova', details: { reason } })
  expect(JSON.stringify([shown.data, added])).not.toContain(data?.['secret'])
})

test.each([
  'http://127.0.0.1:3003',
  'http://localhost',
  'https://169.254.169.254',
  'https://10.0.0.8',
  'https://[::ffff:192.168.0.1]',
  'https://100.64.0.1',
])('refuses to register a studio at %s, an address outside public networks', async (baseUrl) => {
  const refused = await studios('', { ...newStudio, studioId: 'inside', baseUrl })
  expect(refused).toMatchObject({ code: 'bad_request', data: { field: 'baseUrl' } })
  expect(await seen('inside')).toBeUndefined()
})

test('31.2 a key signs nothing before an operator independent of its maker has approved it', async () => {
  const { data } = await studios('', { ...newStudio, studioId: 'novissima', addresses: [] })
  const key = data as { keyId: string; secret: string }
  const { keyId } = key
  const [first] = (await seen('novissima'))?.keys ?? []
  expect(first).toMatchObject({ keyId, isGood: false, madeBy: keeper.operatorId, approvedBy: null })
  const sameTree = await harness.operatorWith('keys-too@house.example', ['studios.manage'], keeper.operatorId)
  const approve = async (hand: typeof keeper, studio = 'novissima') =>
    (await studios(`/${studio}/approveKey`, { keyId }, hand)).code
  for (const hand of [keeper, sameTree, { operatorId: harness.rootId, token: harness.rootToken }])
    expect(await approve(hand)).toBe('four_eyes')
  expect(await approve(approver, 'acme')).toBe('not_found')
  expect(await signedWith(key)).toBe('bad_signature')
  expect(await approve(approver)).toBeUndefined()
  expect(await lastActions(1)).toMatchObject([{ action: 'studio.key_approved', details: { keyId } }])
  expect(await approve(approver)).toBeUndefined()
  await expect.poll(() => signedWith(key)).toBe('bad_request')
  expect(await goodKeys('novissima')).toEqual([keyId])
  const unseen = harness.deps.db`update games_studio_key set approved_by = made_by where id = ${keyId}`
  await expect(unseen).rejects.toThrow('games_studio_key_four_eyes')
})

test('an unapproved new key leaves the others valid, and is removed when revoked', async () => {
  const before = [await newKey(0)]
  const { data } = await studios('/nova/rotateKey', { overlapMinutes: 0 })
  const keyId = String(data?.['keyId'])
  expect(await goodKeys('nova')).toEqual(before)
  expect((await studios('/nova/revokeKey', { keyId })).http).toBe(200)
  expect((await studios('/nova/approveKey', { keyId }, approver)).code).toBe('not_found')
  expect(await goodKeys('nova')).toEqual(before)
})

test('31.2 a key waits a week for its approval, and its approver sees how long the others stay valid', async () => {
  const { data } = await studios('/nova/rotateKey', { overlapMinutes: 45 })
  const keyId = String(data?.['keyId'])
  const shown = async () => (await seen('nova'))?.keys.find((key) => key.keyId === keyId)
  expect(await shown()).toMatchObject({
    overlapMinutes: 45,
    isGood: false,
    endsAt: expect.any(String) as string,
  })
  const { db } = harness.deps
  const [waits] = await db<{ days: number }[]>`
    select extract(day from ends_at - created_at)::int as days from games_studio_key where id = ${keyId}`
  expect(waits).toEqual({ days: 7 })
  const late = await studios('/nova/rotateKey', { overlapMinutes: 0 })
  const lateId = String(late.data?.['keyId'])
  await db`update games_studio_key set ends_at = now() where id = ${lateId}`
  expect((await studios('/nova/approveKey', { keyId: lateId }, approver)).code).toBe('not_found')
  expect((await studios('/nova/approveKey', { keyId }, approver)).http).toBe(200)
  expect(await shown()).toMatchObject({ isGood: true, endsAt: null })
  await newKey(0) // ends the others, which the tests below rely on
})

test('keys rotate with an overlap; a revoked one ends at once', async () => {
  const [old = ''] = (await goodKeys('nova')) ?? []
  const fresh = await newKey(60)
  expect(new Set(await goodKeys('nova'))).toEqual(new Set([old, fresh]))
  expect((await studios('/nova/revokeKey', { keyId: old })).http).toBe(200)
  expect(await goodKeys('nova')).toEqual([fresh])
  expect((await studios('/nova/revokeKey', { keyId: old })).code).toBe('not_found')
  expect((await studios('/acme/revokeKey', { keyId: fresh })).code).toBe('not_found')
  const last = await newKey(0)
  expect(await goodKeys('nova')).toEqual([last])
})

test('addresses are single addresses or networks; the earlier value stays in the audit chain', async () => {
  for (const wrong of ['203.0.113.0/33', '999.1.1.1', 'fe80::/129']) {
    expect((await studios('/nova/addresses', { addresses: [wrong] })).code).toBe('bad_request')
  }
  expect((await studios('/nova/addresses', { addresses: ['2001:db8::/32', '198.51.100.7'] })).http).toBe(200)
  expect(await lastActions(1)).toMatchObject([
    { action: 'studio.addresses_set', details: { before: ['203.0.113.0/24'] } },
  ])
})

test('a suspended game, or one of a suspended studio, cannot be launched until it is resumed', async () => {
  const { playerId } = await harness.player('ana@players.example')
  const suspend = (code: string | null, isSuspended: boolean) =>
    studios('/acme/suspend', { code, isSuspended })
  const launchIt = () => launch(harness, playerId)
  await suspend('acme-reels', true)
  await expect(launchIt()).rejects.toThrow('game_closed')
  await launch(harness, playerId, 'acme-other')
  await suspend('acme-reels', false)
  await suspend(null, true)
  await expect(launch(harness, playerId, 'acme-other')).rejects.toThrow('game_closed')
  await suspend(null, false)
  expect(await launchIt()).toMatch(/^.{43}$/)
  expect((await suspend('acme-none', true)).code).toBe('not_found')
  expect((await lastActions(4)).map(({ action }) => action)).toEqual([
    'studio.resumed',
    'studio.suspended',
    'studio.resumed',
    'studio.suspended',
  ])
})

test('free rounds are granted once, and the studio’s day is read and reconciled', async () => {
  const { deps } = harness
  const { playerId } = await harness.player('bia@players.example')
  await deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Bia Lima', cpf: '52998224725' }]))
  const body = {
    requestId: 'operator-free-rounds-1',
    game: 'acme-reels',
    rounds: 5,
    stakeCents: 100,
    endsAt: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString(),
    reason,
  }
  const give = (other: object = {}, to = playerId) =>
    harness.call(`POST /api/backoffice/players/${to}/freeRounds`, {
      token: keeper.token,
      body: { ...body, ...other },
    })
  const { data } = await give()
  expect((await give()).data).toEqual(data)
  const { playerId: another } = await harness.player('bia.too@players.example')
  for (const other of [{ rounds: 6 }, { stakeCents: 101 }, { reason: `${reason}, again` }])
    expect((await give(other)).code).toBe('request_mismatch')
  expect((await give({}, another)).code).toBe('request_mismatch')
  expect((await give()).data).toEqual(data)
  expect((await lastActions(2)).filter(({ action }) => action === 'player.free_rounds_granted')).toHaveLength(
    1,
  )

  const token = await launch(harness, playerId)
  const games = openGames(deps, { policy: policyOf(deps.config) })
  expect(token).not.toBe('')
  const rows = await deps.db<{ id: string; day: string }[]>`
    select id, (now() at time zone 'America/Sao_Paulo')::date::text as day
      from games_session where player_id = ${playerId}`
  const { id: session = '', day = '' } = rows[0] ?? {}
  const free = { studioId: 'acme', session, kind: 'free', grant: String(data?.['grantId']) } as const
  await games.applyTransactions([{ ...free, roundId: 'r1', transactionId: 't1', cents: 250 }])
  expect((await studios(`/acme/statement?day=${day}`)).data).toMatchObject({
    frees: 1,
    freeCents: 250,
    accountCents: 0,
  })
  const file = await studios(`/acme/reconciliation?day=${day}`)
  expect(file.data?.['csv']).toMatch(
    new RegExp(`^transaction,round,player,kind,reais,refers_to,at\r\nt1,r1,${playerId},free,2.50,,`),
  )
  expect((await studios(`/none/statement?day=${day}`)).code).toBe('not_found')
})

test('an operator’s gifts are limited by day, rounds and bets together, also when concurrent', async () => {
  const { deps } = harness
  const giver = await harness.operatorWith('gives@house.example', ['freeRounds.grant', 'freeBets.grant'])
  const { playerId } = await harness.player('nina@players.example')
  await deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Nina Reis', cpf: '15350946056' }]))
  const gift = { endsAt: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString(), reason }
  const rounds = (id: string, by = giver) =>
    harness.call(`POST /api/backoffice/players/${playerId}/freeRounds`, {
      token: by.token,
      body: {
        ...gift,
        requestId: `rounds-of-a-day-${id}`,
        game: 'acme-reels',
        rounds: 100,
        stakeCents: 10_000,
      },
    })
  const bet = (stakeCents: number) =>
    harness.call(`POST /api/backoffice/players/${playerId}/freeBets`, {
      token: giver.token,
      body: { ...gift, requestId: 'a-bet-of-that-day', stakeCents, minPriceMilli: 1500, kinds: ['single'] },
    })
  const most = wageringSettings.operatorGiftsADayCents / 1_000_000
  const ids = Array.from({ length: most + 1 }, (_, at) => String(at))
  const answers = await Promise.all(ids.map((id) => rounds(id)))
  const refused = answers.filter(({ code }) => code === 'gifts_day_bound')
  expect(answers.filter(({ data }) => data?.['grantId'] !== undefined)).toHaveLength(most)
  expect(refused).toHaveLength(1)
  expect((await bet(100)).code).toBe('gifts_day_bound')
  // A repeated request gets its first answer; another operator has a limit of their own.
  const given = ids[answers.findIndex(({ code }) => code === undefined)] ?? ''
  expect((await rounds(given)).data).toEqual(answers[Number(given)]?.data)
  expect((await rounds('of-another', keeper)).data).toHaveProperty('grantId')
})

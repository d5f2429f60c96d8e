import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { freshCpf } from '../cashier/testing/players.ts'
import { readDeposited } from '../cashier/index.ts'
import { closeAccount, recordKyc } from '../identity/index.ts'
import { verifyAudit } from '../platform/audit.ts'
import { requestDigest } from '../platform/crypto.ts'
import {
  cpfHash,
  listedReason,
  openProtection,
  policyOf,
  readOpenSuspensions,
  readSuspended,
} from '../protection/index.ts'
import { whileListing } from '../protection/testing/while-listing.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let protection: ReturnType<typeof openProtection>
let first: string
let second: string
let child: string
beforeAll(async () => {
  harness = await openBackofficeHarness()
  const { deps } = harness
  protection = openProtection(deps, { policy: policyOf({ COMPLIANCE_PROFILE: 'spec' }), readDeposited })
  first = harness.rootToken
  second = harness.secondToken
  child = (await harness.operatorWith('child@house.example', ['players.suspend'])).token
})
afterAll(() => harness.close())

const WHY = 'plays for a club of the first division'
const LEFT = 'the contract with the club has ended'

let made = 0
const requestId = () => `listed-persons-request-${(made += 1)}`
const newPlayer = async () => (await harness.player(`listed${(made += 1)}@players.example`)).playerId

type Asked = { token?: string; id?: string; reason?: string; ground?: string }
const add = (
  cpfs: string[],
  { token = first, id = requestId(), reason = WHY, ground = 'sport' }: Asked = {},
) =>
  harness.call('POST /api/backoffice/listedPersons/add', {
    token,
    body: { requestId: id, cpfs, ground, reason },
  })
const remove = (cpf: string, { token = second, id = requestId(), reason = LEFT }: Asked = {}) =>
  harness.call('POST /api/backoffice/listedPersons/remove', { token, body: { requestId: id, cpf, reason } })
const listed = async (status: 'open' | 'removed') => {
  const { data } = await harness.call(`GET /api/backoffice/listedPersons?status=${status}`, { token: first })
  return data?.['items'] as Record<string, unknown>[]
}
const identified = async (playerId: number, cpf: string) => {
  const [answer] = await protection.identify([{ playerId, name: 'Ana Souza', cpf }])
  return answer?.ok ? 'identified' : answer?.refusal.code
}
const identifiedPlayer = async (cpf: string) => {
  const playerId = await newPlayer()
  await harness.deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Ana Souza', cpf }]))
  return playerId
}
const isSuspended = async (playerId: number) =>
  (await readSuspended(harness.deps.db, [playerId])).has(playerId)
const correct = (playerId: number, cardNo: string) =>
  harness.call(`POST /api/backoffice/players/${playerId}/identity`, {
    token: second,
    body: { name: 'Ana Souza', cardNo, reason: 'seen on the document' },
  })
const reopen = (playerId: number) =>
  harness.call(`POST /api/backoffice/players/${playerId}/reopen`, {
    token: second,
    body: { reason: 'known by a call on the 3rd' },
  })
const decide = (playerId: number, what: 'suspend' | 'liftSuspension', token: string) =>
  harness.call(`POST /api/backoffice/players/${playerId}/${what}`, {
    token,
    body: { requestId: requestId(), reason: 'the same card pays for five accounts' },
  })
/** The audited suspensions of a player. */
const suspensionsOf = (playerId: number) => harness.deps.db<{ details: { reason: string } }[]>`
  select details from platform_audit where subject = ${`player:${playerId}`} and action = 'player.suspended'`
const mayRegister = async (cpf: string) => {
  const answer = await protection.mayIdentify({ name: 'Ana Souza', cpf })
  return answer.ok ? 'may register' : answer.refusal.code
}

test('S48: a listed person neither registers nor is identified, until an independent operator takes them off the list', async () => {
  const cpf = freshCpf()
  const playerId = await newPlayer()
  expect((await add([cpf, '11111111112'])).code).toBe('invalid_cpf')
  expect((await add([cpf, cpf])).http).toBe(200)
  expect(await listed('open')).toMatchObject([{ ground: 'sport', reason: WHY, listedBy: harness.rootId }])
  expect(await mayRegister(cpf)).toBe('cannot_register')
  // As if the register of persons did not know the name: the answer tells nobody of the list.
  expect(await identified(playerId, cpf)).toBe('identity_not_confirmed')
  for (const token of [first, child]) expect((await remove(cpf, { token })).code).toBe('four_eyes')
  expect((await remove(cpf)).http).toBe(200)
  expect((await remove(cpf)).code).toBe('not_found')
  expect(await listed('open')).toEqual([])
  expect(await listed('removed')).toMatchObject([{ removedBy: harness.secondId, removeReason: LEFT }])
  expect([await mayRegister(cpf), await identified(playerId, cpf)]).toEqual(['may register', 'identified'])
})

test('S48: open accounts of a listed person are suspended at once, and stay so when the person is taken off', async () => {
  const [cpf, other] = [freshCpf(), freshCpf()]
  const [one, two, stranger] = [await newPlayer(), await newPlayer(), await newPlayer()]
  const { db } = harness.deps
  await db.begin((tx) =>
    recordKyc(tx, [
      { playerId: one, name: 'Ana Souza', cpf },
      { playerId: two, name: 'Ana Souza', cpf },
      { playerId: stranger, name: 'Outra Pessoa', cpf: other },
    ]),
  )
  expect((await add([cpf, freshCpf()])).http).toBe(200)
  expect(await readSuspended(db, [one, two, stranger])).toEqual(new Set([one, two]))
  expect((await remove(cpf)).http).toBe(200)
  expect(await readSuspended(db, [one, two])).toEqual(new Set([one, two]))
  const audited = await db<{ action: string; subject: string; details: string }[]>`
    select action, subject, details::text as details from platform_audit
     where action like 'persons.%' or subject = ${`player:${one}`} order by id`
  expect(audited.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['persons.listed', 'player.suspended', 'persons.unlisted']),
  )
  expect(JSON.stringify(audited)).not.toContain(cpf)
  expect(await verifyAudit(db)).toEqual([])
})

test('a player who is identified already learns nothing of listed persons, and a corrected CPF of one suspends', async () => {
  const cpf = freshCpf()
  const playerId = await newPlayer()
  expect(await identified(playerId, freshCpf())).toBe('identified')
  await add([cpf])
  expect(await identified(playerId, cpf)).toBe('kyc_already_done')
  expect((await correct(playerId, cpf)).http).toBe(200)
  expect(await isSuspended(playerId)).toBe(true)
  expect(await suspensionsOf(playerId)).toMatchObject([{ details: { reason: listedReason } }])
})

test('S48: of a corrected CPF and a listing at once, one comes first: the account is suspended', async () => {
  const cpf = freshCpf()
  const playerId = await identifiedPlayer(freshCpf())
  expect((await whileListing(harness.deps, cpf, () => correct(playerId, cpf))).http).toBe(200)
  expect(await isSuspended(playerId)).toBe(true)
})

test('S48: an account that opens again is suspended if its person was listed meanwhile', async () => {
  const cpf = freshCpf()
  const playerId = await identifiedPlayer(cpf)
  const account = { playerId, why: 'player', deletesNow: false, lang: 'pt-BR' } as const
  await harness.deps.db.begin((tx) => closeAccount(tx, account))
  const { http } = await whileListing(harness.deps, cpf, () => reopen(playerId))
  expect([http, await isSuspended(playerId)]).toEqual([200, true])
  expect(await suspensionsOf(playerId)).toMatchObject([{ details: { reason: listedReason } }])
})

test('S48: no suspension of a listed person is lifted before the person is taken off, whyever it began', async () => {
  const cpf = freshCpf()
  const playerId = await identifiedPlayer(cpf)
  expect((await decide(playerId, 'suspend', first)).http).toBe(200)
  // The listing holds the account's lock first; the other operator waits for it.
  const lifting = () => decide(playerId, 'liftSuspension', second)
  expect((await whileListing(harness.deps, cpf, lifting)).code).toBe('person_listed')
  expect(await isSuspended(playerId)).toBe(true)
  expect((await remove(cpf)).http).toBe(200)
  expect((await lifting()).http).toBe(200)
  expect(await isSuspended(playerId)).toBe(false)
})

test('listing a person again suspends the accounts that an older server recorded meanwhile', async () => {
  const cpf = freshCpf()
  await add([cpf])
  const playerId = await identifiedPlayer(cpf)
  expect((await add([cpf])).http).toBe(200)
  expect(await isSuspended(playerId)).toBe(true)
})

test('why a person is listed does not stand in the suspension, which more operators see', async () => {
  const cpf = freshCpf()
  const playerId = await identifiedPlayer(cpf)
  await add([cpf])
  const suspension = (await readOpenSuspensions(harness.deps.db, [playerId])).get(playerId)
  const [audited] = await suspensionsOf(playerId)
  expect([suspension?.reason, audited?.details.reason]).toEqual([listedReason, listedReason])
})

test('S48: what is kept of a request tells no CPF either: its digest is of keyed hashes', async () => {
  const { db, config } = harness.deps
  const [cpf, id, removed] = [freshCpf(), requestId(), requestId()]
  await add([cpf], { id })
  await remove(cpf, { id: removed })
  const kept = await db<{ digest: string }[]>`
    select digest from identity_operator_request
     where request_id = any(${[id, removed]}::text[]) order by call`
  const digestsWith = (secret: string) => {
    const cpfHashes = [cpfHash({ ...config, PUBLIC_ID_SECRET: secret }, cpf)]
    return [
      { cpfHashes, ground: 'sport', reason: WHY },
      { cpfHashes, reason: LEFT },
    ].map(requestDigest)
  }
  const stored = kept.map(({ digest }) => digest)
  expect(stored).toEqual(digestsWith(config.PUBLIC_ID_SECRET))
  for (const digest of digestsWith('another secret of more than 32 letters'))
    expect(stored).not.toContain(digest)
})

test('S48: of an identification and a listing at once, one comes first: the person is refused or the account is suspended', async () => {
  for (let round = 0; round < 20; round += 1) {
    const cpf = freshCpf()
    const playerId = await newPlayer()
    const [answer] = await Promise.all([identified(playerId, cpf), add([cpf])])
    const suspended = await readSuspended(harness.deps.db, [playerId])
    expect([answer, suspended.has(playerId)]).toEqual(
      answer === 'identified' ? ['identified', true] : ['identity_not_confirmed', false],
    )
  }
})

test('31.7 a listing sent again is one, and its request id belongs to its persons, ground and reason', async () => {
  const cpf = freshCpf()
  const id = requestId()
  const before = (await listed('open')).length
  for (const _ of [1, 2]) expect((await add([cpf], { id })).http).toBe(200)
  expect(await listed('open')).toHaveLength(before + 1)
  expect((await add([cpf, freshCpf()], { id })).code).toBe('request_mismatch')
  expect((await add([cpf], { id, ground: 'house' })).code).toBe('request_mismatch')
  expect((await add([cpf], { id, reason: LEFT })).code).toBe('request_mismatch')
  const removed = requestId()
  for (const _ of [1, 2]) expect((await remove(cpf, { id: removed })).http).toBe(200)
  expect((await remove(freshCpf(), { id: removed })).code).toBe('request_mismatch')
  // Sent again late, the first request does not list the person anew.
  expect((await add([cpf], { id })).http).toBe(200)
  expect(await listed('open')).toHaveLength(before)
})

test('S48: the list holds no CPF, and a row changes once, by an independent operator, not even by the owner', async () => {
  const cpf = freshCpf()
  await add([cpf])
  const owner = ownerOf(harness.deps.db)
  const [row] = await owner<{ id: number; content: string }[]>`
    select id, to_jsonb(listed)::text as content from protection_listed_person as listed order by id desc limit 1`
  expect(row?.content).not.toContain(cpf)
  await expect(
    owner`update protection_listed_person set removed_at = now(), removed_by = listed_by, remove_reason = reason
           where id = ${row?.id ?? 0}`,
  ).rejects.toThrow('check')
  await remove(cpf)
  await expect(
    owner`update protection_listed_person set removed_at = null, removed_by = null, remove_reason = null
           where id = ${row?.id ?? 0}`,
  ).rejects.toThrow('taken off the list once')
  await expect(owner`delete from protection_listed_person where id = ${row?.id ?? 0}`).rejects.toThrow(
    'taken off the list once',
  )
})

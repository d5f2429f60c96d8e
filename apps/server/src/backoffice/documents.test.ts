import { afterAll, beforeAll, expect, test } from 'vitest'
import { correctIdentities, recordKyc, readPlayers } from '../identity/index.ts'
import { makeTransfers } from '../ledger/index.ts'
import { sealPicture } from '../protection/index.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

const cpfs = ['52998224725', '11144477735', '39053344705', '86288366757', '15350946056']
let made = 0

/** An inconclusive check of a player with this balance. */
async function unsure(cents: number): Promise<{ checkId: number; playerId: number }> {
  made += 1
  const { playerId } = await harness.player(`documents${made}@players.example`)
  const { db } = harness.deps
  await db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Ana Lima', cpf: cpfs[made % cpfs.length] ?? '' }]))
  if (cents > 0) {
    const to = { playerId, kind: 'cash' } as const
    await makeTransfers(harness.deps, [{ key: `documents:${playerId}`, from: 'opening', to, cents }])
  }
  const [row] = await db<{ id: number }[]>`
    insert into protection_document_check (player_id, reference, state, reason, sent_at)
    values (${playerId}, ${`reference ${made}`}, 'unsure', 'not_sure', now()) returning id`
  const checkId = row?.id ?? 0
  const sealed = sealPicture(harness.deps, { checkId, playerId, side: 'front' }, Buffer.from('a face'))
  await db`
    insert into protection_document_picture (player_id, check_id, side, sealed)
    values (${playerId}, ${checkId}, 'front', ${sealed})`
  return { checkId, playerId }
}

type Shown = { name: string; cpf: string }
/** The identity that an operator sees now. */
const shownOf = async (checkId: number): Promise<Shown | null> => {
  const [row] = await harness.deps.db<Shown[]>`
    select name, cpf from identity_player
     where id = (select player_id from protection_document_check where id = ${checkId})`
  return row ?? null
}
const send = (
  token: string,
  checkId: number,
  body: { refusal: string | null; person: Shown | null; note: string; expiresOn?: string },
) => harness.call(`POST /api/backoffice/documents/checks/${checkId}/decide`, { token, body })
const decide = async (token: string, checkId: number, refusal: string | null, note = 'Confere.') =>
  send(token, checkId, { refusal, person: await shownOf(checkId), note })
const hasDocuments = async (playerId: number) =>
  (await readPlayers(harness.deps.db, [playerId])).get(playerId)?.hasDocuments
const audited = async (playerId: number) =>
  (
    await harness.deps.db<{ action: string }[]>`
      select action from platform_audit where subject = ${`player:${playerId}`} and action like 'documents.%' order by id`
  ).map(({ action }) => action)

test('an operator views a check and its pictures, each view audited, and approves it once', async () => {
  const { token, operatorId } = await harness.operatorWith('ids@house.example', ['identities.check'])
  const { checkId, playerId } = await unsure(10_00)
  const list = await harness.call('GET /api/backoffice/documents/checks?status=open', { token })
  expect(list.data?.['items']).toMatchObject([{ id: checkId, playerId, reason: 'not_sure' }])
  const one = await harness.call(`GET /api/backoffice/documents/checks/${checkId}`, { token })
  expect(one.data).toMatchObject({
    person: { name: 'Ana Lima', birthDate: null },
    sides: ['front'],
    moneyCents: 10_00,
    yes: [],
  })
  const picture = await harness.call(`GET /api/backoffice/documents/checks/${checkId}/pictures/front`, {
    token,
  })
  expect(Buffer.from(String(picture.data?.['webp']), 'base64').toString()).toBe('a face')
  const none = await harness.call(`GET /api/backoffice/documents/checks/${checkId}/pictures/selfie`, {
    token,
  })
  expect(none.code).toBe('not_found')
  const person = await shownOf(checkId)
  const past = { refusal: null, person, note: 'Confere.', expiresOn: '2020-01-01' }
  expect((await send(token, checkId, past)).code).toBe('documents_past_date')
  const answers = await Promise.all(Array.from({ length: 20 }, () => decide(token, checkId, null)))
  expect(answers.map(({ data }) => data?.['state'])).toEqual(Array(20).fill('approved'))
  expect((await decide(token, checkId, 'expired')).code).toBe('documents_decided')
  expect(await hasDocuments(playerId)).toBe(true)
  expect(await audited(playerId)).toEqual(['documents.read', 'documents.picture_seen', 'documents.approved'])
  const decided = await harness.call('GET /api/backoffice/documents/checks?status=decided', { token })
  expect(decided.data?.['items']).toMatchObject([{ id: checkId, state: 'approved', decidedBy: operatorId }])
})

test('a player with much money needs two approvals, by operators of different trees', async () => {
  const { checkId, playerId } = await unsure(5_000_00)
  const mine = await harness.operatorWith('tree@house.example', ['identities.check'], harness.rootId)
  expect((await decide(harness.rootToken, checkId, null)).data?.['state']).toBe('waits')
  expect((await decide(harness.rootToken, checkId, null)).data?.['state']).toBe('needs_another')
  expect((await decide(mine.token, checkId, null)).data?.['state']).toBe('waits')
  expect(await hasDocuments(playerId)).toBe(false)
  expect((await decide(harness.secondToken, checkId, null)).data?.['state']).toBe('approved')
  expect(await hasDocuments(playerId)).toBe(true)
  expect(await audited(playerId)).toEqual([
    'documents.approved_by_one',
    'documents.approved_by_one',
    'documents.approved',
  ])
})

test('of the expiry dates that two operators enter the earlier one applies, also if one entered none', async () => {
  const approvedUntil = async (first: string | undefined, second: string | undefined) => {
    const { checkId } = await unsure(5_000_00)
    const person = await shownOf(checkId)
    const said = (expiresOn: string | undefined) => ({
      refusal: null,
      person,
      note: 'Confere.',
      ...(expiresOn && { expiresOn }),
    })
    await send(harness.rootToken, checkId, said(first))
    const one = await harness.call(`GET /api/backoffice/documents/checks/${checkId}`, {
      token: harness.secondToken,
    })
    expect(one.data?.['yes']).toMatchObject([{ expiresOn: first ?? null }])
    expect((await send(harness.secondToken, checkId, said(second))).data?.['state']).toBe('approved')
    const [row] = await harness.deps.db<{ day: string | null }[]>`
      select expires_on::text as day from protection_document_check where id = ${checkId}`
    return row?.day
  }
  expect(await approvedUntil('2031-05-01', undefined)).toBe('2031-05-01')
  expect(await approvedUntil('2031-05-01', '2030-05-01')).toBe('2030-05-01')
  expect(await approvedUntil(undefined, undefined)).toBeNull()
})

test('an approval applies to the name and CPF that the operator saw: after a correction it must be repeated', async () => {
  const { checkId, playerId } = await unsure(5_000_00)
  const before = await shownOf(checkId)
  expect((await decide(harness.rootToken, checkId, null)).data?.['state']).toBe('waits')
  await harness.deps.db.begin((tx) =>
    correctIdentities(tx, [{ playerId, name: 'Bia Lima', cardNo: before?.cpf ?? '' }]),
  )
  expect(
    (await send(harness.secondToken, checkId, { refusal: null, person: before, note: 'Confere.' })).code,
  ).toBe('documents_person_changed')
  expect((await decide(harness.secondToken, checkId, null)).data?.['state']).toBe('waits')
  expect(await hasDocuments(playerId)).toBe(false)
  expect((await decide(harness.rootToken, checkId, null)).data?.['state']).toBe('approved')
  expect(await hasDocuments(playerId)).toBe(true)
})

test('one operator refuses, with a reason that the player sees', async () => {
  const { checkId, playerId } = await unsure(5_000_00)
  expect(
    (await decide(harness.rootToken, checkId, 'other_face', 'Outra pessoa na foto.')).data?.['state'],
  ).toBe('refused')
  expect(await hasDocuments(playerId)).toBe(false)
  const [row] = await harness.deps
    .db`select state, reason from protection_document_check where id = ${checkId}`
  expect(row).toEqual({ state: 'refused', reason: 'other_face' })
  expect((await decide(harness.secondToken, 999_999_999, null)).code).toBe('not_found')
})

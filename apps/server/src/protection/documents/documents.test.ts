import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import {
  declareExposure,
  correctIdentities,
  readPlayers,
  recordKyc,
  registerPlayers,
  setAddress,
} from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { policyOf } from '../policy.ts'
import { protectionSettings } from '../settings.ts'
import { askWaiting, expireDocuments, sweepPictures } from './decide-checks.ts'
import { type AskedDocument, type DocumentAnswer, documentAnswerIn } from './document-check.ts'
import { documentsOf, submitPicture, readOwnCheck, submitDocuments, openPicture } from './submit-documents.ts'
import { claimWaiting } from './queries.ts'

let deps: Deps
let close: () => Promise<void>
/** The service's answer; undefined while it is down. */
let answer: DocumentAnswer | undefined
let asked: AskedDocument[]
let photo: string

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  const drawn = sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
  photo = (await drawn.jpeg().toBuffer()).toString('base64')
})
beforeEach(async () => {
  answer = { result: 'approved', reason: null, expiresOn: null }
  asked = []
  await deps.db`update protection_document_check set claimed_at = null, claim = null where claim is not null`
})
afterAll(() => close())

const check = {
  ask: async (document: AskedDocument) => {
    asked.push(document)
    return answer
  },
}
const documentsWith = (more: Partial<Parameters<typeof documentsOf>[0]> = {}) =>
  documentsOf({
    deps,
    policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }),
    check,
    settings: async () => protectionSettings,
    ...more,
  })

const cpfs = ['52998224725', '11144477735', '39053344705', '86288366757', '15350946056', '28625587887']
const home = {
  postalCode: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: '',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  gender: 'undisclosed',
} as const
let made = 0
async function newPlayer({ isIdentified = true } = {}): Promise<number> {
  made += 1
  const [one] = await registerPlayers(deps, [
    { email: `document${made}@players.example`, passwordHash: 'none', phone: null, ip: '127.0.0.1' },
  ])
  if (!one?.ok) throw new Error('no player')
  const { playerId } = one.value
  const cpf = cpfs[made % cpfs.length] ?? ''
  if (isIdentified) {
    await deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Ana Lima', cpf, birthDate: '1990-01-01' }]))
    await setAddress(deps.db, playerId, home)
    await declareExposure(deps, { playerId, isExposed: false, relation: null, office: null })
  }
  return playerId
}
/** Uploads and submits all pictures of a player, and runs the check. */
async function giveAndAsk(documents: ReturnType<typeof documentsWith>, playerId: number): Promise<void> {
  for (const side of ['front', 'back', 'selfie'] as const) await give(documents, playerId, side)
  expect(await submitDocuments(documents, playerId)).toMatchObject({ ok: true })
  await askWaiting(documents)
}
const give = (
  documents: ReturnType<typeof documentsWith>,
  playerId: number,
  side: 'front' | 'back' | 'selfie',
) => submitPicture(documents, { playerId, side, picture: photo })
async function sent(documents = documentsWith(), playerId?: number): Promise<number> {
  const of = playerId ?? (await newPlayer())
  for (const side of ['front', 'back', 'selfie'] as const) await give(documents, of, side)
  expect(await submitDocuments(documents, of)).toMatchObject({ ok: true, value: { state: 'checking' } })
  return of
}
const hasDocuments = async (playerId: number) =>
  (await readPlayers(deps.db, [playerId])).get(playerId)?.hasDocuments
const pictures = async (playerId: number) =>
  deps.db<{ checkId: number; playerId: number; side: 'front'; sealed: Buffer }[]>`
    select check_id as "checkId", player_id as "playerId", side, sealed from protection_document_picture
     where player_id = ${playerId} order by side`

test('a player uploads three pictures, submits them, and is done once the check approves', async () => {
  const documents = documentsWith()
  const playerId = await newPlayer()
  expect(await readOwnCheck(documents, playerId)).toEqual({
    isNeeded: true,
    asksAddress: false,
    asksExposure: false,
    state: 'none',
    given: [],
    reason: null,
  })
  expect(await submitDocuments(documents, playerId)).toMatchObject({
    refusal: { code: 'documents_incomplete' },
  })
  expect(await give(documents, playerId, 'selfie')).toMatchObject({ value: { given: ['selfie'] } })
  await give(documents, playerId, 'front')
  expect(await submitDocuments(documents, playerId)).toMatchObject({
    refusal: { code: 'documents_incomplete' },
  })
  await sent(documents, playerId)
  expect(await hasDocuments(playerId)).toBe(false)
  await askWaiting(documents)
  expect(asked).toMatchObject([{ name: 'Ana Lima', birthDate: '1990-01-01' }])
  expect(asked[0]?.pictures.front.subarray(8, 12).toString()).toBe('WEBP')
  expect(await hasDocuments(playerId)).toBe(true)
  expect(await readOwnCheck(documents, playerId)).toMatchObject({ isNeeded: false, state: 'approved' })
  expect(await give(documents, playerId, 'front')).toMatchObject({ refusal: { code: 'documents_decided' } })
})

test('a refused player sees why and submits again, up to a number a day', async () => {
  const documents = documentsWith({
    settings: async () => ({
      ...protectionSettings,
      documents: { ...protectionSettings.documents, sendsADay: 2 },
    }),
  })
  answer = { result: 'refused', reason: 'expired' }
  const playerId = await sent(documents)
  await askWaiting(documents)
  expect(await readOwnCheck(documents, playerId)).toMatchObject({ state: 'refused', reason: 'expired' })
  expect(await hasDocuments(playerId)).toBe(false)
  await sent(documents, playerId)
  await askWaiting(documents)
  for (const side of ['front', 'back', 'selfie'] as const) await give(documents, playerId, side)
  expect(await submitDocuments(documents, playerId)).toMatchObject({ refusal: { code: 'too_many_requests' } })
})

test('an unsure result goes to operators, and the player sees only that it is being checked', async () => {
  answer = { result: 'unsure', reason: 'not_sure' }
  const playerId = await sent()
  await askWaiting(documentsWith())
  expect(await readOwnCheck(documentsWith(), playerId)).toMatchObject({
    state: 'checking',
    reason: null,
  })
  expect(await hasDocuments(playerId)).toBe(false)
})

test('while the service is down nothing is lost: it is retried, and operators take over after long', async () => {
  const documents = documentsWith()
  answer = undefined
  const playerId = await sent(documents)
  await askWaiting(documents)
  expect(asked).toHaveLength(1)
  await askWaiting(documents) // wait one minute
  expect(asked).toHaveLength(1)
  await deps.db`update protection_document_check set claimed_at = claimed_at - interval '1 minute' where claim is not null`
  answer = { result: 'approved', reason: null, expiresOn: null }
  await askWaiting(documents)
  expect(asked.map(({ reference }) => reference)).toEqual([asked[0]?.reference, asked[0]?.reference])
  expect(await hasDocuments(playerId)).toBe(true)

  answer = undefined
  const other = await sent(documents)
  await deps.db`update protection_document_check set sent_at = now() - interval '2 hours' where player_id = ${other}`
  await askWaiting(documents)
  const [row] = await deps.db`select state, reason from protection_document_check where player_id = ${other}`
  expect(row).toEqual({ state: 'unsure', reason: 'not_available' })
})

test('a server killed during a check leaves it to another server, and its late answer does not count', async () => {
  const playerId = await sent()
  const claimed = await claimWaiting(deps.db, 'the killed one', 4)
  expect(claimed).toMatchObject([{ playerId }])
  await askWaiting(documentsWith())
  expect(asked).toEqual([])
  await deps.db`update protection_document_check set claimed_at = now() - interval '6 minutes' where claim = 'the killed one'`
  await askWaiting(documentsWith())
  expect(await hasDocuments(playerId)).toBe(true)
})

test('without a check service operators decide every check', async () => {
  const playerId = await sent(documentsWith({ check: undefined }))
  const [row] =
    await deps.db`select state, reason from protection_document_check where player_id = ${playerId}`
  expect(row).toEqual({ state: 'unsure', reason: 'not_available' })
})

test('200 calls at once create one check, one picture a side, and one submission', async () => {
  const documents = documentsWith()
  const playerId = await newPlayer()
  const { value: webp } = (await give(documents, playerId, 'front')) as { ok: true; value: unknown }
  expect(webp).toMatchObject({ given: ['front'] })
  const many = { ...documents, pictureInTurn: <T>(_of: string | number, work: () => Promise<T>) => work() }
  const endless = { ...many, picturesADay: deps.limits.limiter('test-endless', 1000, 60) }
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_none, at) => give(endless, playerId, at % 2 === 0 ? 'back' : 'selfie')),
  )
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await pictures(playerId)).toHaveLength(3)
  const sends = await Promise.all(Array.from({ length: 200 }, () => submitDocuments(documents, playerId)))
  expect(sends.every((one) => one.ok && one.value.state === 'checking')).toBe(true)
  await Promise.all(Array.from({ length: 20 }, () => askWaiting(documents)))
  expect(asked.filter(({ reference }) => reference === asked[0]?.reference)).toHaveLength(1)
  const rows = await deps.db`select state from protection_document_check where player_id = ${playerId}`
  expect(rows).toEqual([{ state: 'approved' }])
})

test('a picture is stored encrypted, opens only in its own place, and a file that is no picture is refused', async () => {
  const documents = documentsWith()
  const [one, two] = [await newPlayer(), await newPlayer()]
  await give(documents, one, 'front')
  const [kept] = await pictures(one)
  if (!kept) throw new Error('no picture')
  expect(kept.sealed.includes('WEBP')).toBe(false)
  expect(openPicture(deps.config, kept).subarray(8, 12).toString()).toBe('WEBP')
  expect(() => openPicture(deps.config, { ...kept, playerId: two })).toThrow(/authenticate/)
  expect(() => openPicture(deps.config, { ...kept, side: 'selfie' as 'front' })).toThrow(/authenticate/)
  const words = Buffer.from('<script>alert(1)</script>').toString('base64')
  expect(await submitPicture(documents, { playerId: two, side: 'front', picture: words })).toMatchObject({
    refusal: { code: 'not_a_picture' },
  })
  // Nothing of the other player's pictures is visible.
  expect(await readOwnCheck(documents, two)).toMatchObject({ state: 'none', given: [] })
})

test('nobody is checked before answering the question on political exposure, where the policy asks it', async () => {
  const playerId = await newPlayer()
  await deps.db`delete from identity_exposure_statement where player_id = ${playerId}`
  const documents = documentsWith()
  for (const side of ['front', 'back', 'selfie'] as const) await give(documents, playerId, side)
  expect(await readOwnCheck(documents, playerId)).toMatchObject({ asksExposure: true })
  expect(await submitDocuments(documents, playerId)).toMatchObject({ refusal: { code: 'exposure_needed' } })
  const spec = documentsWith({ policy: policyOf({ COMPLIANCE_PROFILE: 'spec' }) })
  expect(await readOwnCheck(spec, playerId)).toMatchObject({ asksExposure: false })
  await declareExposure(deps, { playerId, isExposed: true, relation: 'family', office: 'Juiz' })
  expect(await submitDocuments(documents, playerId)).toMatchObject({ ok: true })
})

test('nobody is checked before giving an address, where the policy requires it', async () => {
  const playerId = await newPlayer()
  await deps.db`delete from identity_address where player_id = ${playerId}`
  const documents = documentsWith()
  for (const side of ['front', 'back', 'selfie'] as const) await give(documents, playerId, side)
  expect(await readOwnCheck(documents, playerId)).toMatchObject({ asksAddress: true, state: 'collecting' })
  expect(await submitDocuments(documents, playerId)).toMatchObject({ refusal: { code: 'address_needed' } })
  const spec = documentsWith({ policy: policyOf({ COMPLIANCE_PROFILE: 'spec' }) })
  expect(await readOwnCheck(spec, playerId)).toMatchObject({ asksAddress: false, isNeeded: false })
  await setAddress(deps.db, playerId, home)
  expect(await submitDocuments(documents, playerId)).toMatchObject({ value: { state: 'checking' } })
})

test('nobody is checked before name and CPF are recorded, and a corrected CPF is checked again', async () => {
  const documents = documentsWith()
  await askWaiting(documents) // clear what earlier tests left, so the first check below is this one
  const stranger = await newPlayer({ isIdentified: false })
  expect(await give(documents, stranger, 'front')).toMatchObject({ refusal: { code: 'kyc_needed' } })
  const playerId = await newPlayer()
  await sent(documents, playerId)
  const references: string[] = []
  const correcting = { ...documents, check: { ask: correctsMeanwhile(playerId, references) } }
  await askWaiting(correcting)
  expect(await hasDocuments(playerId)).toBe(false) // the answer was about another person
  await deps.db`update protection_document_check set claimed_at = null, claim = null where claim is not null`
  await askWaiting(documents)
  const again = asked.find(({ cpf }) => cpf === '74682489070')
  // With the same reference the service would repeat its answer about the other CPF.
  expect([typeof again?.reference, references.includes(again?.reference ?? '')]).toEqual(['string', false])
  expect(await hasDocuments(playerId)).toBe(true)
  await deps.db.begin((tx) => correctIdentities(tx, [{ playerId, name: 'Ana Lima', cardNo: '52998224725' }]))
  expect(await hasDocuments(playerId)).toBe(false)
  expect(await readOwnCheck(documents, playerId)).toMatchObject({ isNeeded: true, state: 'none' })
})

const correctsMeanwhile = (playerId: number, references: string[]) => {
  let isFirst = true
  return async ({ reference }: AskedDocument) => {
    if (!isFirst) return undefined // submitted again at once, with a reference for the new CPF
    isFirst = false
    references.push(reference)
    await deps.db.begin((tx) =>
      correctIdentities(tx, [{ playerId, name: 'Ana Lima', cardNo: '74682489070' }]),
    )
    return { result: 'approved', reason: null, expiresOn: null } as const
  }
}

test('deletes pictures refused or never submitted after their days, and keeps those of an approved check', async () => {
  const documents = documentsWith()
  const approved = await sent(documents)
  await askWaiting(documents)
  answer = { result: 'refused', reason: 'unreadable' }
  const refused = await sent(documents)
  await askWaiting(documents)
  const begun = await newPlayer()
  await give(documents, begun, 'front')
  await deps.db`
    update protection_document_check set opened_at = now() - interval '31 days',
           decided_at = case when decided_at is not null then now() - interval '31 days' end
     where player_id = any(${[approved, refused, begun]}::bigint[])`
  const gone = await newPlayer()
  await give(documents, gone, 'front')
  await deps.db`
    update protection_document_check set opened_at = now() - interval '31 days' where player_id = ${gone}`
  await give(documents, gone, 'back') // continued today
  const fresh = await newPlayer()
  await give(documents, fresh, 'front')
  await sweepPictures(documents)
  expect(
    await Promise.all([approved, refused, begun, gone, fresh].map(async (id) => (await pictures(id)).length)),
  ).toEqual([3, 0, 0, 2, 1])
})

const said = { referencia: 'r1', resultado: 'APROVADO' }
test.each([
  { says: said, is: { result: 'approved', reason: null, expiresOn: null } },
  { says: { ...said, resultado: 'INCERTO' }, is: { result: 'unsure', reason: 'not_sure' } },
  {
    says: { ...said, resultado: 'RECUSADO', motivo: 'ROSTO_DIFERENTE' },
    is: { result: 'refused', reason: 'other_face' },
  },
])('parses an answer of the check service: $is', ({ says, is }) => {
  expect(documentAnswerIn(says, 'r1')).toEqual(is)
})

test.each([
  { says: { vivo: 'SIM' }, is: { result: 'approved', reason: null, expiresOn: null } },
  { says: { vivo: 'NAO' }, is: { result: 'refused', reason: 'not_live' } },
  { says: { vivo: 'INCERTO' }, is: { result: 'unsure', reason: 'not_sure' } },
  {
    says: { vivo: 'SIM', validade: '2026-03-01' },
    is: { result: 'approved', reason: null, expiresOn: '2026-03-01' },
  },
  { says: { validade: '2026-02-28' }, is: { result: 'refused', reason: 'expired' } },
] as const)('an approval with $says is $is', ({ says, is }) => {
  // Half past midnight in Brasília.
  const now = new Date('2026-03-01T03:30:00Z')
  expect(documentAnswerIn({ referencia: 'r1', resultado: 'APROVADO', ...says }, 'r1', now)).toEqual(is)
})

test('requests a new document after expiry, and keeps a newer one', async () => {
  const documents = documentsWith()
  const approved = async (): Promise<number> => {
    const playerId = await newPlayer()
    await giveAndAsk(documents, playerId)
    return playerId
  }
  const hasDocuments = async (playerId: number) =>
    (await readPlayers(deps.db, [playerId])).get(playerId)?.hasDocuments
  answer = { result: 'approved', reason: null, expiresOn: '2999-01-01' }
  const [old, renewed, good] = [await approved(), await approved(), await approved()]
  await deps.db`
    update protection_document_check set expires_on = '2020-01-01' where player_id = any(${[old, renewed]}::bigint[])`
  // Checked again after a corrected name.
  await deps.db`update identity_player set documents_checked_at = null where id = ${renewed}`
  await giveAndAsk(documents, renewed)
  await Promise.all([expireDocuments(documents), expireDocuments(documents)])
  expect(await Promise.all([old, renewed, good].map(hasDocuments))).toEqual([false, true, true])
  expect(await readOwnCheck(documents, old)).toMatchObject({
    isNeeded: true,
    state: 'refused',
    reason: 'expired',
  })
  await giveAndAsk(documents, old)
  expect(await hasDocuments(old)).toBe(true)
  await expireDocuments(documents)
  expect(await hasDocuments(old)).toBe(true)
})

test.each([
  { ...said, referencia: 'r2' },
  { ...said, resultado: 'OK' },
  { ...said, resultado: 'RECUSADO' },
  'down',
])('an answer about another check, or an invalid one, gives no result: %j', (says) => {
  expect(() => documentAnswerIn(says, 'r1')).toThrow(/reference|resultado|motivo|object/)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { closedGateway } from '../cashier/testing/harness.ts'
import { verifyAudit } from '../platform/audit.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
/** Operators who may write notes, and one who may only see players. */
let first: string
let second: string
let reader: string
beforeAll(async () => {
  harness = await openBackofficeHarness({ gateway: closedGateway() })
  first = harness.rootToken
  second = harness.secondToken
  reader = (await harness.operatorWith('reader@house.example', ['players.read'])).token
})
afterAll(() => harness.close())

let made = 0
const requestId = () => `note-request-id-${(made += 1)}`
const newPlayer = async () => (await harness.player(`noted${(made += 1)}@players.example`)).playerId
type Note = Record<string, unknown> & { noteId: number; text: string }

const write = (playerId: number, text: string, { token = first, id = requestId() } = {}) =>
  harness.call(`POST /api/backoffice/players/${playerId}/notes`, { token, body: { requestId: id, text } })
const pin = (playerId: number, noteId: number, isPinned: boolean, { token = first, id = requestId() } = {}) =>
  harness.call(`POST /api/backoffice/players/${playerId}/notes/${noteId}/pin`, {
    token,
    body: { requestId: id, isPinned },
  })
const WHY = 'it was about another player'
const withdraw = (playerId: number, noteId: number, { token = first, id = requestId(), reason = WHY } = {}) =>
  harness.call(`POST /api/backoffice/players/${playerId}/notes/${noteId}/withdraw`, {
    token,
    body: { requestId: id, reason },
  })
const read = async (playerId: number, cursor?: string) => {
  const query = cursor === undefined ? '' : `?cursor=${cursor}`
  const { data } = await harness.call(`GET /api/backoffice/players/${playerId}/notes${query}`, {
    token: reader,
  })
  return data as { pinned: Note[]; items: Note[]; nextCursor: string | null }
}
const noteIdsOf = async (playerId: number) => (await read(playerId)).items.map(({ noteId }) => noteId)

test('an operator writes a note, another pins it; each act is audited without the text', async () => {
  const playerId = await newPlayer()
  expect((await write(playerId, '  asked twice for a higher limit  ')).http).toBe(200)
  const [note] = (await read(playerId)).items
  expect(note).toMatchObject({
    operatorId: harness.rootId,
    text: 'asked twice for a higher limit',
    pinnedAt: null,
    withdrawnAt: null,
  })
  const noteId = note?.noteId ?? 0
  expect((await pin(playerId, noteId, true, { token: second })).http).toBe(200)
  expect((await read(playerId)).pinned).toMatchObject([{ noteId, pinnedBy: harness.secondId }])
  expect((await pin(playerId, noteId, false)).http).toBe(200)
  expect((await read(playerId)).pinned).toEqual([])
  const rows = await harness.deps.db<{ action: string; actorId: number; details: object }[]>`
    select action, actor_id as "actorId", details::json from platform_audit
     where subject = ${`player:${playerId}`} and starts_with(action, 'player.note_') order by id`
  expect(rows).toEqual([
    { action: 'player.note_written', actorId: harness.rootId, details: { noteId } },
    { action: 'player.note_pinned', actorId: harness.secondId, details: { noteId } },
    { action: 'player.note_unpinned', actorId: harness.rootId, details: { noteId } },
  ])
  expect(await verifyAudit(harness.deps.db)).toEqual([])
})

test('a note is withdrawn by its author alone, once, and stays readable with the reason', async () => {
  const playerId = await newPlayer()
  await write(playerId, 'has two accounts')
  const [noteId = 0] = await noteIdsOf(playerId)
  await pin(playerId, noteId, true)
  expect((await withdraw(playerId, noteId, { token: second })).code).toBe('not_own_note')
  expect((await withdraw(playerId, noteId, { reason: 'too short' })).http).toBe(400)
  expect((await withdraw(playerId, noteId)).http).toBe(200)
  const { pinned, items } = await read(playerId)
  expect(pinned).toEqual([])
  expect(items).toMatchObject([{ noteId, text: 'has two accounts', withdrawReason: WHY }])
  expect((await withdraw(playerId, noteId)).code).toBe('not_found')
  expect((await pin(playerId, noteId, true)).code).toBe('not_found')
})

test('the text of a note cannot be changed, nor a withdrawn one', async () => {
  const playerId = await newPlayer()
  await write(playerId, 'the first words')
  const [noteId = 0] = await noteIdsOf(playerId)
  const owner = ownerOf(harness.deps.db)
  const stays = /stays as it was written/
  await expect(
    owner`update identity_player_note set text = 'other words' where id = ${noteId}`,
  ).rejects.toThrow(stays)
  await withdraw(playerId, noteId)
  await expect(
    owner`update identity_player_note set withdrawn_at = null, withdraw_reason = null where id = ${noteId}`,
  ).rejects.toThrow(stays)
})

test('at most five notes of a player are pinned, however many are pinned at once', async () => {
  const playerId = await newPlayer()
  for (const n of Array.from({ length: 7 }).keys()) await write(playerId, `note ${n}`)
  const ids = await noteIdsOf(playerId)
  const codes = await Promise.all(ids.map(async (noteId) => (await pin(playerId, noteId, true)).code))
  expect(codes.filter((code) => code === 'pins_full')).toHaveLength(2)
  expect((await read(playerId)).pinned).toHaveLength(5)
})

test('31.7 a note sent again is one, and its request id belongs to one player and text', async () => {
  const playerId = await newPlayer()
  const other = await newPlayer()
  const id = requestId()
  const sent = await Promise.all([1, 2, 3].map(() => write(playerId, 'called at ten', { id })))
  expect(sent.map(({ http }) => http)).toEqual([200, 200, 200])
  expect((await write(playerId, 'called at eleven', { id })).code).toBe('request_mismatch')
  expect((await write(other, 'called at ten', { id })).code).toBe('request_mismatch')
  expect((await write(playerId, 'called at ten', { id, token: second })).code).toBe('request_mismatch')
  const [noteId = 0, ...more] = await noteIdsOf(playerId)
  expect(more).toEqual([])

  const pinId = requestId()
  expect((await pin(playerId, noteId, true, { id: pinId })).http).toBe(200)
  await pin(playerId, noteId, false)
  expect((await pin(playerId, noteId, true, { id: pinId })).http).toBe(200)
  expect((await read(playerId)).pinned).toEqual([]) // sent again, it does nothing
  expect((await pin(playerId, noteId, false, { id: pinId })).code).toBe('request_mismatch')

  const withdrawId = requestId()
  expect((await withdraw(playerId, noteId, { id: withdrawId })).http).toBe(200)
  expect((await withdraw(playerId, noteId, { id: withdrawId })).http).toBe(200)
  expect((await withdraw(playerId, noteId, { id: withdrawId, reason: `${WHY} again` })).code).toBe(
    'request_mismatch',
  )
})

test('an operator without the permission reads notes and writes none', async () => {
  const playerId = await newPlayer()
  await write(playerId, 'prefers to be called')
  const [noteId = 0] = await noteIdsOf(playerId)
  expect((await write(playerId, 'mine', { token: reader })).code).toBe('forbidden')
  expect((await pin(playerId, noteId, true, { token: reader })).code).toBe('forbidden')
  expect((await withdraw(playerId, noteId, { token: reader })).code).toBe('forbidden')
})

test('an e-mail, a phone and a tax id are masked before a note is stored', async () => {
  const playerId = await newPlayer()
  await write(playerId, 'wrote from maria.silva@example.com, CPF 529.982.247-25, phone +5511987654321')
  const [note] = (await read(playerId)).items
  expect(note?.text).toBe('wrote from m***@e***.com, CPF ***.982.247-**, phone ***4321')
  const rows = await harness.deps.db<{ text: string }[]>`
    select text from identity_player_note where player_id = ${playerId}`
  expect(rows).toEqual([{ text: note?.text }])
})

test('a reason that says nothing beside masked data is refused', async () => {
  const playerId = await newPlayer()
  await write(playerId, 'prefers to be called')
  const [noteId = 0] = await noteIdsOf(playerId)
  expect((await withdraw(playerId, noteId, { reason: '(11) 98765-4321' })).http).toBe(400)
  expect((await read(playerId)).items).toMatchObject([{ withdrawnAt: null }])
})

test('a note has 1 to 2,000 letters and a known player, and is another player’s to nobody', async () => {
  const playerId = await newPlayer()
  const other = await newPlayer()
  expect((await write(playerId, '   ')).http).toBe(400)
  expect((await write(playerId, 'a'.repeat(2001))).http).toBe(400)
  expect((await write(playerId, 'a@b.co '.repeat(285))).http).toBe(200) // masked it is longer
  expect((await write(999_999_999, 'nobody')).code).toBe('not_found')
  const [noteId = 0] = await noteIdsOf(playerId)
  expect((await pin(other, noteId, true)).code).toBe('not_found')
  expect((await withdraw(other, noteId)).code).toBe('not_found')
  expect(await noteIdsOf(other)).toEqual([])
})

test('notes are paged, the newest first', async () => {
  const playerId = await newPlayer()
  for (const n of Array.from({ length: 31 }).keys()) await write(playerId, `note ${n}`)
  const page = await read(playerId)
  expect(page.items.map(({ text }) => text).slice(0, 2)).toEqual(['note 30', 'note 29'])
  expect(page.items).toHaveLength(30)
  const next = await read(playerId, page.nextCursor ?? '')
  expect(next.items.map(({ text }) => text)).toEqual(['note 0'])
  expect(next.nextCursor).toBeNull()
})

import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openCampaigns, openMessages } from '../messages/index.ts'
import type { Db } from '../platform/db/index.ts'
import { openServer } from '../platform/http/server.ts'
import { takeTestBreak } from '../../../../tools/test/take-break.ts'
import { readVipStatuses } from '../rewards/index.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let app: FastifyInstance
let db: Db
let first: string
let second: string

beforeAll(async () => {
  harness = await openBackofficeHarness()
  ;({ db } = harness.deps)
  const may = ['settings.read', 'settings.propose', 'settings.approve'] as const
  first = (await harness.operatorWith('first@house.example', [...may])).token
  second = harness.secondToken
  app = await openServer(harness.deps)
  openMessages(harness.deps).routes({
    app,
    authenticate: async (token) => ({ playerId: Number(token), sessionId: 1, isTest: false }),
    admit: async () => true,
  })
})
afterAll(async () => {
  await app.close()
  await harness.close()
})
/** The last player of the tests before. */
let lastPlayer = 0
beforeEach(async () => {
  // Players of a test are those who registered after the tests before.
  const [last] = await db<{ id: number }[]>`select max(id) as id from identity_player`
  lastPlayer = last?.id ?? 0
  await ownerOf(db)`update identity_player set created_at = '2026-01-01' where created_at > '2026-01-02'`
  await db`
    update messages_campaign set ended_at = now(), ended_by = proposed_by where ended_at is null and finished_at is null`
})

const DAY_MS = 86_400_000
/** A day of the house, so many from today. */
const dayAt = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * DAY_MS)

let made = 0
const player = async () => {
  made += 1
  return (await harness.player(`campaign${made}@players.example`)).playerId
}
const players = async (count: number) => {
  const ids = []
  while (ids.length < count) ids.push(await player())
  return ids
}

const everyone = {
  minVipLevel: null,
  maxVipLevel: null,
  registeredFrom: dayAt(-1),
  registeredTo: null,
  activity: null,
  hasDeposited: null,
}
const planOf = (own: object = {}) => {
  made += 1
  return {
    requestId: `campaign-request-${made}`,
    name: 'Rodada do fim de semana',
    texts: {
      'pt-BR': { title: 'A rodada', text: 'Veja os jogos {hoje}.' },
      en: { title: 'The round', text: 'See the matches.' },
    },
    audience: everyone,
    sendAt: null,
    endsAt: `${dayAt(7)}T23:59`,
    reason: 'the matches of the weekend',
    ...own,
  }
}
const plan = async (own: object = {}) => {
  const answer = await harness.call('POST /api/backoffice/campaigns', { token: first, body: planOf(own) })
  return { ...answer, campaignId: String(answer.data?.['campaignId']) }
}
const decide = (campaignId: string, what: 'approve' | 'end', token = second) =>
  harness.call(`POST /api/backoffice/campaigns/${campaignId}/${what}`, { token })
const approved = async (own: object = {}) => {
  const { campaignId, code } = await plan(own)
  expect(code).toBeUndefined()
  expect((await decide(campaignId, 'approve')).code).toBeUndefined()
  // A part looks at so many players: those of the tests before are behind.
  await db`update messages_campaign set through_player = ${lastPlayer} where id = ${Number(campaignId)}`
  return campaignId
}
type Shown = { campaignId: string; status: string; sentCount: number; leftOutCount: number; sendAt: string }
const shown = async (campaignId: string) => {
  const { data } = await harness.call('GET /api/backoffice/campaigns', { token: first })
  const { campaigns } = data as unknown as { campaigns: Shown[] }
  return campaigns.find((one) => one.campaignId === campaignId)
}
const count = async (audience: object, after = 0) =>
  (await harness.call('POST /api/backoffice/campaigns/count', { token: first, body: { audience, after } }))
    .data
const part = (max = 1000, on: Db = db) =>
  openCampaigns({ ...harness.deps, db: on }, { readVipLevels: readVipStatuses }).sendNext(max)
const sendAll = async (max?: number) => {
  while (await part(max));
}
const receivers = async (campaignId: string) => {
  const rows = await db<{ playerId: number }[]>`
    select player_id as "playerId" from messages_message where campaign_id = ${Number(campaignId)} order by player_id`
  return rows.map(({ playerId }) => playerId)
}
type Item = { messageId: string; kind: string; title: string; text: string }
const inbox = async (playerId: number, lang: string) => {
  const headers = { authorization: String(playerId), lang }
  const answer = await app.inject({ method: 'GET', url: '/api/app/messages/list', headers })
  return answer.json<{ data: { items: Item[] } }>().data.items
}

test('a campaign is planned once by its request id, which belongs to one plan and operator', async () => {
  const body = planOf()
  const path = 'POST /api/backoffice/campaigns'
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => harness.call(path, { token: first, body })),
  )
  expect(new Set(answers.map(({ data }) => data?.['campaignId'])).size).toBe(1)
  const other = await harness.call(path, { token: first, body: { ...body, name: 'Another' } })
  const stranger = await harness.call(path, { token: second, body })
  expect([other.code, stranger.code]).toEqual(['request_mismatch', 'request_mismatch'])
})

test('a campaign that another operator approves reaches each player in their language, and is audited', async () => {
  const [one = 0, other = 0] = await players(2)
  const { campaignId } = await plan()
  expect(await part()).toBe(false)
  expect((await decide(campaignId, 'approve', first)).code).toBe('four_eyes')
  const decisions = await Promise.all(Array.from({ length: 5 }, () => decide(campaignId, 'approve')))
  expect(decisions.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(decisions.filter(({ code }) => code === 'setting_decided')).toHaveLength(4)
  await sendAll()
  expect(await receivers(campaignId)).toEqual([one, other])
  expect(await inbox(one, 'en_US')).toMatchObject([
    { kind: 'bonus', title: 'News: The round', text: 'See the matches.' },
  ])
  // German has no text of its own; what stands in braces is text.
  const [message] = await inbox(other, 'de_DE')
  expect(message).toMatchObject({ title: 'Neuigkeit: A rodada', text: 'Veja os jogos {hoje}.' })
  await app.inject({
    method: 'POST',
    url: '/api/app/messages/read',
    headers: { authorization: String(other) },
    payload: { messageIds: [message?.messageId] },
  })
  const reads = await harness.call(`GET /api/backoffice/campaigns/${campaignId}/reads`, { token: first })
  expect(reads.data).toEqual({ readCount: 1 })
  expect(await shown(campaignId)).toMatchObject({ status: 'sent', sentCount: 2, leftOutCount: 0 })
  const audit = await harness.call(`GET /api/backoffice/audit?subject=campaign:${campaignId}`, {
    token: second,
  })
  expect(audit.data).toMatchObject({
    items: [{ action: 'campaign.approved' }, { action: 'campaign.proposed' }],
  })
})

test('the count tells who is left out and why; who is excluded after it receives nothing', async () => {
  const [willing = 0, late = 0, onBreak = 0, harmed = 0, refusing = 0, closed = 0] = await players(6)
  await takeTestBreak(harness.deps, onBreak, 'exclusion')
  await db`
    insert into protection_case (player_id, grade, reasons, seen_on, stepped_on)
    values (${harmed}, 4, '[]', '2026-11-01', '2026-11-01')`
  await db`
    insert into messages_preference (player_id, kind, in_centre, by_mail, by_push)
    values (${refusing}, 'bonus', false, false, false)`
  await ownerOf(db)`update identity_player set closed_at = now() where id = ${closed}`
  const leftOut = { closed: 1, break: 1, harm: 1, consent: 1 }
  expect(await count(everyone)).toEqual({ willReceive: 2, leftOut, next: null })
  const campaignId = await approved()
  await takeTestBreak(harness.deps, late, 'exclusion')
  await sendAll()
  expect(await receivers(campaignId)).toEqual([willing])
  expect(await shown(campaignId)).toMatchObject({ status: 'sent', sentCount: 1, leftOutCount: 5 })
})

test('the rules of an audience choose by deposits, activity, level and registration', async () => {
  const [active = 0, away = 0] = await players(2)
  await db`
    insert into protection_activity (player_id, day, active_ms, counted_at)
    values (${active}, ${dayAt(0)}::date, 1000, now()), (${away}, ${dayAt(-40)}::date, 1000, now())`
  const receive = async (rules: object) => (await count({ ...everyone, ...rules }))?.['willReceive']
  expect(await receive({ activity: { kind: 'active', days: 30 } })).toBe(1)
  expect(await receive({ activity: { kind: 'inactive', days: 30 } })).toBe(1)
  expect(await receive({ activity: { kind: 'inactive', days: 60 } })).toBe(0)
  expect(await receive({ hasDeposited: true })).toBe(0)
  expect(await receive({ hasDeposited: false })).toBe(2)
  expect(await receive({ minVipLevel: 1 })).toBe(0)
  expect(await receive({ maxVipLevel: 0 })).toBe(2)
  expect(await receive({ registeredFrom: null, registeredTo: dayAt(0) })).toBeGreaterThan(2)
  expect(await receive({ registeredFrom: dayAt(1) })).toBe(0)
})

test('two servers, of which one is killed again and again, send each player one message', async () => {
  const ids = await players(12)
  const campaignId = await approved()
  /** A server that dies after its writes, before the commit, in all but every third transaction. */
  let begun = 0
  const dying = {
    begin: (run: (tx: never) => Promise<unknown>) =>
      db.begin(async (tx) => {
        const answer = await run(tx as never)
        begun += 1
        if (begun % 3 > 0) throw new Error('killed')
        return answer
      }),
  } as unknown as Db
  const restarted = async () => {
    for (;;) {
      const more = await part(2, dying).catch(() => true)
      if (!more) return
    }
  }
  await Promise.all([restarted(), sendAll(2), sendAll(2)])
  await sendAll(2)
  expect(await receivers(campaignId)).toEqual(ids)
  expect(await shown(campaignId)).toMatchObject({ status: 'sent', sentCount: 12 })
})

test('a stop by one operator holds from the next part on; what was sent stays', async () => {
  const ids = await players(5)
  const campaignId = await approved()
  expect(await part(2)).toBe(true)
  expect(await shown(campaignId)).toMatchObject({ status: 'sending', sentCount: 2 })
  expect((await decide(campaignId, 'end', first)).http).toBe(200)
  expect(await part(2)).toBe(false)
  expect((await decide(campaignId, 'end')).code).toBe('setting_decided')
  expect(await receivers(campaignId)).toEqual(ids.slice(0, 2))
  expect(await shown(campaignId)).toMatchObject({ status: 'stopped', sentCount: 2 })
})

test('a campaign waits for its time, and after its end sends nothing more', async () => {
  await players(3)
  const planned = await approved({ sendAt: `${dayAt(2)}T09:30` })
  expect(await part()).toBe(false)
  expect(await shown(planned)).toMatchObject({ status: 'planned', sendAt: `${dayAt(2)}T12:30:00.000Z` })
  const late = await approved()
  expect(await part(2)).toBe(true)
  await withoutTrigger(
    () => ownerOf(db)`update messages_campaign set ends_at = now() where id = ${Number(late)}`,
  )
  await sendAll()
  expect(await shown(late)).toMatchObject({ status: 'cut', sentCount: 2 })
})

test('a plan whose end has passed is rejected, not approved', async () => {
  const { campaignId } = await plan()
  await withoutTrigger(
    () => ownerOf(db)`update messages_campaign set ends_at = now() where id = ${Number(campaignId)}`,
  )
  expect((await decide(campaignId, 'approve')).code).toBe('campaign_over')
  expect((await decide(campaignId, 'end')).http).toBe(200)
  expect(await shown(campaignId)).toMatchObject({ status: 'rejected' })
})

/** The owner changes what the database keeps for everyone else. */
async function withoutTrigger(change: () => PromiseLike<unknown>) {
  await ownerOf(db)`alter table messages_campaign disable trigger messages_campaign_stays`
  await change()
  await ownerOf(db)`alter table messages_campaign enable trigger messages_campaign_stays`
}

test.each([
  ['no Portuguese text', { texts: { en: { title: 'The round', text: 'See it.' } } }, 'texts'],
  ['an end that has passed', { endsAt: `${dayAt(-1)}T10:00` }, 'endsAt'],
  ['levels in the wrong order', { audience: { ...everyone, minVipLevel: 4, maxVipLevel: 2 } }, 'maxVipLevel'],
])('refuses %s', async (_what, own, field) => {
  const { code, data } = await plan(own)
  expect(code).toBe('bad_request')
  expect(String(data?.['field'])).toContain(field)
})

test('the database keeps what was planned', async () => {
  const owner = ownerOf(db)
  const id = Number(await approved())
  for (const change of [
    () => owner`update messages_campaign set name = 'Another' where id = ${id}`,
    () => owner`update messages_campaign set approved_by = 77 where id = ${id}`,
    () => owner`delete from messages_campaign where id = ${id}`,
  ])
    await expect(change()).rejects.toThrow('stays as it was planned')
})

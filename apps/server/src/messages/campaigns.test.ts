import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { registerPlayers } from '../identity/index.ts'
import type { Db } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { policyOf } from '../protection/index.ts'
import { deliverMails, deliverPushes } from './delivery/delivery.ts'
import { insertDeliveries } from './delivery/queries.ts'
import { type ReadVipLevels, readAudiencePart } from './campaigns/audience.ts'
import { approveCampaign, endCampaign, planCampaign, readCampaigns } from './campaigns/plan-campaigns.ts'
import type { Audience } from './campaigns/rules.ts'
import { openCampaigns } from './campaigns/send-campaigns.ts'

let deps: Deps
let close: () => Promise<void>
let operators: number[]
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  const rows = await deps.db<{ id: number }[]>`
    insert into identity_operator (email, password_hash, permissions)
    values ('first@house.example', 'none', '{}'), ('second@house.example', 'none', '{}') returning id`
  operators = rows.map(({ id }) => id)
})
afterAll(() => close())
beforeEach(async () => {
  // Players and campaigns of the tests before take no part.
  await ownerOf(deps.db)`update identity_player set is_test = true`
  await deps.db`
    update messages_campaign set ended_at = now(), ended_by = proposed_by where ended_at is null and finished_at is null`
})

const noon = new Date('2026-03-02T12:00:00-03:00')
const night = new Date('2026-03-02T23:00:00-03:00')
const everyone: Audience = {
  minVipLevel: null,
  maxVipLevel: null,
  registeredFrom: null,
  registeredTo: null,
  activity: null,
  hasDeposited: null,
}
const noLevels: ReadVipLevels = async () => new Map()

/** New players who want mails and pushes about gifts. */
const players = async (count: number): Promise<number[]> => {
  const asked = Array.from({ length: count }, () => ({
    email: `p${deps.random.hex(8)}@example.com`,
    passwordHash: 'none',
    phone: null,
    ip: '10.0.0.1',
    isTest: false,
  }))
  const ids = (await registerPlayers(deps, asked))
    .map((one) => (one.ok ? one.value.playerId : 0))
    .toSorted((one, other) => one - other)
  await deps.db`
    insert into messages_preference (player_id, kind, in_centre, by_mail, by_push)
    select id, 'bonus', true, true, true from unnest(${ids}::bigint[]) as id`
  await deps.db`
    insert into messages_reader (player_id, lang, quiet_from_minute, quiet_to_minute)
    select id, 'pt-BR', 1320, 480 from unnest(${ids}::bigint[]) as id`
  await deps.db`
    insert into messages_push_target (player_id, endpoint, p256dh, auth)
    select id, 'https://push.example/' || id, 'key', 'auth' from unnest(${ids}::bigint[]) as id`
  return ids
}
const approved = (title: string, audience: Audience = everyone): Promise<number> =>
  deps.db.begin(async (tx) => {
    const [first = 0, second = 0] = operators
    const policy = policyOf(deps.config)
    const endsAt = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
    const texts = { 'pt-BR': { title, text: 'Veja os jogos.' } }
    const content = { name: title, texts, audience, sendAt: null, endsAt, reason: 'the weekend' }
    const planned = await planCampaign(tx, policy, { ...content, requestId: title, operatorId: first })
    if (!planned.ok) throw new Error(planned.refusal.code)
    const { campaignId: id } = planned.value
    const answer = await approveCampaign(tx, { id, by: second }, { policy, areIndependent: async () => true })
    if (!answer.ok) throw new Error(answer.refusal.code)
    return id
  })
/** The campaign begins with this player: a part looks at so many, and those of the tests before are behind. */
const passBefore = (id: number, playerId: number) => deps.db`
  update messages_campaign set through_player = ${playerId - 1} where id = ${id}`
const stop = (id: number) => deps.db.begin((tx) => endCampaign(tx, { id, by: operators[0] ?? 0 }))
const stateOf = async (id: number) => (await readCampaigns(deps.db)).find((one) => one.id === id)
const sendAll = async (readVipLevels = noLevels): Promise<void> => {
  const { sendNext } = openCampaigns(deps, { readVipLevels })
  while (await sendNext());
}

/** Schedules the deliveries of these campaigns, as the reader of their events does. */
const scheduleDeliveries = async (...campaignIds: number[]) => {
  const rows = await deps.db<{ id: number }[]>`
    select id from messages_message where campaign_id = any(${campaignIds}::bigint[])`
  await deps.db.begin((tx) =>
    insertDeliveries(
      tx,
      rows.map(({ id }) => id),
      30,
    ),
  )
}
/** Delivers what is due now; answers each mail and push as its way and title. */
const deliver = async (now: Date): Promise<string[]> => {
  await ownerOf(deps.db)`update messages_delivery set next_try_at = now()`
  const sent: string[] = []
  await deliverMails(deps, async ({ subject }) => void sent.push(`mail ${subject}`))
  await deliverPushes(
    deps,
    async (_target, payload) => {
      sent.push(`push ${(JSON.parse(payload) as { title: string }).title}`)
      return 'sent'
    },
    now,
  )
  return sent.toSorted()
}
const waiting = async () =>
  (await deps.db<{ way: string }[]>`select way from messages_delivery`).map(({ way }) => way)

test('a stop and an end drop the mails and pushes that wait, also those of the quiet hours', async () => {
  const [first = 0] = await players(2)
  const stopped = await approved('stopped')
  await passBefore(stopped, first)
  await openCampaigns(deps, { readVipLevels: noLevels }).sendNext(1)
  await scheduleDeliveries(stopped)
  expect(await deliver(night)).toEqual(['mail Novidade: stopped'])
  expect(await waiting()).toEqual(['push'])
  expect(await stop(stopped)).toMatchObject({ ok: true })
  const ended = await approved('ended')
  const goesOn = await approved('goes on')
  await sendAll()
  await scheduleDeliveries(ended, goesOn)
  await withoutTrigger(async (owner) => {
    await owner`update messages_campaign set ends_at = now() where id = ${ended}`
  })
  expect(await deliver(noon)).toEqual(
    ['mail', 'mail', 'push', 'push'].map((way) => `${way} Novidade: goes on`),
  )
  expect(await waiting()).toEqual([])
})

test('a campaign that has reached everybody is stopped until its end, with the mails and pushes that wait', async () => {
  await players(2)
  const [reached, over] = [await approved('reached everybody'), await approved('over')]
  await sendAll()
  await scheduleDeliveries(reached, over)
  expect(await stateOf(reached)).toMatchObject({ status: 'sent', sentCount: 2 })
  expect(await stop(reached)).toMatchObject({ ok: true, value: { status: 'sent' } })
  expect(await stateOf(reached)).toMatchObject({ status: 'stopped', sentCount: 2 })
  await withoutTrigger(async (owner) => {
    await owner`update messages_campaign set ends_at = now() where id = ${over}`
  })
  for (const id of [reached, over])
    expect(await stop(id)).toMatchObject({ ok: false, refusal: { code: 'setting_decided' } })
  expect(await deliver(noon)).toEqual([])
  expect(await waiting()).toEqual([])
})

/** The owner changes what the database keeps for everyone else. */
async function withoutTrigger(change: (owner: Db) => Promise<void>) {
  const owner = ownerOf(deps.db)
  await owner`alter table messages_campaign disable trigger messages_campaign_stays`
  await change(owner)
  await owner`alter table messages_campaign enable trigger messages_campaign_stays`
}

test('a player who closed the account gets no mail and no push about gifts any more', async () => {
  const [closed = 0] = await players(2)
  const id = await approved('before the account is closed')
  await sendAll()
  await scheduleDeliveries(id)
  await ownerOf(deps.db)`update identity_player set closed_at = now() where id = ${closed}`
  expect(await deliver(noon)).toEqual(
    ['mail', 'push'].map((way) => `${way} Novidade: before the account is closed`),
  )
  expect(await waiting()).toEqual([])
})

test('a stop waits for the part that is being sent; its messages stay, and no other part follows', async () => {
  const [first = 0] = await players(5)
  const id = await approved('stopped in flight')
  const written = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  /** A server that has written its part and not committed it yet. */
  const slow = {
    begin: (run: (tx: never) => Promise<unknown>) =>
      deps.db.begin(async (tx) => {
        const answer = await run(tx as never)
        written.resolve()
        await commit.promise
        return answer
      }),
  } as unknown as Db
  await passBefore(id, first)
  const sending = openCampaigns({ ...deps, db: slow }, { readVipLevels: noLevels }).sendNext(2)
  await written.promise
  const stopping = stop(id)
  await expect
    .poll(
      async () =>
        await deps.db`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    .toHaveLength(1)
  await sendAll() // another server skips the campaign meanwhile
  commit.resolve()
  expect(await sending).toBe(true)
  expect(await stopping).toMatchObject({ ok: true, value: { status: 'sending' } })
  await sendAll()
  expect(await stateOf(id)).toMatchObject({ status: 'stopped', sentCount: 2 })
})

test('a campaign that fails holds up no other, and is tried again', async () => {
  await players(2)
  const failing = await approved('asks for levels', { ...everyone, maxVipLevel: 3 })
  const healthy = await approved('asks for nothing')
  await sendAll(() => Promise.reject(new Error('the levels cannot be read')))
  expect(await stateOf(healthy)).toMatchObject({ status: 'sent', sentCount: 2 })
  expect(await stateOf(failing)).toMatchObject({ status: 'sending', sentCount: 0 })
  await sendAll()
  expect(await stateOf(failing)).toMatchObject({ status: 'sent', sentCount: 2 })
})

test('a part of an audience looks at so many players, in the audience or not', async () => {
  const [first = 0, second = 0, third = 0] = await players(3)
  await ownerOf(deps.db)`update identity_player set created_at = '2026-01-01' where id <> ${third}`
  const audience = { ...everyone, registeredFrom: '2026-02-01' }
  const part = (after: number) => readAudiencePart(deps.db, noLevels, { audience, after, max: 2 })
  expect(await part(first - 1)).toEqual({ receivers: [], leftOut: [], through: second })
  expect(await part(second)).toEqual({ receivers: [third], leftOut: [], through: null })
})

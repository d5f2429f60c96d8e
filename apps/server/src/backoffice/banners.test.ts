import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openServer } from '../platform/http/server.ts'
import { policyOf } from '../protection/index.ts'
import { openRewards } from '../rewards/index.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let app: FastifyInstance
let first: string
let second: string
let pictureId: string

const pictureOf = async (background: string) =>
  (
    await sharp({ create: { width: 1400, height: 600, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64')
const upload = async (background: string) => {
  const body = { picture: await pictureOf(background) }
  const { data } = await harness.call('POST /api/backoffice/banners/pictures', { token: first, body })
  return String(data?.['pictureId'])
}

beforeAll(async () => {
  harness = await openBackofficeHarness()
  const may = ['settings.read', 'settings.propose', 'settings.approve'] as const
  first = (await harness.operatorWith('first@house.example', [...may])).token
  second = harness.secondToken
  const { deps } = harness
  app = await openServer(deps)
  openRewards(deps, { policy: policyOf(deps.config) }).routes({
    app,
    authenticate: async () => undefined,
    admit: async () => true,
  })
  pictureId = await upload('#123456')
})
afterAll(async () => {
  await app.close()
  await harness.close()
})
beforeEach(async () => {
  await harness.deps.db`update rewards_banner set ended_at = now(), ended_by = 1 where ended_at is null`
})

const DAY_MS = 86_400_000
/** A day of the house, so many from today. */
const dayAt = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * DAY_MS)

const words = (title: string) => ({ title, alt: 'Um estádio à noite', action: 'Ver jogos' })
let requests = 0
const bannerOf = (own: object = {}) => {
  requests += 1
  return {
    requestId: `banner-request-${requests}`,
    place: 'home',
    pictureId,
    texts: { 'pt-BR': words('Rodada do fim de semana') },
    href: '/footballPage',
    order: 5,
    audience: 'all',
    minVipLevel: 0,
    startsOn: dayAt(0),
    endsOn: dayAt(7),
    replaces: null,
    reason: 'the matches of the weekend',
    ...own,
  }
}
const plan = async (own: object = {}) => {
  const body = bannerOf(own)
  const answer = await harness.call('POST /api/backoffice/banners', { token: first, body })
  return { ...answer, bannerId: String(answer.data?.['bannerId']) }
}
const decide = (bannerId: string, what: 'approve' | 'end', token = second) =>
  harness.call(`POST /api/backoffice/banners/${bannerId}/${what}`, { token })
const approved = async (own: object = {}) => {
  const { bannerId, code } = await plan(own)
  expect(code).toBeUndefined()
  expect((await decide(bannerId, 'approve')).code).toBeUndefined()
  return bannerId
}
const statuses = async () => {
  const { data } = await harness.call('GET /api/backoffice/banners', { token: first })
  const { banners } = data as unknown as { banners: { bannerId: string; status: string }[] }
  return new Map(banners.map(({ bannerId, status }) => [bannerId, status]))
}
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
type Shown = { bannerId: string; title: string; lang: string }
const shown = async (lang = 'pt_BR') =>
  (await get('/api/app/rewards/banners', { lang })).json<{ data: { banners: Shown[] } }>().data
const ids = async () => (await shown()).banners.map(({ bannerId }) => bannerId)

test('a banner is planned once, approved by another operator, shown to players and stopped at once', async () => {
  const body = bannerOf({ texts: { 'pt-BR': words('A final'), en: words('The final') } })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => harness.call('POST /api/backoffice/banners', { token: first, body })),
  )
  expect(new Set(answers.map(({ data }) => data?.['bannerId'])).size).toBe(1)
  const bannerId = String(answers[0]?.data?.['bannerId'])
  expect((await statuses()).get(bannerId)).toBe('open')
  expect((await decide(bannerId, 'approve', first)).code).toBe('four_eyes')
  expect((await get(`/api/app/rewards/banners/picture/${pictureId}`)).statusCode).not.toBe(200)
  const decisions = await Promise.all(Array.from({ length: 10 }, () => decide(bannerId, 'approve')))
  expect(decisions.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(decisions.filter(({ code }) => code === 'setting_decided')).toHaveLength(9)
  await expect.poll(ids).toEqual([bannerId])
  expect(await shown('de_DE')).toMatchObject({
    banners: [{ title: 'The final', lang: 'en', href: '/footballPage', pictureId, place: 'home' }],
  })
  const picture = await get(`/api/app/rewards/banners/picture/${pictureId}`)
  expect(picture.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await sharp(picture.rawPayload).metadata()).width).toBe(1040)
  expect((await decide(bannerId, 'end')).http).toBe(200)
  expect((await decide(bannerId, 'end')).code).toBe('setting_decided')
  await expect.poll(ids).toEqual([])
  expect((await statuses()).get(bannerId)).toBe('stopped')
  const audit = await harness.call(`GET /api/backoffice/audit?subject=banner:${bannerId}`, { token: second })
  expect(audit.data).toMatchObject({
    items: [
      { action: 'banner.stopped', details: { before: 'live', after: 'stopped' } },
      { action: 'banner.approved', details: { before: null, after: { href: '/footballPage' } } },
      { action: 'banner.proposed', details: { before: null, after: { href: '/footballPage' } } },
    ],
  })
})

test('an unchanged answer is not sent again', async () => {
  await approved()
  await expect.poll(async () => (await ids()).length).toBe(1)
  const { headers } = await get('/api/app/rewards/banners')
  const again = await get('/api/app/rewards/banners', { 'if-none-match': String(headers['etag']) })
  expect([headers['cache-control'], again.statusCode]).toEqual(['private, no-cache', 304])
})

test('a new version replaces the old one; an edit of a replaced version is a conflict', async () => {
  const old = await approved()
  const next = await plan({ replaces: old, texts: { 'pt-BR': words('A semifinal') } })
  const rival = await plan({ replaces: old, texts: { 'pt-BR': words('A decisão') } })
  expect((await decide(next.bannerId, 'approve')).http).toBe(200)
  expect((await decide(rival.bannerId, 'approve')).code).toBe('banner_outdated')
  expect((await plan({ replaces: old })).code).toBe('banner_outdated')
  await expect.poll(ids).toEqual([next.bannerId])
  expect((await statuses()).get(old)).toBe('replaced')
  expect((await decide(old, 'end')).code).toBe('setting_decided')
  const audit = await harness.call(`GET /api/backoffice/audit?subject=banner:${next.bannerId}`, {
    token: second,
  })
  expect(audit.data).toMatchObject({
    items: [
      {
        details: {
          before: { texts: { 'pt-BR': { title: 'Rodada do fim de semana' } } },
          after: { texts: { 'pt-BR': { title: 'A semifinal' } } },
        },
      },
      {},
    ],
  })
})

test('a version that is taken back before its first day replaces nothing', async () => {
  const old = await approved()
  const next = await approved({ replaces: old, startsOn: dayAt(3) })
  expect([...(await statuses())].slice(0, 2)).toEqual([
    [next, 'scheduled'],
    [old, 'live'],
  ])
  expect((await plan({ replaces: old })).code).toBe('banner_outdated')
  await decide(next, 'end')
  expect((await plan({ replaces: old })).code).toBeUndefined()
})

test('a version begins no sooner than the one it replaces, which replaces another', async () => {
  const first = await approved()
  const next = await approved({ replaces: first, startsOn: dayAt(3) })
  expect((await plan({ replaces: next, startsOn: dayAt(2) })).data).toMatchObject({
    code: 'bad_request',
    field: 'startsOn',
  })
  await approved({ replaces: next, startsOn: dayAt(3) })
})

test('a version that another one follows is taken back only after that one', async () => {
  const live = await approved()
  const middle = await approved({ replaces: live, startsOn: dayAt(3) })
  const last = await approved({ replaces: middle, startsOn: dayAt(3) })
  expect((await decide(middle, 'end')).code).toBe('banner_outdated')
  expect((await decide(last, 'end')).http).toBe(200)
  expect((await decide(middle, 'end')).http).toBe(200)
})

test('a version is taken back only if there is room again for the one it would have replaced', async () => {
  const old = await approved({ place: 'start', endsOn: dayAt(9) })
  const next = await approved({ place: 'start', replaces: old, startsOn: dayAt(3), endsOn: dayAt(5) })
  const later = await approved({ place: 'start', startsOn: dayAt(6), endsOn: dayAt(8) })
  expect((await decide(next, 'end')).code).toBe('promotion_overlaps')
  expect((await statuses()).get(next)).toBe('scheduled')
  await decide(later, 'end')
  expect((await decide(next, 'end')).code).toBeUndefined()
})

test('at most eight banners show at once, in their order', async () => {
  for (const order of [3, 1, 2, 4, 5, 6, 7, 8]) await approved({ order })
  const { bannerId } = await plan({ startsOn: dayAt(6), endsOn: dayAt(9) })
  expect((await decide(bannerId, 'approve')).code).toBe('banners_full')
  const [one = ''] = [...(await statuses()).keys()].slice(1)
  // A version that replaces another banner is not one more.
  await approved({ replaces: one, order: 9 })
  await approved({ startsOn: dayAt(7), endsOn: dayAt(9) })
  await expect.poll(async () => (await ids()).length).toBe(8)
  const { db } = harness.deps
  const orders = await db<{ id: string }[]>`
    select id::text as id from rewards_banner where ended_at is null and approved_at is not null order by sort_order, id`
  const expected = orders.map(({ id }) => id)
  await expect
    .poll(async () =>
      (await ids()).every(
        (id, at, all) => at === 0 || expected.indexOf(all[at - 1] ?? '') < expected.indexOf(id),
      ),
    )
    .toBe(true)
})

test('one start mask shows at once, besides the banners', async () => {
  await approved()
  await approved({ place: 'start' })
  const { bannerId } = await plan({ place: 'start', startsOn: dayAt(6), endsOn: dayAt(9) })
  expect((await decide(bannerId, 'approve')).code).toBe('promotion_overlaps')
  await approved({ place: 'start', startsOn: dayAt(7), endsOn: dayAt(9) })
  await expect.poll(async () => (await ids()).length).toBe(2)
})

test.each([
  ['a first day that has passed', { startsOn: dayAt(-1) }, 'startsOn'],
  ['a page that does not exist', { href: '/nowhere' }, 'href'],
  ['a host that is not allowed', { href: 'https://evil.example/' }, 'href'],
  ['a picture that was not uploaded', { pictureId: 'f'.repeat(64) }, 'pictureId'],
  ['no Portuguese text', { texts: { en: words('The final') } }, 'texts'],
  ['a picture without words for it', { texts: { 'pt-BR': { ...words('A final'), alt: ' ' } } }, 'texts'],
  ['an unknown version to replace', { replaces: '999999' }, 'replaces'],
])('refuses %s', async (_what, own, field) => {
  const { code, data } = await plan(own)
  expect(code).toBe('bad_request')
  expect(String(data?.['field'])).toContain(field)
})

test('a banner of another place cannot be replaced', async () => {
  const mask = await approved({ place: 'start' })
  expect((await plan({ replaces: mask })).data).toMatchObject({ code: 'bad_request', field: 'replaces' })
})

test('refuses another banner under the same request', async () => {
  const body = bannerOf()
  await harness.call('POST /api/backoffice/banners', { token: first, body })
  const other = await harness.call('POST /api/backoffice/banners', {
    token: first,
    body: { ...body, order: 6 },
  })
  expect(other.code).toBe('request_mismatch')
  const stranger = await harness.call('POST /api/backoffice/banners', { token: second, body })
  expect(stranger.code).toBe('request_mismatch')
})

test('a plan whose last day has passed is expired: it cannot be approved, only rejected', async () => {
  const { db } = harness.deps
  const { bannerId } = await plan()
  await db`
    insert into rewards_banner (request_id, request_digest, place, picture_id, texts, href, sort_order, audience,
                                min_vip_level, starts_on, ends_on, reason, proposed_by)
    select 'one of last week', 'digest', place, picture_id, texts, href, sort_order, audience, min_vip_level,
           ${dayAt(-7)}::date, ${dayAt(0)}::date, reason, proposed_by
      from rewards_banner where id = ${Number(bannerId)}`
  const [[late = '', status] = []] = await statuses()
  expect(status).toBe('expired')
  expect((await decide(late, 'approve')).code).toBe('banner_over')
  expect((await decide(late, 'end')).http).toBe(200)
  expect((await statuses()).get(late)).toBe('rejected')
})

test('the database keeps what was planned, and refuses a level for visitors', async () => {
  const owner = ownerOf(harness.deps.db)
  const bannerId = Number(await approved())
  for (const change of [
    () => owner`update rewards_banner set href = '/mines' where id = ${bannerId}`,
    () => owner`update rewards_banner set approved_by = 77 where id = ${bannerId}`,
    () => owner`delete from rewards_banner where id = ${bannerId}`,
  ])
    await expect(change()).rejects.toThrow('stays as it was planned')
  const forVisitors = owner`
    insert into rewards_banner (request_id, request_digest, place, picture_id, texts, href, sort_order, audience,
                                min_vip_level, starts_on, ends_on, reason, proposed_by)
    select 'a level for all', 'digest', place, picture_id, texts, href, sort_order, 'all', 3, starts_on, ends_on,
           reason, proposed_by
      from rewards_banner where id = ${bannerId}`
  await expect(forVisitors).rejects.toThrow('rewards_banner_level_of_players')
})

test('the same picture is kept once; unused ones go after a day, and what is no picture is refused', async () => {
  const { db } = harness.deps
  expect(await upload('#123456')).toBe(pictureId)
  const seen = await harness.call(`GET /api/backoffice/banners/pictures/${pictureId}`, { token: first })
  expect(Buffer.from(String(seen.data?.['webp']), 'base64').subarray(8, 12).toString()).toBe('WEBP')
  const [used, unused] = ['1'.repeat(64), '2'.repeat(64)]
  await db`
    insert into rewards_banner_picture (id, webp, uploaded_by, uploaded_at)
    select id, 'a picture'::bytea, 1, now() - interval '2 days' from unnest(${[used, unused]}::text[]) as id`
  await plan({ pictureId: used })
  await upload('#fedcba')
  const left = await db<{ id: string }[]>`select id from rewards_banner_picture`
  expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([pictureId, used]))
  expect(left.map(({ id }) => id)).not.toContain(unused)
  const body = { picture: Buffer.from('<script>alert(1)</script>').toString('base64') }
  const refused = await harness.call('POST /api/backoffice/banners/pictures', { token: first, body })
  expect(refused.code).toBe('not_a_picture')
})

test('a banner that no longer fits the profile is not shown', async () => {
  await approved({ texts: { 'pt-BR': words('Só hoje') } })
  const { deps } = harness
  const strict = await openServer(deps)
  openRewards(deps, {
    policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }),
  }).routes({ app: strict, authenticate: async () => undefined, admit: async () => true })
  const answer = await strict.inject({ method: 'GET', url: '/api/app/rewards/banners' })
  expect(answer.json<{ data: { banners: unknown[] } }>().data.banners).toEqual([])
  await strict.close()
})

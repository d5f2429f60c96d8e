import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Deps } from '../platform/deps.ts'
import { admitTopUp, openTopUpGate } from './gates.ts'
import { policyOf } from './policy.ts'
import { readOnBreak } from './read-rules.ts'
import { refuseProduct } from './rules.ts'
import { beginBreaks } from './breaks.ts'
import { cashOf, giveCash, placeTestStakes } from './testing/test-stakes.ts'

let deps: Deps
const nobody = () => Promise.resolve(new Set<number>())
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const stake = async (playerId: number) =>
  (await placeTestStakes(deps, [{ playerId, stakeCents: 100, key: deps.random.hex(8) }]))[0]
const topUp = async (playerId: number) =>
  admitTopUp(
    await openTopUpGate(deps.db, policyOf({ COMPLIANCE_PROFILE: 'spec' }), { playerIds: [playerId] }),
    {
      playerId,
      cents: 100,
      deposited: { day: 0, week: 0, month: 0 },
    },
  )

test.each([
  { kind: 'time_out', length: '24h', code: 'on_time_out', playerId: 1 },
  { kind: 'exclusion', length: '3m', code: 'self_excluded', playerId: 2 },
  { kind: 'exclusion', length: 'forever', code: 'self_excluded', playerId: 3 },
] as const)('$kind for $length refuses stakes and top-ups from then on', async ({ code, ...one }) => {
  const { playerId } = one
  await giveCash(deps, playerId, 1_000)
  expect(await stake(playerId)).toBe('taken')
  await beginBreaks(deps, { policyVersion: 'spec-7', readProven: nobody }, [
    { ...one, product: null, lang: 'pt-BR' },
  ])
  expect(await stake(playerId)).toBe(code)
  expect(await topUp(playerId)).toMatchObject({ ok: false, refusal: { code } })
})

test('a shorter break does not shorten a longer one, and the database rejects changes to breaks', async () => {
  await giveCash(deps, 4, 1_000)
  await beginBreaks(deps, { policyVersion: 'spec-7', readProven: nobody }, [
    { playerId: 4, kind: 'exclusion', product: null, length: '12m', lang: 'pt-BR' },
  ])
  await beginBreaks(deps, { policyVersion: 'spec-7', readProven: nobody }, [
    { playerId: 4, kind: 'time_out', product: null, length: '24h', lang: 'pt-BR' },
  ])
  expect(await stake(4)).toBe('self_excluded')
  await expect(
    ownerOf(deps.db)`update protection_break set ends_at = now() where player_id = 4`,
  ).rejects.toThrow('never changed')
})

test('a player on a break is listed and shown its end', async () => {
  await beginBreaks(deps, { policyVersion: 'spec-7', readProven: nobody }, [
    { playerId: 8, kind: 'time_out', product: null, length: '24h', lang: 'pt-BR' },
    { playerId: 8, kind: 'exclusion', product: null, length: 'forever', lang: 'pt-BR' },
    { playerId: 9, kind: 'block', product: 'games', length: '7d', lang: 'en' },
  ])
  const onBreak = await readOnBreak(deps.db, [8, 9, 10])
  // The strictest break is shown; a product block is not a full break.
  expect([...onBreak].map(([id, { refusal }]) => [id, refusal.code])).toEqual([[8, 'self_excluded']])
  const reported = await deps.db<{ events: string }[]>`
    select events from platform_outbox where topic = 'break.begun' order by id`
  type Begun = { playerId: number; kind: string; product: string | null; endsAt: string | null; lang: string }
  const begun = reported
    .flatMap(({ events }) => JSON.parse(events) as Begun[])
    .filter(({ playerId }) => playerId === 8 || playerId === 9)
  const hoursLeft = (endsAt: string | null) =>
    endsAt === null ? null : Math.round((Date.parse(endsAt) - Date.now()) / 3_600_000)
  expect(begun.map(({ endsAt, ...one }) => ({ ...one, hours: hoursLeft(endsAt) }))).toEqual([
    { playerId: 8, kind: 'time_out', product: null, hours: 24, lang: 'pt-BR' },
    { playerId: 8, kind: 'exclusion', product: null, hours: null, lang: 'pt-BR' },
    { playerId: 9, kind: 'block', product: 'games', hours: 7 * 24, lang: 'en' },
  ])
})

test('shows the end of the longest break, and does not store one that another covers', async () => {
  await giveCash(deps, 11, 1_000)
  const take = (kind: 'time_out' | 'exclusion', length: '24h' | '30d' | '3m' | 'forever') =>
    beginBreaks(deps, { policyVersion: 'spec-7', readProven: nobody }, [
      { playerId: 11, kind, product: null, length, lang: 'pt-BR' },
    ])
  for (const length of ['24h', '30d', '24h', '30d'] as const) await take('time_out', length)
  const endOf = async () => (await readOnBreak(deps.db, [11])).get(11)?.refusal.detail
  const daysLeft = (detail: unknown) =>
    Math.round((Date.parse((detail as { endsAt: string }).endsAt) - Date.now()) / 86_400_000)
  expect(daysLeft(await endOf())).toBe(30)
  for (const length of ['3m', 'forever', '3m'] as const) await take('exclusion', length)
  expect(await endOf()).toEqual({ endsAt: null })
  const [kept] = await deps.db<{ count: number }[]>`
    select count(*)::int as count from protection_break where player_id = 11`
  // 24 h, 30 days rounded up to the hour, three months, for good; one more if the hour just turned.
  expect([4, 5]).toContain(kept?.count)
})

test('requesting the same break repeatedly stores two, notifies twice, and shortens nothing', async () => {
  const playerId = 12
  await giveCash(deps, playerId, 1_000)
  const wish = { playerId, kind: 'exclusion', product: null, length: '3m', lang: 'pt-BR' } as const
  const span = async () => {
    const [row] = await deps.db<{ ms: number }[]>`
      select extract(epoch from max(ends_at) - (now() + interval '3 months'))::float8 * 1000 as ms
        from protection_break where player_id = ${playerId}`
    return row?.ms ?? Number.NaN
  }
  await beginBreaks(deps, { policyVersion: 'spec-7', readProven: nobody }, [wish])
  expect(Math.abs(await span())).toBeLessThan(60_000)
  // Sequentially, in lists, and all at once.
  for (let at = 0; at < 20; at += 1)
    await beginBreaks(deps, { policyVersion: 'spec-7', readProven: nobody }, [wish])
  await beginBreaks(
    deps,
    { policyVersion: 'spec-7', readProven: nobody },
    Array.from({ length: 100 }, () => wish),
  )
  await Promise.all(
    Array.from({ length: 60 }, () =>
      beginBreaks(deps, { policyVersion: 'spec-7', readProven: nobody }, [wish]),
    ),
  )
  const [kept] = await deps.db<{ count: number }[]>`
    select count(*)::int as count from protection_break where player_id = ${playerId}`
  // A third one if a full hour passed meanwhile.
  expect(kept?.count).toBeGreaterThanOrEqual(2)
  expect(kept?.count).toBeLessThanOrEqual(3)
  const reported = await deps.db<{ events: string }[]>`
    select events from platform_outbox where topic = 'break.begun' order by id`
  const own = reported
    .flatMap(({ events }) => JSON.parse(events) as { playerId: number }[])
    .filter((one) => one.playerId === playerId)
  expect(own).toHaveLength(kept?.count ?? 0)
  const longer = await span()
  expect(longer).toBeGreaterThan(0)
  expect(longer).toBeLessThanOrEqual(3_600_000)
})

test('an expired time-out blocks nothing', async () => {
  await giveCash(deps, 5, 1_000)
  await deps.db`
    insert into protection_break (player_id, kind, starts_at, ends_at, policy_version)
    values (5, 'time_out', now() - interval '2 days', now() - interval '1 second', 'spec-7')`
  expect(await stake(5)).toBe('taken')
  expect(await topUp(5)).toMatchObject({ ok: true })
})

test('a block of games refuses stakes there; top-ups continue', async () => {
  await giveCash(deps, 6, 1_000)
  await beginBreaks(deps, { policyVersion: 'spec-7', readProven: nobody }, [
    { playerId: 6, kind: 'block', product: 'games', length: '7d', lang: 'pt-BR' },
  ])
  expect(await stake(6)).toBe('product_blocked')
  expect(await topUp(6)).toMatchObject({ ok: true })
})

test.each([
  { product: 'sports', blocked: ['sports', 'in_play'] },
  { product: 'in_play', blocked: ['in_play'] },
  { product: 'games', blocked: ['games'] },
] as const)('a block of $product is one of $blocked', ({ product, blocked }) => {
  const breaks = [{ kind: 'block', product, startsAt: new Date(0), endsAt: null }] as const
  const refused = (['games', 'sports', 'in_play'] as const).filter((one) => refuseProduct(breaks, one))
  expect(refused.toSorted()).toEqual(blocked.toSorted())
})

test('of stakes concurrent with an exclusion none is accepted after the exclusion was answered', async () => {
  await giveCash(deps, 7, 100_000)
  const stakes = Array.from({ length: 60 }, () => stake(7))
  await beginBreaks(deps, { policyVersion: 'spec-7', readProven: nobody }, [
    { playerId: 7, kind: 'exclusion', product: null, length: 'forever', lang: 'pt-BR' },
  ])
  const late = await Promise.all(Array.from({ length: 20 }, () => stake(7)))
  expect(new Set(late)).toEqual(new Set(['self_excluded']))
  const answers = await Promise.all(stakes)
  expect(await cashOf(deps, 7)).toBe(100_000 - 100 * answers.filter((answer) => answer === 'taken').length)
})

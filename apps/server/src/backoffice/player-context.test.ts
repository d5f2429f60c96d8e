import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicIds } from '../platform/public-ids.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

const read = (playerId: number, token: string) =>
  harness.call(`GET /api/backoffice/players/${playerId}/context`, { token })

/** An order of this day, credited or not. */
const order = (playerId: number, id: string, { status, day }: { status: string; day: number }) =>
  harness.deps.db`
    insert into cashier_order (id, pay_no, charge_ref, player_id, package_id, amount_cents, wants_bonus_grant,
                               first_bonus_grant_cents, later_bonus_grant_cents, main_times, bonus_times, status, expires_at,
                               credited_at, created_at)
    select ${id}, ${id}, ${id}, ${playerId}, id, 5000, false, 0, 0, 1, 2, ${status}, ${`2026-01-0${day}`}::date,
           case when ${status} = 'credited' then now() end, ${`2026-01-0${day}`}::date
      from cashier_package limit 1`

test('shows a player in short as far as the operator’s permissions go, with one row in the audit chain', async () => {
  const { deps } = harness
  const { playerId } = await harness.player('context@players.example')
  await deps.db`
    update identity_player set name = 'Ana Paula Souza', cpf = '52998224725', identified_at = now() where id = ${playerId}`
  for (let day = 1; day <= 6; day += 1)
    await order(playerId, String(day).repeat(32), { status: day === 6 ? 'cancelled' : 'credited', day })
  await deps.db`
    insert into protection_break (player_id, kind, starts_at, ends_at, policy_version)
    values (${playerId}, 'time_out', now() - interval '1 hour', '2100-01-01T00:00:00Z', 'of a test')`
  const [opened] = await deps.db<{ id: number }[]>`
    insert into protection_case (player_id, grade, reasons, seen_on, stepped_on)
    values (${playerId}, 2, '[]', '2026-01-01', '2026-01-01') returning id`
  const all = await harness.operatorWith('sees@house.example', ['players.read', 'bets.read', 'harm.decide'])
  const { data } = await read(playerId, all.token)
  expect(data).toMatchObject({
    uId: publicIds(deps.config, 'player').show(playerId),
    name: 'Ana P. S.',
    closedAt: null,
    vipLevel: 0,
    cashCents: 0,
    bonusCents: 0,
    owedCents: 0,
    openBets: { items: [], hasMore: false },
    limits: [],
    breaks: [{ kind: 'time_out', product: null, endsAt: '2100-01-01T00:00:00.000Z' }],
    harmCase: { caseId: opened?.id, grade: 2 },
  })
  const payments = data?.['payments'] as { orderId: string; kind: string; state: string }[]
  expect(payments.map(({ orderId, state }) => `${orderId.slice(0, 1)} ${state}`)).toEqual([
    '6 ended',
    '5 done',
    '4 done',
    '3 done',
    '2 done',
  ])
  const audited = await deps.db<{ action: string; actorId: number }[]>`
    select action, actor_id as "actorId" from platform_audit where subject = ${`player:${playerId}`}`
  expect(audited).toEqual([{ action: 'player.context_looked_at', actorId: all.operatorId }])

  const few = await harness.operatorWith('sees-less@house.example', ['players.read'])
  expect((await read(playerId, few.token)).data).toMatchObject({ openBets: null, harmCase: null })
  const none = await harness.operatorWith('sees-nothing@house.example', ['support.answer'])
  expect((await read(playerId, none.token)).http).toBe(403)
  expect((await read(999_999, few.token)).code).toBe('not_found')
})

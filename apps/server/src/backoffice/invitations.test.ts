import type { OperatorCalls, Permission } from '@palpite/contract/backoffice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { readInviteesBefore } from '../identity/index.ts'
import type { Tx } from '../platform/db/index.ts'
import { countStatements } from '../platform/testing/count-statements.ts'
import { policyOf } from '../protection/index.ts'
import { openRewards } from '../rewards/index.ts'
import { newPlayer, newPlayers, settleStakes } from '../rewards/testing/players.ts'
import { openBackofficeHarness } from './testing/harness.ts'

type View = OperatorCalls['GET /api/backoffice/players/:playerId/invitations']['data']

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
/** Operators who see players, with and without what decides of held commission. */
let decider: { operatorId: number; token: string }
let reader: { operatorId: number; token: string }
beforeAll(async () => {
  harness = await openBackofficeHarness()
  const withPermissions = (email: string, granted: readonly Permission[]) =>
    harness.operatorWith(email, granted)
  decider = await withPermissions('decider@house.example', ['players.read', 'rewards.decide'])
  reader = await withPermissions('reader@house.example', ['players.read'])
})
afterAll(() => harness.close())

const ask = (playerId: number, { token = decider.token, cursor = '' } = {}) =>
  harness.call(
    `GET /api/backoffice/players/${playerId}/invitations${cursor === '' ? '' : `?cursor=${cursor}`}`,
    { token },
  )
const read = async (playerId: number, asked: { token?: string; cursor?: string } = {}) =>
  (await ask(playerId, asked)).data as unknown as View

/** Makes the stakes so far those of a past day, and pays the commission on them. */
async function payStakes() {
  await ownerOf(harness.deps.db)`
    update ledger_account set turnover_day = turnover_day - 1
     where turnover_day = (now() at time zone 'America/Sao_Paulo')::date`
  await openRewards(harness.deps, { policy: policyOf({ COMPLIANCE_PROFILE: 'spec' }) }).payCommission()
}

/** The sums of an inviter to whom nothing came. */
const nothingPaid = { earnedCents: 0, paidCents: 0, heldCents: 0 }

/** The commission of a player from whom nothing came. */
const nothing = { settledCents: 0, earnedCents: 0, heldCents: 0 }

test('shows who invited a player, the invitees with what they brought, and the sums, with one row in the audit chain', async () => {
  const { deps } = harness
  const first = await newPlayer(deps)
  const second = await newPlayer(deps, { regCode: first.code })
  const third = await newPlayer(deps, { regCode: second.code })
  const top = await newPlayer(deps, { regCode: third.code, ip: '203.0.113.9' })
  const staker = await newPlayer(deps, { regCode: top.code })
  const same = await newPlayer(deps, { regCode: top.code, ip: '203.0.113.9' })
  const demo = await newPlayer(deps, { regCode: top.code, isTest: true })
  const below = await newPlayer(deps, { regCode: staker.code })
  await settleStakes(deps, [staker.playerId], 100_000)
  await settleStakes(deps, [same.playerId], 50_000)
  await settleStakes(deps, [below.playerId], 10_000)
  await payStakes()
  expect(await read(top.playerId)).toEqual({
    inviters: [third, second, first].map(({ playerId }, at) => ({ playerId, level: at + 1, relations: [] })),
    invitees: { direct: 3, all: 4 },
    // 0.30 % of R$ 1,000 and 0.10 % of R$ 100; 0.30 % of R$ 500 is held.
    commission: { earnedCents: 310, paidCents: 310, heldCents: 150 },
    items: [
      { playerId: demo.playerId, isTest: true, invitees: 0, relations: [], commission: nothing },
      {
        playerId: same.playerId,
        isTest: false,
        invitees: 0,
        relations: ['address'],
        commission: { settledCents: 50_000, earnedCents: 0, heldCents: 150 },
      },
      {
        playerId: staker.playerId,
        isTest: false,
        invitees: 1,
        relations: [],
        commission: { settledCents: 100_000, earnedCents: 300, heldCents: 0 },
      },
    ].map((item) => ({ ...item, registeredAt: expect.any(String) as string })),
    nextCursor: null,
  })
  expect((await read(same.playerId)).inviters[0]).toEqual({
    playerId: top.playerId,
    level: 1,
    relations: ['address'],
  })
  const audited = await deps.db<{ actorId: number }[]>`
    select actor_id as "actorId" from platform_audit
     where action = 'player.invitations_read' and subject = ${`player:${top.playerId}`}`
  expect(audited).toEqual([{ actorId: decider.operatorId }])
})

test('shows no money to an operator who does not decide of commission, and nothing without the permission', async () => {
  const top = await newPlayer(harness.deps)
  const invitee = await newPlayer(harness.deps, { regCode: top.code })
  const view = await read(top.playerId, { token: reader.token })
  expect(view.commission).toBeNull()
  expect(view.items).toMatchObject([{ playerId: invitee.playerId, commission: null }])
  const { token } = await harness.operatorWith('bets@house.example', ['bets.read'])
  expect((await ask(top.playerId, { token })).code).toBe('forbidden')
})

test('an unknown player is not found, and not audited', async () => {
  expect((await ask(999_999_999)).code).toBe('not_found')
  expect(await harness.deps.db`select from platform_audit where subject = 'player:999999999'`).toHaveLength(0)
})

test('invitees come in pages, the newest first, with as many statements for thirty as for one', async () => {
  const { deps } = harness
  const [many, one] = [await newPlayer(deps), await newPlayer(deps)]
  await newPlayer(deps, { regCode: one.code })
  const invited = await newPlayers(
    deps,
    Array.from({ length: 31 }, () => ({ regCode: many.code })),
  )
  const newestFirst = invited.map(({ playerId }) => playerId).toSorted((a, b) => b - a)
  const page = await read(many.playerId)
  expect(page.items.map(({ playerId }) => playerId)).toEqual(newestFirst.slice(0, 30))
  const last = await read(many.playerId, { cursor: page.nextCursor ?? '' })
  expect(last.items.map(({ playerId }) => playerId)).toEqual(newestFirst.slice(30))
  expect(last.nextCursor).toBeNull()
  expect(page).toMatchObject({ invitees: { direct: 31, all: 31 }, commission: nothingPaid })
  expect(await countStatements(() => ask(many.playerId))).toEqual(
    await countStatements(() => ask(one.playerId)),
  )
})

test('only the first page has the sums, which read every invitee', async () => {
  const { deps } = harness
  const many = await newPlayer(deps)
  await newPlayers(
    deps,
    Array.from({ length: 31 }, () => ({ regCode: many.code })),
  )
  const cursor = (await read(many.playerId)).nextCursor ?? ''
  expect(await read(many.playerId, { cursor })).toMatchObject({
    nextCursor: null,
    invitees: null,
    commission: null,
    items: [{ commission: nothing }],
  })
})

test('a page reads the invitees that it shows, however many players the inviter and others have brought', async () => {
  const { deps } = harness
  const [many, few] = [await newPlayer(deps), await newPlayer(deps)]
  const owner = ownerOf(deps.db)
  await owner`
    insert into identity_player (email, password_hash, invitation_code, referrer_id, registered_ip, registered_in_app)
    select 'invitee-' || n || '@example.com', 'x', 'invitee-' || n,
           case when n <= 2000 then ${many.playerId}::bigint when n > 3999 then ${few.playerId}::bigint end, '', false
      from generate_series(1, 4000) as n`
  await owner`analyze identity_player`
  const rowsRead = (tx: Tx) => tx<{ rows: number }[]>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relname = 'identity_player'`
  const readBy = (playerId: number) =>
    deps.db.begin(async (tx) => {
      const [before] = await rowsRead(tx)
      const page = await readInviteesBefore(tx, { playerId, beforeId: Number.MAX_SAFE_INTEGER, max: 31 })
      const [after] = await rowsRead(tx)
      return { shown: page.length, rows: (after?.rows ?? 0) - (before?.rows ?? 0) }
    })
  const [ofMany, ofFew] = [await readBy(many.playerId), await readBy(few.playerId)]
  expect([ofMany.shown, ofFew.shown]).toEqual([31, 1])
  // The planner looks at the ends of an index itself: a row or two more.
  expect(ofMany.rows).toBeLessThan(2 * 31)
  expect(ofFew.rows).toBeLessThan(31)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { recordKyc, registerPlayers, writeCheckedDocuments } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { policyOf } from '../policy.ts'
import { expireDocuments, notifyExpiring } from './decide-checks.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

let made = 0
/** A player with approved documents, each valid for this many days from today. */
async function approved(cpf: string, goodFor: readonly number[]): Promise<number> {
  made += 1
  const [one] = await registerPlayers(deps, [
    { email: `expires${made}@players.example`, passwordHash: 'none', phone: null, ip: '127.0.0.1' },
  ])
  if (!one?.ok) throw new Error('no player')
  const person = { playerId: one.value.playerId, name: 'Ana Lima', cpf, birthDate: '1990-01-01' }
  await deps.db.begin(async (tx) => {
    await recordKyc(tx, [person])
    await writeCheckedDocuments(tx, [person])
    for (const [at, days] of goodFor.entries())
      await tx`
        insert into protection_document_check (player_id, reference, state, sent_at, decided_at, expires_on)
        values (${person.playerId}, ${`${made}:${at}`}, 'approved', now(), now(),
                (now() at time zone 'America/Sao_Paulo')::date + ${days}::int)`
  })
  return person.playerId
}

const policy = policyOf({ COMPLIANCE_PROFILE: 'br-spa' })
/** The expiry notices sent, in order. */
const reported = () => deps.db<{ playerId: number; isOver: boolean }[]>`
  select (event ->> 'playerId')::int as "playerId", (event ->> 'isOver')::boolean as "isOver"
    from platform_outbox cross join json_array_elements(events::json) as event
   where topic = 'documents.expire' order by platform_outbox.id`
const endYesterday = (playerIds: readonly number[]) => deps.db`
  update protection_document_check set expires_on = (now() at time zone 'America/Sao_Paulo')::date - 1
   where player_id = any(${playerIds}::bigint[])`

test('notifies a player once a month before a document expires and once after, and never about an older one', async () => {
  const soon = await approved('52998224725', [30])
  await approved('11144477735', [30, 900]) // renewed
  await approved('39053344705', [31])
  await Promise.all(Array.from({ length: 5 }, () => notifyExpiring({ deps, policy })))
  expect(await reported()).toEqual([{ playerId: soon, isOver: false }])
  await endYesterday([soon])
  await Promise.all(Array.from({ length: 5 }, () => expireDocuments({ deps, policy })))
  await notifyExpiring({ deps, policy })
  expect(await reported()).toEqual([
    { playerId: soon, isOver: false },
    { playerId: soon, isOver: true },
  ])
})

test('does not notify a player who is excluded, closed or needs no document; the document expires all the same', async () => {
  const before = await reported()
  const [open, closed, excluded, forgotten] = [
    await approved('86288366757', [20]),
    await approved('28625587887', [20]),
    await approved('15350946056', [20]),
    await approved('12345678909', [20]),
  ]
  await deps.db`update identity_player set closed_at = now() where id = ${closed}`
  await deps.db`insert into protection_break (player_id, kind, ends_at, policy_version)
                values (${excluded}, 'exclusion', now() + interval '1 year', 'test')`
  await deps.db`update identity_player set documents_checked_at = null where id = ${forgotten}`
  const spec = policyOf({ COMPLIANCE_PROFILE: 'spec' })
  await notifyExpiring({ deps, policy: spec })
  expect(await reported()).toEqual(before)
  await notifyExpiring({ deps, policy })
  expect(await reported()).toEqual([...before, { playerId: open, isOver: false }])
  const all = [open, closed, excluded, forgotten]
  await endYesterday(all)
  await expireDocuments({ deps, policy })
  expect(await reported()).toEqual([
    ...before,
    { playerId: open, isOver: false },
    { playerId: open, isOver: true },
  ])
  const good = await deps.db`
    select from identity_player where id = any(${all}::bigint[]) and documents_checked_at is not null`
  expect(good).toHaveLength(0)
})

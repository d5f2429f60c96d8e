import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { recordKyc, registerPlayers, writeCheckedDocuments } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { expireDocuments, tellExpiring } from './decide-checks.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

let made = 0
/** A player whose documents were approved, each good for so many days from today. */
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

test('of a document that expires its player is told a month ahead and once it has, each once, and never of an older one', async () => {
  const soon = await approved('52998224725', [30])
  await approved('11144477735', [30, 900]) // renewed
  await approved('39053344705', [31])
  await Promise.all(Array.from({ length: 5 }, () => tellExpiring({ deps })))
  const told = () => deps.db<{ playerId: number; isOver: boolean }[]>`
    select (event ->> 'playerId')::int as "playerId", (event ->> 'isOver')::boolean as "isOver"
      from platform_outbox cross join json_array_elements(events::json) as event
     where topic = 'documents.expire' order by platform_outbox.id`
  expect(await told()).toEqual([{ playerId: soon, isOver: false }])
  await deps.db`update protection_document_check
                   set expires_on = (now() at time zone 'America/Sao_Paulo')::date - 1 where player_id = ${soon}`
  await Promise.all(Array.from({ length: 5 }, () => expireDocuments({ deps })))
  await tellExpiring({ deps })
  expect(await told()).toEqual([
    { playerId: soon, isOver: false },
    { playerId: soon, isOver: true },
  ])
})

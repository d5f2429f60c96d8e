import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { statement } from '../platform/testing/damage.ts'
import {
  declareExposure,
  readExposure,
  recordKyc,
  registerPlayers,
  writeCheckedDocuments,
} from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import { askForData, readPersonHolds, refuseOverdue } from './ask-data.ts'
import { policyOf } from './policy.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const cpfs = ['52998224725', '11144477735', '39053344705', '86288366757']
let made = 0
/** A player with checked documents, as players had from before documents were required. */
async function documented({ hasDocuments = true } = {}): Promise<number> {
  const cpf = cpfs[made % cpfs.length] ?? ''
  made += 1
  const [one] = await registerPlayers(deps, [
    { email: `asked${made}@players.example`, passwordHash: 'none', phone: null, ip: '127.0.0.1' },
  ])
  if (!one?.ok) throw new Error('no player')
  const person = { playerId: one.value.playerId, name: 'Ana Lima', cpf, birthDate: '1990-01-01' }
  await deps.db.begin(async (tx) => {
    await recordKyc(tx, [person])
    if (hasDocuments) await writeCheckedDocuments(tx, [person])
  })
  return person.playerId
}

/** The data requested of players, in order, from the events. */
const asked = async (playerIds: readonly number[]) =>
  (
    await deps.db<{ playerId: number; what: string }[]>`
      select (event ->> 'playerId')::int as "playerId", event ->> 'what' as what
        from platform_outbox cross join json_array_elements(events::json) as event
       where topic = 'data.requested' order by platform_outbox.id, what`
  ).filter(({ playerId }) => playerIds.includes(playerId))

const no = { isExposed: false, relation: null, office: null }
const yes = { isExposed: true, relation: 'self', office: 'Vereadora' } as const
const answeredYearsAgo = (playerId: number, said: typeof no | typeof yes) => deps.db`
  insert into identity_exposure_statement (player_id, source, is_exposed, relation, office, said_at)
  values (${playerId}, 'declared', ${said.isExposed}, ${said.relation}, ${said.office}, now() - interval '366 days')`

test('asks once a player who never answered or answered a year ago, with several servers running', async () => {
  const br = { deps, policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }) }
  const [silent, old, recent, unknown] = [
    await documented(),
    await documented(),
    await documented(),
    await documented({ hasDocuments: false }),
  ]
  await deps.db`insert into identity_gender (player_id, gender)
                select id, 'other' from unnest(${[old, recent]}::bigint[]) as id`
  await answeredYearsAgo(old, no)
  await declareExposure(deps, { playerId: recent, ...no })
  const all = [silent, old, recent, unknown]
  await askForData({ deps, policy: policyOf({ COMPLIANCE_PROFILE: 'spec' }) })
  expect(await asked(all)).toEqual([])
  await Promise.all(Array.from({ length: 20 }, () => askForData(br)))
  expect(await asked(all)).toEqual([
    { playerId: silent, what: 'exposure' },
    { playerId: old, what: 'exposure' },
    { playerId: silent, what: 'gender' },
  ])
})

test('skips a player who cannot be asked, and asks everybody else', async () => {
  const br = { deps, policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }) }
  const [bad, good] = [await documented(), await documented()]
  const owner = ownerOf(deps.db)
  await owner(
    statement(`alter table identity_data_request add constraint faulty check (player_id <> ${bad})`),
  )
  await askForData(br)
  expect((await asked([bad, good])).map(({ playerId }) => playerId)).toEqual([good, good])
  expect(await deps.metrics.text()).toContain('palpite_job_skipped_total{name="protection-data-requests"} 1')
  await owner(statement('alter table identity_data_request drop constraint faulty'))
  await askForData(br)
  expect(await asked([bad])).toHaveLength(2)
})

test('asks no player while excluded; asks one whose exclusion is over or who is on a time-out', async () => {
  const br = { deps, policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }) }
  const [excluded, back, pausing] = [await documented(), await documented(), await documented()]
  await deps.db`
    insert into protection_break (player_id, kind, starts_at, ends_at, policy_version)
    values (${excluded}, 'exclusion', now(), now() + interval '1 year', 'test'),
           (${back}, 'exclusion', now() - interval '1 year', now(), 'test'),
           (${pausing}, 'time_out', now(), now() + interval '1 day', 'test')`
  await askForData(br)
  const players = (await asked([excluded, back, pausing])).map(({ playerId }) => playerId)
  expect(new Set(players)).toEqual(new Set([back, pausing]))
})

test('an answer over a year old blocks no deposit until a new request has waited a month', async () => {
  const br = { deps, policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }) }
  const playerId = await documented()
  await deps.db`insert into identity_gender (player_id, gender) values (${playerId}, 'other')`
  await deps.db`insert into identity_data_request (player_id, what, asked_at)
                values (${playerId}, 'exposure', now() - interval '370 days')`
  await answeredYearsAgo(playerId, no)
  const heldUp = async () =>
    refuseOverdue(await readPersonHolds(deps.db, br.policy, [playerId]), playerId)?.refusal.code
  expect(await heldUp()).toBeUndefined()
  await askForData(br)
  expect(await heldUp()).toBeUndefined()
  await deps.db`update identity_data_request set asked_at = now() - interval '31 days' where player_id = ${playerId}`
  expect(await heldUp()).toBe('exposure_needed')
})

test('asks again a year after the answer; an unanswered request stays open', async () => {
  const br = { deps, policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }) }
  const [answers, waits] = [await documented(), await documented()]
  await deps.db`insert into identity_data_request (player_id, what, asked_at)
                select id, what, now() - interval '400 days'
                  from unnest(${[answers, waits]}::bigint[]) as id cross join unnest('{exposure,gender}'::text[]) as what`
  await answeredYearsAgo(answers, no)
  await askForData(br)
  expect(await asked([answers, waits])).toEqual([{ playerId: answers, what: 'exposure' }])
  const [row] = await deps.db<{ days: number }[]>`
    select extract(day from now() - asked_at)::int as days from identity_data_request
     where player_id = ${waits} and what = 'exposure'`
  expect(row?.days).toBe(400)
})

test('keeps a repeated answer after a year, and reviews a public office again', async () => {
  const [playerId, other] = [await documented(), await documented()]
  await answeredYearsAgo(playerId, yes)
  await deps.db`insert into identity_exposure (player_id, state, decided_by, note)
                values (${playerId}, 'confirmed', 1, 'Vista no ano passado.')`
  expect(await readExposure(deps.db, playerId)).toMatchObject({ statements: [{ isOld: true }] })
  await Promise.all(Array.from({ length: 5 }, () => declareExposure(deps, { playerId, ...yes })))
  expect(await readExposure(deps.db, playerId)).toMatchObject({
    exposure: { state: 'open' },
    statements: [{ isOld: false, office: 'Vereadora' }],
  })
  const [kept] = await deps.db<{ n: number }[]>`
    select count(*)::int as n from identity_exposure_statement where player_id = ${playerId}`
  expect(kept?.n).toBe(2)
  await answeredYearsAgo(other, no)
  await declareExposure(deps, { playerId: other, ...no })
  expect(await readExposure(deps.db, other)).toMatchObject({
    exposure: { state: 'none' },
    statements: [{ isOld: false }],
  })
})

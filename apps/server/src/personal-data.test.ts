import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../tools/test/database.ts'
import { codeOf, GOOD } from './identity/testing/identity-harness.ts'
import { verifyLedger } from './ledger/index.ts'
import { personalData } from './personal-data.ts'
import type { Db } from './platform/db/index.ts'
import { publicIds } from './platform/public-ids.ts'
import { deleteDueData } from './profile/index.ts'
import { openProfileHarness } from './profile/testing/profile-harness.ts'

let harness: Awaited<ReturnType<typeof openProfileHarness>>
let owner: Db
beforeAll(async () => {
  harness = await openProfileHarness()
  owner = ownerOf(harness.deps.db)
  await run(`insert into sportsbook_participant (sport, name) values ('football', 'Time de Teste')`)
})
afterAll(() => harness.close())

/** A test's statement, built at run time: the database itself names the tables. */
const run = <Row extends object>(text: string) =>
  owner([text] as unknown as TemplateStringsArray) as Promise<unknown> as Promise<Row[]>

const tables = async () =>
  run<{ table: string; columns: string[] }>(`
    select child.relname as table, array_agg(attname::text order by attnum) as columns
      from pg_class child join pg_attribute on attrelid = child.oid and attnum > 0 and not attisdropped
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
     group by 1 order by 1`)

test('S44: every table with a player column is in the catalogue, with its columns by name', async () => {
  const all = await tables()
  expect(all.length).toBeGreaterThan(100)
  const found = all.flatMap(({ table, columns }) =>
    columns
      .filter(
        (column) =>
          /^(player|earner|recipient)_id$/.test(column) || (table === 'identity_player' && column === 'id'),
      )
      .map((column) => `${table}.${column}`),
  )
  expect(personalData.map(({ table, owner: of }) => `${table}.${of}`).toSorted()).toEqual(found.toSorted())
  for (const { table, newest, without = [], shows = {} } of personalData) {
    const columns = all.find((one) => one.table === table)?.columns
    for (const column of [newest, ...without, ...Object.keys(shows)])
      expect([table, columns]).toEqual([table, expect.arrayContaining([column])])
  }
})

type Person = { EMAIL: string; phone: string; NAME: string; CPF: string; network: string }
const maria: Person = {
  EMAIL: 'maria.das.dores@example.com',
  phone: '11987654321',
  NAME: 'Maria das Dores',
  CPF: '52998224725',
  network: '10.44.0',
}
const joao: Person = {
  EMAIL: 'joao.do.pulo@example.com',
  phone: '21976543210',
  NAME: 'Joao do Pulo',
  CPF: '39053344705',
  network: '10.45.0',
}

/** A player with a row in every kind of table that names them, and some others. */
async function filledPlayer({ EMAIL, phone, NAME, CPF, network }: Person) {
  const PHONE = `+55${phone}`
  const token = await harness.newPlayer(EMAIL, { name: NAME, cardNo: CPF, phone })
  const playerId = await harness.playerIdOf(token)
  await harness.login(EMAIL, GOOD, `${network}.2`)
  await harness.post('/api/auth/user/signInLink', { email: EMAIL }, { ip: `${network}.2` })
  await harness.post('/api/app/main/RESETPWD/sendEmail', { email: EMAIL }, { ip: `${network}.3` })
  await harness.giveCash(playerId, 5_000)
  const id = String(playerId)
  for (const text of [
    `insert into protection_break (player_id, kind, starts_at, ends_at, policy_version)
       values (${id}, 'exclusion', now() - interval '2 years', now() - interval '1 year', 'test')`,
    `insert into messages_message (player_id, kind, text_key, text_values, source)
       values (${id}, 'system', 'message.player.registered', '{"name":"${NAME}"}', 'registered')`,
    `insert into messages_preference (player_id, kind, in_centre, by_mail, by_push) values (${id}, 'system', true, true, true)`,
    `insert into messages_reader (player_id, lang, quiet_from_minute, quiet_to_minute) values (${id}, 'pt-BR', 0, 60)`,
    `insert into messages_push_target (player_id, endpoint, p256dh, auth) values (${id}, 'https://push.example/${id}', 'p', 'a')`,
    `insert into messages_thread (player_id, lang) values (${id}, 'pt-BR')`,
    `insert into messages_line (thread_id, player_id, author, text, request_id)
       select id, player_id, 'player', 'meu e-mail é ${EMAIL}', 'line-0123456789ab' from messages_thread where player_id = ${id}`,
    `insert into messages_picture (line_id, thread_id, player_id, webp)
       select id, thread_id, player_id, '\\x00' from messages_line where player_id = ${id}`,
    `insert into identity_address (player_id, postal_code, street, number, complement, district, city, state)
       values (${id}, '01310100', 'Rua de ${NAME}', '7', '', 'Centro', 'São Paulo', 'SP')`,
    `insert into identity_gender (player_id, gender) values (${id}, 'other')`,
    `insert into identity_data_request (player_id, what) values (${id}, 'gender')`,
    `insert into identity_exposure_statement (player_id, source, is_exposed, relation, office)
       values (${id}, 'declared', true, 'family', 'Assessor de ${NAME}')`,
    `insert into identity_exposure (player_id, state) values (${id}, 'open')`,
    `insert into identity_operator (id, email, password_hash, permissions, root_id) overriding system value
       values (900001, 'notes@house.example', 'none', '{}', 900001) on conflict do nothing`,
    `insert into identity_player_note (player_id, operator_id, text) values (${id}, 900001, '${NAME} called')`,
    `with checked as (insert into protection_document_check (player_id, reference) values (${id}, 'of ${id}') returning id)
     insert into protection_document_picture (player_id, check_id, side, sealed) select ${id}, id, 'front', '\\x00' from checked`,
    `insert into sportsbook_favourite (player_id, participant_id)
       select ${id}, id from sportsbook_participant order by id limit 1`,
    `insert into cashier_payout_details (player_id, method, pay_card_no, holder_name, whatsapp)
       values (${id}, 'CPF', '${CPF}', '${NAME}', '${PHONE}')`,
    `insert into cashier_withdrawal (id, player_id, method, rail, pay_card_no, holder_name, whatsapp, amount_cents, fee_bps,
                                     fee_cents, mining_cents, net_cents, status, why, closed_at, promised_at)
       values ('${CPF}${'c'.repeat(21)}', ${id}, 'CPF', 'pix', '${CPF}', '${NAME}', '${PHONE}', 1000, 0, 0, 0, 1000, 'failed', 'a test', now(), now())`,
  ])
    await run(text)
  return { token, playerId }
}

type File = {
  parts: {
    table: string
    rows?: Record<string, unknown>[]
    leftOut?: string
    without?: { column: string; why: string }[]
  }[]
}

test('S44: a player exports all stored data, nothing of others, no secret and no internal id', async () => {
  const { token, playerId } = await filledPlayer(maria)
  const { EMAIL, phone, NAME, CPF } = maria
  await harness.newPlayer('somebody.else@example.com', { name: 'Outra Pessoa', cardNo: '11144477735' })
  await run(`
    with planner as (insert into identity_operator (email, password_hash, permissions)
                 values ('plans@house.example', 'none', '{}') returning id),
    campaign as (
      insert into messages_campaign (request_id, request_digest, name, texts, ends_at, reason, proposed_by)
      select 'campaign of all', 'digest', 'A rodada', '{"pt-BR":{"title":"A rodada","text":"Veja os jogos."}}',
             now() + interval '1 day', 'the matches of the weekend', id from planner returning id)
    insert into messages_message (player_id, kind, text_key, text_values, source, campaign_id)
    select ${playerId}, 'bonus', 'message.campaign', '{}', 'campaign:' || id, id from campaign`)
  const ask = (pwd: string) => harness.post('/api/app/user/exportData', { pwd }, { token })
  expect(codeOf(await ask('another password of nobody'))).toBe('wrong_password')
  const answer = await ask(GOOD)
  const { content, rows } = answer.json<{ data: { content: string; rows: number } }>().data
  const file = JSON.parse(content) as File
  const rowsOf = (table: string) =>
    file.parts.flatMap((part) => (part.table === table ? (part.rows ?? []) : []))
  expect(rowsOf('identity_player')).toMatchObject([
    { email: EMAIL, phone: `+55${phone}`, name: NAME, cpf: CPF },
  ])
  expect(rowsOf('identity_sign_in').map(({ way }) => way)).toEqual(['password', 'register'])
  expect(rowsOf('ledger_entry')).toMatchObject([{ amount_cents: 5000, reason: 'studioGame' }])
  expect(rowsOf('protection_break')).toMatchObject([{ kind: 'exclusion', policy_version: 'test' }])
  const [message] = rowsOf('messages_message').filter((row) => row['kind'] === 'system')
  for (const words of [message?.['title'], message?.['text']]) expect(words).toMatch(/^[^.]+ /) // no unresolved text key
  expect(rowsOf('messages_message')).toContainEqual(
    expect.objectContaining({ title: 'News: A rodada', text: 'Veja os jogos.' }),
  )
  // Omissions are listed with the reason, and are in no row.
  const withoutOf = (name: string) =>
    file.parts.find(({ table }) => table === name)?.without?.map(({ column }) => column)
  expect(withoutOf('identity_player')).toEqual(expect.arrayContaining(['id', 'password_hash', 'referrer_id']))
  // A player who enters another person's name and CPF reads neither a date of birth here, nor that the person has
  // died.
  expect(withoutOf('identity_player')).toEqual(expect.arrayContaining(['birth_date', 'person_doubt']))
  expect(withoutOf('identity_session')).toEqual(expect.arrayContaining(['step_up_challenge']))
  expect(withoutOf('cashier_withdrawal')).toEqual(expect.arrayContaining(['player_id', 'id']))
  for (const { rows: all = [], without = [] } of file.parts) {
    for (const { why } of without) expect(why).not.toBe('')
    for (const row of all) for (const { column } of without) expect(Object.keys(row)).not.toContain(column)
  }
  expect(rowsOf('messages_line')).toMatchObject([{ text: `meu e-mail é ${EMAIL}` }])
  expect(rowsOf('cashier_withdrawal')).toMatchObject([{ amount_cents: 1000, holder_name: NAME }])
  expect(rowsOf('sportsbook_favourite')).toHaveLength(1)
  expect(file.parts.map(({ table }) => table)).toEqual(personalData.map(({ table }) => table))
  expect(file.parts.filter((part) => part.rows === undefined && !part.leftOut)).toEqual([])
  expect(rows).toBe(file.parts.reduce((sum, part) => sum + (part.rows?.length ?? 0), 0))
  for (const secret of ['$argon2', 'somebody.else', 'Outra Pessoa', 'push.example', `${NAME} called`, token])
    expect(content).not.toContain(secret)
  expect(content).not.toMatch(/"(id|player_id|session_id|[a-z_]*hash)":/)
  expect(content).toContain(publicIds(harness.deps.config, 'player').show(playerId))
  expect(codeOf(await ask(GOOD))).toBe('export_today')
  const audits = await run<{ action: string }>(
    `select action from platform_audit where subject = 'player:${playerId}' and action = 'player.data_exported'`,
  )
  expect(audits).toHaveLength(1)
})

/** Every table of the database with one of these in any column. */
async function whereIs(needles: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { table } of await tables()) {
    const like = needles.map((needle) => `to_jsonb(one)::text ilike '%${needle}%'`).join(' or ')
    if ((await run(`select 1 as n from ${table} as one where ${like} limit 1`)).length > 0) found.push(table)
  }
  return found
}

test('S44: after its time nothing of a player is left except where the retention table says', async () => {
  const { deps } = harness
  const { playerId } = await filledPlayer(joao)
  const { EMAIL, phone, NAME, CPF, network } = joao
  const needles = [EMAIL, phone, NAME, CPF, network]
  const before = await whereIs(needles)
  expect(before).toEqual(
    expect.arrayContaining([
      'identity_player',
      'identity_sign_in',
      'identity_sign_in_link',
      'identity_reset',
      'messages_line',
    ]),
  )
  const entries = await run(
    `select to_jsonb(one) as row from ledger_entry as one where player_id = ${playerId}`,
  )
  await run(`update identity_secured_notice set next_mail_at = null where player_id = ${playerId}`) // everything is mailed
  // Closed two months ago: the month for a return is over.
  const ago = (interval: string) =>
    run(`insert into identity_closing (player_id, why, closed_at, contact_until, person_until)
         values (${playerId}, 'player', now() - interval '${interval}', now() - interval '${interval}' + interval '30 days',
                 now() - interval '${interval}' + interval '5 years')
         on conflict (player_id) do update set closed_at = excluded.closed_at, contact_until = excluded.contact_until,
               person_until = excluded.person_until`)
  await ago('29 days')
  expect(await deleteDueData({ deps, personalData })).toBe(0)
  await ago('31 days')
  expect(await Promise.all([1, 2].map(() => deleteDueData({ deps, personalData })))).toContain(1)
  const untilTheLaw = [
    'cashier_withdrawal',
    'identity_address',
    'identity_exposure_statement',
    'identity_player',
    'identity_player_note',
    'messages_line',
  ]
  expect(await whereIs(needles)).toEqual(untilTheLaw)
  expect(await whereIs([phone, network])).toEqual(['cashier_withdrawal'])
  expect(await whereIs([EMAIL])).toEqual(['messages_line'])

  // A3: a day before its five years are over the person is still stored.
  await ago('5 years -1 day')
  expect(await deleteDueData({ deps, personalData })).toBe(0)
  expect(await whereIs(needles)).toEqual(untilTheLaw)
  await ago('5 years 1 day')
  expect(await deleteDueData({ deps, personalData })).toBe(1)
  expect(await deleteDueData({ deps, personalData })).toBe(0)
  expect(await whereIs(needles)).toEqual(['cashier_withdrawal'])
  // Of each deleted table no row of the player is left.
  for (const { table, owner: of, until, isKeptInPart } of personalData.filter(
    ({ until: till }) => till === 'contact' || till === 'person',
  )) {
    const left = await run(`select 1 as n from ${table} where ${of} = ${playerId}`)
    expect([table, until, left.length > 0]).toEqual([table, until, isKeptInPart === true])
  }
  expect(
    await run(`select to_jsonb(one) as row from ledger_entry as one where player_id = ${playerId}`),
  ).toEqual(entries)
  expect(await verifyLedger(deps.db, [])).toEqual([])
  const actions = await run<{ action: string }>(
    `select action from platform_audit where subject = 'player:${playerId}' and action like 'player.%deleted' order by id`,
  )
  expect(actions).toEqual([{ action: 'player.contact_deleted' }, { action: 'player.person_deleted' }])
})

test('A3 the application has no right to delete what the law requires to keep', async () => {
  const kept = personalData.filter(({ until }) => until === 'law').map(({ table }) => table)
  expect(kept.length).toBeGreaterThan(20)
  const deletable = await owner<{ table: string }[]>`
    select kept as table from unnest(${kept}::text[]) as kept
     where has_table_privilege('palpite_app', kept, 'delete') order by 1`
  // None of these is a record of play or money: an account its player reopens, keys that guard a transfer for 90
  // days, which accounts belong to one person, and the request of a withdrawn bet.
  expect(deletable.map(({ table }) => table)).toEqual([
    'identity_closing',
    'ledger_transfer_key',
    'protection_person_account',
    'sportsbook_cash_out_rule',
  ])
})

/** A closed account whose contact data are due for deletion. */
async function dueAccount(email: string): Promise<number> {
  const playerId = await harness.playerIdOf(await harness.newPlayer(email))
  await run(`insert into identity_closing (player_id, why, closed_at, contact_until, person_until)
             values (${playerId}, 'player', now() - interval '31 days', now() - interval '1 day', now() + interval '5 years')`)
  return playerId
}
const deletedOf = async (playerIds: readonly number[]) => {
  const rows = await run<{ player_id: number }>(
    `select player_id from identity_closing where contact_deleted_at is not null and player_id in (${playerIds.join()}) order by 1`,
  )
  return rows.map((row) => row.player_id)
}

test('an account whose deletion fails delays no other, and is retried', async () => {
  const first = await dueAccount('fails.first@example.com')
  const second = await dueAccount('comes.second@example.com')
  const { deps } = harness
  let fails = true
  const token = (bytes: number) => {
    if (!fails) return deps.random.token(bytes)
    fails = false
    throw new Error('no random numbers for a moment')
  }
  const failing = { ...deps, random: { ...deps.random, token } }
  expect(await deleteDueData({ deps: failing, personalData })).toBe(1)
  expect(await deletedOf([first, second])).toEqual([second])
  expect(await deleteDueData({ deps, personalData })).toBe(1)
  expect(await deletedOf([first, second])).toEqual([first, second])
})

test('what a player was sent about a break is kept when a closed account’s messages are deleted', async () => {
  const playerId = await dueAccount('told.before@example.com')
  await run(`insert into messages_message (player_id, kind, text_key, text_values, source, created_at)
             values (${playerId}, 'system', 'message.break', '{"breakKey":"break.exclusion"}', 'break:old', now() - interval '40 days'),
                    (${playerId}, 'system', 'message.player.identified', '{}', 'identified', now() - interval '40 days')`)
  expect(await deleteDueData({ deps: harness.deps, personalData })).toBe(1)
  expect(await run(`select 1 as n from messages_message where player_id = ${playerId}`)).toEqual([])
  const kept = await run<{ source: string; in_writing: boolean; days: number }>(
    `select source, in_writing, extract(day from now() - told_at)::int as days
       from protection_communication where player_id = ${playerId}`,
  )
  expect(kept).toEqual([{ source: 'break:old', in_writing: true, days: 40 }])
})

test('immediate deletion waits until the closing was mailed', async () => {
  const email = 'gone.at.once@example.com'
  const token = await harness.newPlayer(email)
  const asked = { pwd: GOOD, givesUpBonus: false, deletesNow: true }
  expect((await harness.post('/api/app/user/closeAccount', asked, { token })).statusCode).toBe(200)
  expect(await deleteDueData({ deps: harness.deps, personalData })).toBe(0)
  harness.startJobs()
  await expect.poll(() => harness.mails.filter(({ to }) => to === email)).toHaveLength(1)
  await harness.stopJobs()
  expect(await deleteDueData({ deps: harness.deps, personalData })).toBe(1)
  expect(await whereIs([email])).toEqual([])
})

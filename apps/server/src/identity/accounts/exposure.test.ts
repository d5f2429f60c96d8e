import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIdentityHarness } from '../testing/identity-harness.ts'
import { exposureAfter, noteRegistered, readExposed, readExposure } from './exposure.ts'
import { updateCheckedDocuments as writeCheckedDocuments } from './person-queries.ts'
import { recordKyc } from './persons.ts'
import type { ExposureState, ExposureStatement } from './rules.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
afterAll(() => harness.close())

const exposedOf = (...playerIds: number[]) =>
  readExposed(harness.deps.db, new Map(playerIds.map((playerId) => [playerId, [playerId]])))

const yes = { source: 'declared', isExposed: true, relation: 'self', office: 'Vereadora' } as const
const no = { source: 'declared', isExposed: false, relation: null, office: null } as const

test.each([
  { what: 'a first yes opens a case', state: undefined, before: undefined, said: yes, after: 'open' },
  { what: 'a first no opens none', state: undefined, before: undefined, said: no, after: 'none' },
  {
    what: 'a repeated statement changes nothing',
    state: 'cleared',
    before: yes,
    said: yes,
    after: undefined,
  },
  { what: 'a no leaves an open case open', state: 'open', before: yes, said: no, after: 'open' },
  {
    what: 'a no from a confirmed player is reviewed',
    state: 'confirmed',
    before: yes,
    said: no,
    after: 'open',
  },
  {
    what: 'a no from a cleared player changes nothing',
    state: 'cleared',
    before: yes,
    said: no,
    after: 'cleared',
  },
  {
    what: 'another office is reviewed',
    state: 'cleared',
    before: yes,
    said: { ...yes, office: 'Prefeita' },
    after: 'open',
  },
] as const)('$what', ({ state, before, said, after }) => {
  expect(exposureAfter(state, before, said)).toBe(after)
})

test('no statement of a player or of the register removes the flag', () => {
  const states = fc.constantFrom<ExposureState>('open', 'confirmed')
  const said = fc.record({
    source: fc.constantFrom<ExposureStatement['source']>('declared', 'register'),
    isExposed: fc.boolean(),
    relation: fc.constantFrom('self', 'family', null),
    office: fc.constantFrom('Juiz', 'Prefeita', null),
  })
  fc.assert(
    fc.property(states, fc.option(said, { nil: undefined }), said, (state, before, now) => {
      expect(['open', 'confirmed']).toContain(exposureAfter(state, before, now) ?? state)
    }),
  )
})

const playerIdOf = async (email: string): Promise<number> => {
  const [row] = await harness.deps.db<{ id: number }[]>`select id from identity_player where email = ${email}`
  if (!row) throw new Error('no such player')
  return row.id
}

test('a declared public office, sent many times at once, is stored once, and the register adds another', async () => {
  const ana = await harness.newPlayer('exposed@players.example')
  const anaId = await playerIdOf('exposed@players.example')
  const bia = await harness.newPlayer('named@players.example')
  const biaId = await playerIdOf('named@players.example')
  const declare = (token: string, body: object) => harness.post('/api/app/user/exposure', body, { token })
  const read = async (token: string) =>
    (await harness.get('/api/app/user/exposure', token)).json<{ data: object | null }>().data
  expect(await read(ana)).toBeNull()
  const body = { isExposed: true, relation: 'self', office: ' Vereadora  de Olinda ' }
  const incomplete = await declare(ana, { ...body, office: '  ' })
  expect(incomplete.json<{ data: { code: string } }>().data.code).toBe('exposure_incomplete')
  expect(await read(ana)).toBeNull()
  await Promise.all(Array.from({ length: 5 }, () => declare(ana, body)))
  expect(await read(ana)).toMatchObject({ isExposed: true, relation: 'self', office: 'Vereadora de Olinda' })
  const { db } = harness.deps
  expect((await readExposure(db, anaId)).statements).toHaveLength(1)
  const rows = await db<{ n: number }[]>`
    select count(*)::int as n from identity_exposure_statement where player_id = ${anaId}`
  expect(rows).toEqual([{ n: 1 }])
  const audited = await db<{ details: string }[]>`
    select details::text from platform_audit where subject = ${`player:${anaId}`} and action = 'exposure.declared'`
  expect(audited).toHaveLength(1)
  expect(JSON.stringify(audited)).not.toContain('Olinda')

  await db.begin((tx) =>
    recordKyc(tx, [
      { playerId: biaId, name: 'Bia Reis', cpf: '52998224725', birthDate: '1980-02-03', isExposed: true },
    ]),
  )
  // The register's answer is not shown to the player, who may have typed another person's name and CPF.
  expect(await read(bia)).toBeNull()
  expect(await exposedOf(anaId, biaId)).toEqual(new Set([anaId, biaId]))
  await declare(bia, { isExposed: false, relation: null, office: null })
  expect(await exposedOf(biaId)).toEqual(new Set([biaId]))
  await expect(
    db`update identity_exposure_statement set office = 'x' where player_id = ${anaId}`,
  ).rejects.toThrow('permission denied')
  for (let at = 0; at < 10; at += 1) await declare(ana, { ...body, office: `Cargo ${at}` })
  expect((await declare(ana, body)).json<{ data: { code: string } }>().data.code).toBe('too_many_requests')
})

test('a public office counts in another account of its CPF once the document was checked, and a register’s answer about another CPF does not hide a new statement', async () => {
  const { db } = harness.deps
  const accounts = ['office-1@players.example', 'office-2@players.example']
  await Promise.all(accounts.map((email) => harness.newPlayer(email)))
  const [first = 0, second = 0] = await Promise.all(accounts.map(playerIdOf))
  const known = (playerId: number, cpf: string, isExposed?: boolean) =>
    db.begin((tx) =>
      recordKyc(tx, [{ playerId, name: 'Caio Melo', cpf, birthDate: '1970-01-02', isExposed }]),
    )
  await known(first, '11144477735', true)
  await known(second, '11144477735')
  // Anybody can write down the CPF of somebody else.
  expect(await exposedOf(first, second)).toEqual(new Set([first]))
  await db.begin((tx) =>
    writeCheckedDocuments(tx, [{ playerId: first, name: 'Caio Melo', cpf: '11144477735' }]),
  )
  expect(await exposedOf(first, second)).toEqual(new Set([first, second]))
  // An operator looked: it was somebody else's CPF, which is corrected afterwards.
  await db`
    update identity_exposure set state = 'cleared', decided_by = 1, note = 'another person' where player_id = ${first}`
  await db`update identity_player set cpf = '39053344705', identified_at = now() where id = ${first}`
  expect(await exposedOf(first, second)).toEqual(new Set())
  await db.begin((tx) => noteRegistered(tx, [{ playerId: first, isExposed: true }]))
  expect(await exposedOf(first, second)).toEqual(new Set([first]))
})

test('a no the register repeats after a year leaves a decided case, and a repeated yes reopens it', async () => {
  const { db } = harness.deps
  const accounts = ['again-no@players.example', 'again-yes@players.example']
  await Promise.all(accounts.map((email) => harness.newPlayer(email)))
  const [saysNo = 0, saysYes = 0] = await Promise.all(accounts.map(playerIdOf))
  const said = [
    { playerId: saysNo, isExposed: false },
    { playerId: saysYes, isExposed: true },
  ]
  for (const { playerId, isExposed } of said)
    await db`
      insert into identity_exposure_statement (player_id, source, is_exposed, said_at)
      values (${playerId}, 'register', ${isExposed}, now() - interval '366 days')`
  await db`
    insert into identity_exposure (player_id, state, decided_by, note)
    select id, 'confirmed', 1, 'seen' from unnest(${[saysNo, saysYes]}::bigint[]) as id`
  await db.begin((tx) => noteRegistered(tx, said))
  expect((await readExposure(db, saysNo)).exposure).toMatchObject({ state: 'confirmed', decidedBy: 1 })
  expect((await readExposure(db, saysYes)).exposure).toMatchObject({ state: 'open', decidedBy: null })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import {
  correctIdentities,
  readExposure,
  readPlayers,
  recordKyc,
  registerPlayers,
} from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import { identifyPlayers } from './ask-register.ts'
import { checkKnownPersons, checkPerson, isGrownUp, openTries } from './check-persons.ts'
import { type PersonAnswer, personIn } from './registers.ts'
import { policyOf } from './policy.ts'

let deps: Deps
const nobody = () => Promise.resolve(new Set<number>())
let close: () => Promise<void>
/** The register's answers by CPF; every other CPF belongs to an adult. Undefined while the register is down. */
let inRegister: Map<string, PersonAnswer>
let isDown = false
let asked: string[]
const persons = {
  ask: async ({ cpf }: { cpf: string }) => {
    asked.push(cpf)
    return isDown ? undefined : (inRegister.get(cpf) ?? ({ birthDate: '1990-01-01', doubt: null } as const))
  },
}

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
beforeEach(async () => {
  inRegister = new Map()
  isDown = false
  asked = []
  await deps.db`update identity_player set person_asked_at = now() where cpf is not null`
})
afterAll(() => close())

const checkingAs = (profile: 'spec' | 'br-spa') => ({
  deps,
  policy: policyOf({ COMPLIANCE_PROFILE: profile }),
  register: undefined,
  persons,
  tries: openTries(deps),
  readProven: nobody,
})

const yearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-01`
const ana = { name: 'Ana Lima', cpf: '52998224725' }
const bia = { name: 'Bia Lima', cpf: '11144477735' }
const child: PersonAnswer = { birthDate: yearsAgo(12), doubt: null }

let count = 0
async function newPlayer(): Promise<number> {
  count += 1
  const [answer] = await registerPlayers(deps, [
    { email: `person${count}@players.example`, passwordHash: 'none', phone: null, ip: '127.0.0.1' },
  ])
  if (!answer?.ok) throw new Error('no player')
  return answer.value.playerId
}

const codesOf = (answers: readonly ({ ok: true } | { ok: false; refusal: { code: string } })[]) =>
  answers.map((answer) => (answer.ok ? 'ok' : answer.refusal.code))
const playerOf = async (playerId: number) => (await readPlayers(deps.db, [playerId])).get(playerId)

describe('a person the register of persons does not confirm', () => {
  test.each([
    { answer: child, code: 'under_age' },
    { answer: { birthDate: null, doubt: 'mismatch' }, code: 'identity_not_confirmed' },
    { answer: { birthDate: null, doubt: 'deceased' }, code: 'identity_not_confirmed' },
    { answer: { birthDate: null, doubt: 'irregular' }, code: 'identity_not_confirmed' },
    { answer: { birthDate: null, doubt: 'unknown' }, code: 'identity_not_confirmed' },
  ] as const)('is identified in no profile: $answer', async ({ answer, code }) => {
    for (const profile of ['spec', 'br-spa'] as const) {
      inRegister.set(ana.cpf, answer)
      const playerId = await newPlayer()
      expect(codesOf(await identifyPlayers(checkingAs(profile), [{ playerId, ...ana }]))).toEqual([code])
      expect(codesOf([await checkPerson(checkingAs(profile), ana)])).toEqual([code])
      expect(await playerOf(playerId)).toMatchObject({ cpf: null, birthDate: null })
    }
  })

  test('a player gets five answers a day; calls to a register that is down do not count, and an identified player is not checked again', async () => {
    inRegister.set(ana.cpf, { birthDate: null, doubt: 'mismatch' })
    const checking = checkingAs('br-spa')
    const playerId = await newPlayer()
    const answers: string[] = []
    isDown = true
    for (let tries = 0; tries < 6; tries += 1) {
      await identifyPlayers(checking, [{ playerId, ...ana }])
    }
    isDown = false
    for (let tries = 0; tries < 6; tries += 1) {
      answers.push(...codesOf(await identifyPlayers(checking, [{ playerId, ...ana }])))
    }
    expect(answers).toEqual([...Array<string>(5).fill('identity_not_confirmed'), 'too_many_requests'])
    const other = await newPlayer()
    expect(codesOf(await identifyPlayers(checking, [{ playerId: other, ...bia }]))).toEqual(['ok'])
    asked = []
    expect(codesOf(await identifyPlayers(checking, [{ playerId: other, ...ana }]))).toEqual([
      'kyc_already_done',
    ])
    expect(asked).toEqual([])
  })
})

test('the date of birth comes from the register, and is cleared by a correction until the next check', async () => {
  const playerId = await newPlayer()
  await identifyPlayers(checkingAs('br-spa'), [{ playerId, ...ana }])
  expect(await playerOf(playerId)).toMatchObject({ birthDate: '1990-01-01', isConfirmed: true })
  await deps.db.begin((tx) => correctIdentities(tx, [{ playerId, name: bia.name, cardNo: bia.cpf }]))
  expect(await playerOf(playerId)).toMatchObject({ birthDate: null, isConfirmed: false })
  await checkKnownPersons(checkingAs('br-spa'))
  expect(asked).toContain(bia.cpf)
  expect(await playerOf(playerId)).toMatchObject({ birthDate: '1990-01-01', isConfirmed: true })
})

test('while the register is down nobody is identified if the policy requires a check; otherwise everybody is', async () => {
  isDown = true
  const playerId = await newPlayer()
  expect(codesOf(await identifyPlayers(checkingAs('br-spa'), [{ playerId, ...ana }]))).toEqual([
    'person_register_down',
  ])
  expect(codesOf(await identifyPlayers(checkingAs('spec'), [{ playerId, ...ana }]))).toEqual(['ok'])
  expect(await playerOf(playerId)).toMatchObject({ cpf: ana.cpf, isConfirmed: false })
})

test('checks players known from before: a confirmed one plays, and the reason is stored for the others', async () => {
  const [grown, young] = [await newPlayer(), await newPlayer()]
  await deps.db.begin((tx) =>
    recordKyc(tx, [
      { playerId: grown, ...ana },
      { playerId: young, ...bia },
    ]),
  )
  isDown = true
  await checkKnownPersons(checkingAs('br-spa'))
  expect(asked.length).toBeGreaterThan(0)
  asked = []
  await checkKnownPersons(checkingAs('br-spa'))
  expect(asked).toEqual([]) // claimed for an hour
  await deps.db`update identity_player set person_asked_at = null where id = any(${[grown, young]}::bigint[])`
  isDown = false
  inRegister.set(bia.cpf, child)
  await checkKnownPersons(checkingAs('br-spa'))
  expect(await playerOf(grown)).toMatchObject({
    birthDate: '1990-01-01',
    isConfirmed: true,
    personDoubt: null,
  })
  expect(await playerOf(young)).toMatchObject({
    birthDate: null,
    isConfirmed: false,
    personDoubt: 'under_age',
  })
})

test('checks a player again a year after confirmation: a deceased one is blocked, and a public office opens a case', async () => {
  const [dead, named, fresh] = [await newPlayer(), await newPlayer(), await newPlayer()]
  const [one, two, three] = [ana, bia, { name: 'Caio Lima', cpf: '39053344705' }]
  await deps.db.begin((tx) =>
    recordKyc(tx, [
      { playerId: dead, ...one, birthDate: '1990-01-01' },
      { playerId: named, ...two, birthDate: '1990-01-01' },
      { playerId: fresh, ...three, birthDate: '1990-01-01' },
    ]),
  )
  const agedBy = (days: number, playerIds: number[]) => deps.db`
    update identity_player set person_checked_at = now() - make_interval(days => ${days}), person_asked_at = null
     where id = any(${playerIds}::bigint[])`
  await agedBy(367, [dead, named])
  await agedBy(364, [fresh])
  isDown = true
  await checkKnownPersons(checkingAs('br-spa'))
  // A register that is down revokes nothing, and is not asked again within the hour.
  expect(await playerOf(dead)).toMatchObject({ isConfirmed: true })
  asked = []
  isDown = false
  await checkKnownPersons(checkingAs('br-spa'))
  expect(asked).toEqual([])
  await agedBy(367, [dead, named])
  inRegister.set(one.cpf, { birthDate: null, doubt: 'deceased' })
  inRegister.set(two.cpf, { birthDate: '1990-01-01', doubt: null, isExposed: true })
  await checkKnownPersons(checkingAs('br-spa'))
  expect(asked.toSorted()).toEqual([one.cpf, two.cpf].toSorted())
  expect(await playerOf(dead)).toMatchObject({ isConfirmed: false, personDoubt: 'deceased' })
  expect(await playerOf(named)).toMatchObject({ isConfirmed: true })
  expect(await readExposure(deps.db, named)).toMatchObject({ exposure: { state: 'open' } })
  asked = []
  await checkKnownPersons(checkingAs('br-spa'))
  expect(asked).toEqual([])
})

test.each([
  { birthDate: '2008-11-28', isOfAge: true },
  { birthDate: '2008-11-29', isOfAge: false }, // still the 28th in São Paulo
  { birthDate: '2008-02-29', isOfAge: true },
  { birthDate: '2009-01-01', isOfAge: false },
])('a person born on $birthDate is of age: $isOfAge', ({ birthDate, isOfAge }) => {
  expect(isGrownUp(birthDate, 18, new Date('2026-11-29T01:00:00Z'))).toBe(isOfAge)
})

const row = { cpf: ana.cpf, situacao: 'REGULAR', nomeConfere: true, nascimento: '1990-05-01' }

test.each([
  { answer: row, says: { birthDate: '1990-05-01', doubt: null } },
  { answer: { ...row, nomeConfere: false }, says: { birthDate: null, doubt: 'mismatch' } },
  { answer: { ...row, situacao: 'FALECIDO' }, says: { birthDate: null, doubt: 'deceased' } },
  { answer: { ...row, situacao: 'SUSPENSA' }, says: { birthDate: null, doubt: 'irregular' } },
])('parses an answer of the register: $says', ({ answer, says }) => {
  expect(personIn(answer, ana.cpf)).toEqual(says)
})

test('a register that reports political exposure sets it; one that does not leaves it open', () => {
  expect(personIn({ ...row, politicamenteExposta: true }, ana.cpf)).toMatchObject({ isExposed: true })
  expect(personIn({ ...row, politicamenteExposta: false }, ana.cpf)).toMatchObject({ isExposed: false })
  expect(personIn(row, ana.cpf).doubt).toBeNull()
  expect(personIn(row, ana.cpf)).not.toHaveProperty('isExposed', expect.any(Boolean))
})

test.each([{ ...row, cpf: bia.cpf }, { ...row, nascimento: '1990-13-01' }, { ...row, situacao: '' }, 'down'])(
  'an answer about another person, or an invalid one, gives no result: %j',
  (answer) => {
    expect(() => personIn(answer, ana.cpf)).toThrow(/cpf|nascimento|situacao|expected object/)
  },
)

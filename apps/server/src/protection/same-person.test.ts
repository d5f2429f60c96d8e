import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { registerPlayers } from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import { admitIdentity, identifyPlayers } from './ask-register.ts'
import { openTries } from './check-persons.ts'
import { policyOf } from './policy.ts'
import { takeBreaks, type TakeBreak } from './take-breaks.ts'
import { giveCash, takeTestStakes } from './testing/test-stakes.ts'

let deps: Deps
/** Whose own CPF has paid. */
const paidThemselves = new Set<number>()
const readProven = async () => paidThemselves
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const asking = () => ({
  deps,
  policy: policyOf({ COMPLIANCE_PROFILE: 'spec' }),
  register: undefined,
  persons: undefined,
  tries: openTries(deps),
  readProven,
})

let count = 0
async function newPlayer(): Promise<number> {
  count += 1
  const [answer] = await registerPlayers(deps, [
    { email: `same${count}@players.example`, passwordHash: 'none', phone: null, ip: '127.0.0.1' },
  ])
  if (!answer?.ok) throw new Error('no player')
  await giveCash(deps, answer.value.playerId, 1_000)
  return answer.value.playerId
}

const identify = async (playerId: number, cpf: string) => {
  const [answer] = await identifyPlayers(asking(), [{ playerId, name: 'Ana Lima', cpf }])
  expect(answer?.ok).toBe(true)
}
const stake = async (playerId: number) =>
  (await takeTestStakes(deps, [{ playerId, stakeCents: 100, key: deps.random.hex(8) }]))[0]
const exclude = (playerId: number, kind: 'exclusion' | 'time_out' = 'exclusion') => {
  const length = kind === 'exclusion' ? '3m' : '24h'
  const request: TakeBreak = { playerId, kind, product: null, length, lang: 'pt-BR' }
  return takeBreaks(deps, { policyVersion: 'spec-11', readProven }, [request])
}

test('a break holds in every account with the same CPF, and in no other', async () => {
  const [one, two, other] = [await newPlayer(), await newPlayer(), await newPlayer()]
  await identify(one, '52998224725')
  await identify(two, '52998224725')
  await identify(other, '11144477735')
  await exclude(one)
  expect([await stake(one), await stake(two), await stake(other)]).toEqual([
    'self_excluded',
    'self_excluded',
    'taken',
  ])
})

test('an account whose CPF becomes known later gets the breaks of the others, and gives them its own', async () => {
  const [one, two, three] = [await newPlayer(), await newPlayer(), await newPlayer()]
  const cpf = '15350946056'
  await identify(one, cpf)
  await exclude(two, 'time_out')
  expect(await stake(one)).toBe('taken')
  await identify(two, cpf)
  expect(await stake(one)).toBe('on_time_out')
  await exclude(one)
  await identify(three, cpf)
  expect([await stake(two), await stake(three)]).toEqual(['self_excluded', 'self_excluded'])
})

test('nobody registers with the CPF of a person on a break, and is told no more than of a taken e-mail', async () => {
  const player = await newPlayer()
  const person = { name: 'Ana Lima', cpf: '39053344705' }
  await identify(player, person.cpf)
  expect(await admitIdentity(asking(), person)).toMatchObject({ ok: true })
  await exclude(player)
  expect(await admitIdentity(asking(), person)).toMatchObject({ refusal: { code: 'cannot_register' } })
})

test('of an exclusion and an identification at once neither leaves an account open', async () => {
  const cpf = '86288366757'
  const players = [await newPlayer(), await newPlayer(), await newPlayer(), await newPlayer()]
  const [first = 0, second = 0] = players
  await identify(first, cpf)
  await Promise.all([exclude(first), exclude(second), ...players.slice(1).map((one) => identify(one, cpf))])
  expect(await Promise.all(players.map(stake))).toEqual(Array(4).fill('self_excluded'))
})

test('an account whose CPF nobody has proved excludes no account whose own CPF has paid; that one excludes it', async () => {
  const [owner, stranger, late] = [await newPlayer(), await newPlayer(), await newPlayer()]
  const cpf = '24843803480'
  await identify(owner, cpf)
  await identify(stranger, cpf)
  paidThemselves.add(owner)
  await exclude(stranger)
  expect([await stake(owner), await stake(stranger)]).toEqual(['taken', 'self_excluded'])
  await identify(late, cpf) // the stranger's break is not handed on to the owner by a third account either
  expect([await stake(owner), await stake(late)]).toEqual(['taken', 'self_excluded'])
  await exclude(owner, 'time_out')
  expect(await stake(owner)).toBe('on_time_out')
})

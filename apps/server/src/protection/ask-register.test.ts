import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { readPlayers, recordKyc, registerPlayers } from '../identity/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import { present } from '../platform/errors.ts'
import { admitTopUp, openTopUpGate } from './gates.ts'
import { admitIdentity, askAnew, askToday, askWholeBase, identifyPlayers } from './ask-register.ts'
import { openTries } from './check-persons.ts'
import { keepBreaks } from './breaks.ts'
import type { ImpededRegister, RegisterAnswer } from './registers.ts'
import { openProtection } from './index.ts'
import { policyOf } from './policy.ts'
import { readExcluded, readRules } from './read-rules.ts'
import { cashOf, giveCash, placeTestStakes } from './testing/test-stakes.ts'

/** A register with given answers by CPF; every other CPF is free. Undefined while the register is down. */
let inRegister: Map<string, RegisterAnswer | undefined>
let isDown = false
let asked: string[][]
const register: ImpededRegister = {
  ask: async (cpfs) => {
    asked.push([...cpfs])
    if (isDown) return undefined
    const answers = cpfs.map((cpf) => [cpf, inRegister.has(cpf) ? inRegister.get(cpf) : free] as const)
    return new Map(answers.flatMap(([cpf, answer]) => (answer ? [[cpf, answer] as const] : [])))
  },
}
/** A register of persons that confirms everybody as an adult. */
const persons = { ask: async () => ({ birthDate: '1990-01-01', doubt: null }) }
const free: RegisterAnswer = { reason: null, until: null }
const impeded: RegisterAnswer = { reason: 'self_excluded', until: null }

let deps: Deps
const nobody = () => Promise.resolve(new Set<number>())
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
beforeEach(() => {
  inRegister = new Map()
  isDown = false
  asked = []
})
afterAll(() => close())

const askingAs = (profile: 'spec' | 'br-spa') => ({
  deps,
  policy: policyOf({ COMPLIANCE_PROFILE: profile }),
  register,
  persons,
  tries: openTries(deps),
  readProven: nobody,
})
const brSpa = () => askingAs('br-spa')

let count = 0
/** A valid CPF that no player has yet. */
function freshCpf(): string {
  count += 1
  const digits = String(700_000_000 + count)
    .split('')
    .map(Number)
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, at) => total + digit * (length + 1 - at), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

async function newPlayer(): Promise<{ playerId: number; cpf: string }> {
  const cpf = freshCpf()
  const [answer] = await registerPlayers(deps, [
    { email: `register${count}@players.example`, passwordHash: 'none', phone: null, ip: '127.0.0.1' },
  ])
  if (!answer?.ok) throw new Error('no player')
  return { playerId: answer.value.playerId, cpf }
}

/** A player whose CPF was recorded before the register was ever asked. */
async function knownPlayer() {
  const player = await newPlayer()
  await deps.db.begin((tx) => recordKyc(tx, [{ ...player, name: 'Ana Lima' }]))
  return player
}

const isImpeded = async (playerId: number) =>
  (await readRules(deps.db, [playerId])).get(playerId)?.breaks.some(({ kind }) => kind === 'impeded') ?? false
const stake = async (playerId: number) =>
  (await placeTestStakes(deps, [{ playerId, stakeCents: 100, key: deps.random.hex(8) }]))[0]
const codesOf = (answers: readonly ({ ok: true } | { ok: false; refusal: { code: string } })[]) =>
  answers.map((answer) => (answer.ok ? 'ok' : answer.refusal.code))
/** Makes the last answers about these players this many days old. */
const agedBy = (days: number, playerIds: readonly number[]) => deps.db`
  update protection_register_answer set asked_at = asked_at - make_interval(days => ${days})
   where player_id = any(${playerIds}::bigint[])`

describe('when a CPF is recorded', () => {
  test('nobody is identified under br-spa while the register is down; under spec they are', async () => {
    isDown = true
    const player = { ...(await newPlayer()), name: 'Ana Lima' }
    expect(codesOf(await identifyPlayers(brSpa(), [player]))).toEqual(['national_register_down'])
    expect((await readPlayers(deps.db, [player.playerId])).get(player.playerId)?.isIdentified).toBe(false)
    expect(codesOf([await admitIdentity(brSpa(), { name: 'Ana Lima', cpf: player.cpf })])).toEqual([
      'national_register_down',
    ])
    expect(codesOf([await admitIdentity(askingAs('spec'), { name: 'Ana Lima', cpf: player.cpf })])).toEqual([
      'ok',
    ])
    expect(codesOf(await identifyPlayers(askingAs('spec'), [player]))).toEqual(['ok'])
    isDown = false
    const again = { ...(await newPlayer()), name: 'Bia Lima' }
    expect(codesOf(await identifyPlayers(brSpa(), [again]))).toEqual(['ok'])
    expect(await isImpeded(again.playerId)).toBe(false)
  })

  test('an impeded person is identified and impeded at once, cannot try another CPF, and cannot register again', async () => {
    const player = { ...(await newPlayer()), name: 'Ana Lima' }
    inRegister.set(player.cpf, { reason: 'benefits', until: null })
    await giveCash(deps, player.playerId, 1_000)
    expect(codesOf(await identifyPlayers(brSpa(), [player]))).toEqual(['ok'])
    expect(await stake(player.playerId)).toBe('impeded')
    asked = []
    const other = { ...player, cpf: freshCpf() }
    expect(codesOf(await identifyPlayers(brSpa(), [other]))).toEqual(['kyc_already_done'])
    expect(asked.flat()).toEqual([]) // the register was not asked about that CPF
    expect(codesOf([await admitIdentity(brSpa(), { name: 'Ana Lima', cpf: player.cpf })])).toEqual([
      'cannot_register',
    ])
  })

  test('asks the register even about a person this house excluded, and refuses both alike while it is down', async () => {
    const { playerId, cpf } = await knownPlayer()
    await deps.db`
      insert into protection_break (player_id, kind, policy_version, ends_at)
      values (${playerId}, 'exclusion', 'test', now() + interval '1 day')`
    await deps.db.begin((tx) =>
      keepBreaks(tx, deps.config, { playerId, cpf, policyVersion: 'test', readProven: nobody }),
    )
    expect(codesOf([await admitIdentity(brSpa(), { name: 'Ana Lima', cpf })])).toEqual(['cannot_register'])
    expect(asked).toEqual([[cpf]])
    isDown = true
    expect(codesOf([await admitIdentity(brSpa(), { name: 'Ana Lima', cpf })])).toEqual([
      'national_register_down',
    ])
    expect(codesOf([await admitIdentity(askingAs('spec'), { name: 'Ana Lima', cpf })])).toEqual([
      'cannot_register',
    ])
  })

  test('without a register no CPF is checked and every player continues', async () => {
    const player = { ...(await newPlayer()), name: 'Ana Lima' }
    const asking = { ...brSpa(), register: undefined }
    expect(codesOf([await admitIdentity(asking, player)])).toEqual(['ok'])
    expect(codesOf(await identifyPlayers(asking, [player]))).toEqual(['ok'])
    await askToday(asking, [player.playerId])
    await askWholeBase(asking)
  })
})

describe('when a player is active', () => {
  test('asks the register once a day, and again while it does not answer', async () => {
    const { playerId, cpf } = await knownPlayer()
    isDown = true
    await askToday(brSpa(), [playerId])
    await askToday(brSpa(), [playerId]) // another call has claimed it: wait until its claim ends
    expect(asked).toEqual([[cpf]])
    await deps.db`
      update protection_register_answer set claimed_at = now() - interval '6 minutes' where player_id = ${playerId}`
    isDown = false
    await askToday(brSpa(), [playerId])
    await askToday(brSpa(), [playerId])
    expect(asked).toEqual([[cpf], [cpf]])
    await agedBy(1, [playerId])
    await askToday(brSpa(), [playerId])
    expect(asked).toHaveLength(3)
  })

  test('an impeded player can neither stake nor pay in, may withdraw unwagered money, and plays again once the register says free', async () => {
    const { playerId, cpf } = await knownPlayer()
    await giveCash(deps, playerId, 1_000)
    expect(await stake(playerId)).toBe('taken')
    inRegister.set(cpf, { reason: 'self_excluded', until: new Date('2999-01-01T00:00:00Z') })
    await askToday(brSpa(), [playerId])
    expect(await stake(playerId)).toBe('impeded')
    const deposited = { day: 0, week: 0, month: 0 }
    const topUp = async () =>
      admitTopUp(
        await openTopUpGate(deps.db, policyOf({ COMPLIANCE_PROFILE: 'spec' }), { playerIds: [playerId] }),
        { playerId, cents: 100, deposited },
      )
    expect(await topUp()).toMatchObject({
      ok: false,
      refusal: { code: 'impeded', detail: { endsAt: '2999-01-01T00:00:00.000Z' } },
    })
    expect(await readExcluded(deps.db, [playerId])).toEqual(new Set([playerId]))
    inRegister.delete(cpf)
    await agedBy(1, [playerId])
    await askToday(brSpa(), [playerId])
    expect(await stake(playerId)).toBe('taken')
    expect(await topUp()).toMatchObject({ ok: true })
    const reported = await deps.db<{ events: string }[]>`
      select events from platform_outbox where topic = 'impediment.changed' order by id`
    const changes = reported.flatMap(({ events }) => JSON.parse(events) as { playerId: number }[])
    expect(changes.filter((one) => one.playerId === playerId)).toEqual([
      { playerId, isImpeded: true },
      { playerId, isImpeded: false },
    ])
  })

  test('while the register is down the last answer holds, even past its announced end', async () => {
    const [held, well] = [await knownPlayer(), await knownPlayer()]
    await giveCash(deps, held.playerId, 1_000)
    await giveCash(deps, well.playerId, 1_000)
    inRegister.set(held.cpf, { reason: 'other', until: new Date('2001-01-01T00:00:00Z') })
    await askToday(brSpa(), [held.playerId, well.playerId])
    await agedBy(40, [held.playerId, well.playerId])
    isDown = true
    await askToday(brSpa(), [held.playerId, well.playerId])
    expect(await stake(held.playerId)).toBe('impeded')
    expect(await stake(well.playerId)).toBe('taken')
  })

  test('of 200 stakes placed while the answer is written, none is accepted after it', async () => {
    const { playerId, cpf } = await knownPlayer()
    await giveCash(deps, playerId, 100_000)
    inRegister.set(cpf, impeded)
    const stakes = Array.from({ length: 200 }, () => stake(playerId))
    await askToday(brSpa(), [playerId])
    const late = await Promise.all(Array.from({ length: 20 }, () => stake(playerId)))
    expect(new Set(late)).toEqual(new Set(['impeded']))
    const answers = await Promise.all(stakes)
    expect(answers.filter((one) => one !== 'taken' && one !== 'impeded')).toEqual([])
    expect(await cashOf(deps, playerId)).toBe(100_000 - 100 * answers.filter((one) => one === 'taken').length)
  })

  test('writing an answer waits while another transaction locks the player’s accounts', async () => {
    const { playerId, cpf } = await knownPlayer()
    inRegister.set(cpf, impeded)
    const { asking } = await deps.db.begin(async (tx) => {
      await lockAccounts(tx, [playerId])
      const begun = askToday(brSpa(), [playerId])
      const waiting = async () =>
        (
          await deps.db`
          select from pg_locks join pg_stat_activity as activity using (pid)
           where not granted and activity.datname = current_database()`
        ).length
      await expect.poll(waiting).toBe(1)
      expect(await isImpeded(playerId)).toBe(false)
      return { asking: begun }
    })
    await asking
    expect(await isImpeded(playerId)).toBe(true)
  })

  test('discards an answer about a CPF corrected meanwhile, and asks about the right one', async () => {
    const { playerId, cpf } = await knownPlayer()
    inRegister.set(cpf, impeded)
    const slow: ImpededRegister = {
      ask: async (cpfs) => {
        await deps.db.begin((tx) => askAnew(tx, [playerId]))
        return register.ask(cpfs)
      },
    }
    await askToday({ ...brSpa(), register: slow }, [playerId])
    expect(await isImpeded(playerId)).toBe(false)
    await askToday(brSpa(), [playerId])
    expect(await isImpeded(playerId)).toBe(true)
  })
})

test('asks the register in the background about players who sign in or use a session', async () => {
  const [one, other] = [await knownPlayer(), await knownPlayer()]
  inRegister.set(one.cpf, impeded)
  inRegister.set(other.cpf, impeded)
  const { policy } = brSpa()
  const readDeposited = async () => new Map()
  const protection = openProtection(deps, { policy, readDeposited, register })
  protection.notePlayers([one.playerId]) // its jobs have not started: it waits
  const jobs = protection.registerJobs()
  protection.notePlayers([other.playerId, 999_999_999])
  await expect.poll(() => isImpeded(one.playerId)).toBe(true)
  await expect.poll(() => isImpeded(other.playerId)).toBe(true)
  await Promise.all(jobs.map((job) => job.stop()))
  expect(openProtection(deps, { policy, readDeposited }).registerJobs()).toEqual([]) // without a register there is no job
})

describe('all players', () => {
  test('two servers at once ask about each player once, and again after two weeks', async () => {
    const players = await Promise.all(Array.from({ length: 30 }, () => knownPlayer()))
    const playerIds = players.map(({ playerId }) => playerId)
    const times = () => {
      const all = asked.flat()
      return players.map(({ cpf }) => all.filter((one) => one === cpf).length)
    }
    await Promise.all([askWholeBase(brSpa()), askWholeBase(brSpa()), askWholeBase(brSpa())])
    expect(new Set(times())).toEqual(new Set([1]))
    await agedBy(13, playerIds)
    await askWholeBase(brSpa())
    expect(new Set(times())).toEqual(new Set([1]))
    await agedBy(1, playerIds)
    inRegister.set(present(players[3], 'a player').cpf, impeded)
    await Promise.all([askWholeBase(brSpa()), askWholeBase(brSpa())])
    expect(new Set(times())).toEqual(new Set([2]))
    expect(await isImpeded(present(playerIds[3], 'a player'))).toBe(true)
  })

  test('skips players missing from the answer, and stops when the register is down', async () => {
    const [silent, last] = [await knownPlayer(), await knownPlayer()]
    inRegister.set(silent.cpf, undefined)
    await askWholeBase(brSpa(), 1)
    expect(asked).toEqual(expect.arrayContaining([[silent.cpf], [last.cpf]]))
    asked = []
    isDown = true
    await deps.db`update protection_register_answer set asked_at = null, claim = null, claimed_at = null`
    await askWholeBase(brSpa(), 1)
    expect(asked).toHaveLength(1)
  })

  test('asks again soon about players whose announced end has passed', async () => {
    const { playerId, cpf } = await knownPlayer()
    inRegister.set(cpf, { reason: 'self_excluded', until: new Date('2999-01-01T00:00:00Z') })
    await askToday(brSpa(), [playerId])
    await deps.db`
      update protection_register_answer set asked_at = now() - interval '2 days', until = now() - interval '1 day'
       where player_id = ${playerId}`
    inRegister.delete(cpf)
    await askWholeBase(brSpa())
    expect(await isImpeded(playerId)).toBe(false)
  })
})

test('only an answer of free ends an impediment; a missing answer or an error does not', async () => {
  const answer = fc.constantFrom('free', 'impeded', 'unknown', 'down')
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 6 }), async (answers) => {
      const { playerId, cpf } = await knownPlayer()
      let expected = false
      for (const one of answers) {
        isDown = one === 'down'
        inRegister.set(cpf, { free, impeded, unknown: undefined, down: free }[one])
        if (one === 'free' || one === 'impeded') expected = one === 'impeded'
        await askToday(brSpa(), [playerId])
        expect(await isImpeded(playerId)).toBe(expected)
        await deps.db`
          update protection_register_answer
             set asked_at = now() - interval '2 days',
                 claimed_at = case when claim is not null then now() - interval '1 hour' end
           where player_id = ${playerId}`
      }
    }),
    { numRuns: 20 },
  )
})

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

/** A register that says what a test wants: by CPF what is said, all others free; nothing while it is down. */
let said: Map<string, RegisterAnswer | undefined>
let isDown = false
let asked: string[][]
const register: ImpededRegister = {
  ask: async (cpfs) => {
    asked.push([...cpfs])
    if (isDown) return undefined
    const answers = cpfs.map((cpf) => [cpf, said.has(cpf) ? said.get(cpf) : free] as const)
    return new Map(answers.flatMap(([cpf, answer]) => (answer ? [[cpf, answer] as const] : [])))
  },
}
/** A register of persons that confirms everybody, as grown-up. */
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
  said = new Map()
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
/** A CPF with right check digits that nobody has. */
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

/** A player whose CPF was known before anybody asked the register. */
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
/** As if the last answers of these players were so many days old. */
const agedBy = (days: number, playerIds: readonly number[]) => deps.db`
  update protection_register_answer set asked_at = asked_at - make_interval(days => ${days})
   where player_id = any(${playerIds}::bigint[])`

describe('when a CPF becomes known', () => {
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

  test('who is impeded is identified and impeded at once, and tries no other CPF; nobody registers with theirs', async () => {
    const player = { ...(await newPlayer()), name: 'Ana Lima' }
    said.set(player.cpf, { reason: 'benefits', until: null })
    await giveCash(deps, player.playerId, 1_000)
    expect(codesOf(await identifyPlayers(brSpa(), [player]))).toEqual(['ok'])
    expect(await stake(player.playerId)).toBe('impeded')
    asked = []
    const other = { ...player, cpf: freshCpf() }
    expect(codesOf(await identifyPlayers(brSpa(), [other]))).toEqual(['kyc_already_done'])
    expect(asked.flat()).toEqual([]) // nothing is learnt of that CPF
    expect(codesOf([await admitIdentity(brSpa(), { name: 'Ana Lima', cpf: player.cpf })])).toEqual([
      'cannot_register',
    ])
  })

  test('the register is asked also of a person whom this house excluded, who is told what all are told while it is down', async () => {
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

  test('without a register nobody is asked of, and all go on', async () => {
    const player = { ...(await newPlayer()), name: 'Ana Lima' }
    const asking = { ...brSpa(), register: undefined }
    expect(codesOf([await admitIdentity(asking, player)])).toEqual(['ok'])
    expect(codesOf(await identifyPlayers(asking, [player]))).toEqual(['ok'])
    await askToday(asking, [player.playerId])
    await askWholeBase(asking)
  })
})

describe('when a player is here', () => {
  test('the register is asked once a day, and again while it does not answer', async () => {
    const { playerId, cpf } = await knownPlayer()
    isDown = true
    await askToday(brSpa(), [playerId])
    await askToday(brSpa(), [playerId]) // somebody is asking: it waits for its claim to end
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

  test('an impeded player neither stakes nor pays in, may withdraw unwagered, and plays again once the register says so', async () => {
    const { playerId, cpf } = await knownPlayer()
    await giveCash(deps, playerId, 1_000)
    expect(await stake(playerId)).toBe('taken')
    said.set(cpf, { reason: 'self_excluded', until: new Date('2999-01-01T00:00:00Z') })
    await askToday(brSpa(), [playerId])
    expect(await stake(playerId)).toBe('impeded')
    const deposited = { day: 0, week: 0, month: 0 }
    const topUp = async () =>
      admitTopUp(await openTopUpGate(deps.db, [playerId]), { playerId, cents: 100, deposited })
    expect(await topUp()).toMatchObject({
      ok: false,
      refusal: { code: 'impeded', detail: { endsAt: '2999-01-01T00:00:00.000Z' } },
    })
    expect(await readExcluded(deps.db, [playerId])).toEqual(new Set([playerId]))
    said.delete(cpf)
    await agedBy(1, [playerId])
    await askToday(brSpa(), [playerId])
    expect(await stake(playerId)).toBe('taken')
    expect(await topUp()).toMatchObject({ ok: true })
    const told = await deps.db<{ events: string }[]>`
      select events from platform_outbox where topic = 'impediment.changed' order by id`
    const changes = told.flatMap(({ events }) => JSON.parse(events) as { playerId: number }[])
    expect(changes.filter((one) => one.playerId === playerId)).toEqual([
      { playerId, isImpeded: true },
      { playerId, isImpeded: false },
    ])
  })

  test('while the register is down the last answer counts, also past the end that it told', async () => {
    const [held, well] = [await knownPlayer(), await knownPlayer()]
    await giveCash(deps, held.playerId, 1_000)
    await giveCash(deps, well.playerId, 1_000)
    said.set(held.cpf, { reason: 'other', until: new Date('2001-01-01T00:00:00Z') })
    await askToday(brSpa(), [held.playerId, well.playerId])
    await agedBy(40, [held.playerId, well.playerId])
    isDown = true
    await askToday(brSpa(), [held.playerId, well.playerId])
    expect(await stake(held.playerId)).toBe('impeded')
    expect(await stake(well.playerId)).toBe('taken')
  })

  test('of 200 stakes while the answer is written none is taken after it', async () => {
    const { playerId, cpf } = await knownPlayer()
    await giveCash(deps, playerId, 100_000)
    said.set(cpf, impeded)
    const stakes = Array.from({ length: 200 }, () => stake(playerId))
    await askToday(brSpa(), [playerId])
    const late = await Promise.all(Array.from({ length: 20 }, () => stake(playerId)))
    expect(new Set(late)).toEqual(new Set(['impeded']))
    const answers = await Promise.all(stakes)
    expect(answers.filter((one) => one !== 'taken' && one !== 'impeded')).toEqual([])
    expect(await cashOf(deps, playerId)).toBe(100_000 - 100 * answers.filter((one) => one === 'taken').length)
  })

  test('an answer waits while another transaction holds the accounts of its player', async () => {
    const { playerId, cpf } = await knownPlayer()
    said.set(cpf, impeded)
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

  test('an answer about a CPF that was corrected meanwhile is left out, and the right one is asked of', async () => {
    const { playerId, cpf } = await knownPlayer()
    said.set(cpf, impeded)
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

test('the register is asked about players who sign in or use a session, and no request waits for it', async () => {
  const [one, other] = [await knownPlayer(), await knownPlayer()]
  said.set(one.cpf, impeded)
  said.set(other.cpf, impeded)
  const { policy } = brSpa()
  const readDeposited = async () => new Map()
  const protection = openProtection(deps, { policy, readDeposited, register })
  protection.notePlayers([one.playerId]) // before its jobs run: it waits
  const jobs = protection.registerJobs()
  protection.notePlayers([other.playerId, 999_999_999])
  await expect.poll(() => isImpeded(one.playerId)).toBe(true)
  await expect.poll(() => isImpeded(other.playerId)).toBe(true)
  await Promise.all(jobs.map((job) => job.stop()))
  expect(openProtection(deps, { policy, readDeposited }).registerJobs()).toEqual([]) // no register, nobody to ask
})

describe('the whole base', () => {
  test('is asked of once where two servers do it at the same moment, and anew after two weeks', async () => {
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
    said.set(present(players[3], 'a player').cpf, impeded)
    await Promise.all([askWholeBase(brSpa()), askWholeBase(brSpa())])
    expect(new Set(times())).toEqual(new Set([2]))
    expect(await isImpeded(present(playerIds[3], 'a player'))).toBe(true)
  })

  test('skips players that the register leaves out, and stops when it is down', async () => {
    const [silent, last] = [await knownPlayer(), await knownPlayer()]
    said.set(silent.cpf, undefined)
    await askWholeBase(brSpa(), 1)
    expect(asked).toEqual(expect.arrayContaining([[silent.cpf], [last.cpf]]))
    asked = []
    isDown = true
    await deps.db`update protection_register_answer set asked_at = null, claim = null, claimed_at = null`
    await askWholeBase(brSpa(), 1)
    expect(asked).toHaveLength(1)
  })

  test('asks again soon about players whose told end has passed', async () => {
    const { playerId, cpf } = await knownPlayer()
    said.set(cpf, { reason: 'self_excluded', until: new Date('2999-01-01T00:00:00Z') })
    await askToday(brSpa(), [playerId])
    await deps.db`
      update protection_register_answer set asked_at = now() - interval '2 days', until = now() - interval '1 day'
       where player_id = ${playerId}`
    said.delete(cpf)
    await askWholeBase(brSpa())
    expect(await isImpeded(playerId)).toBe(false)
  })
})

test('only an answer that says free ends an impediment: no missing answer and no fault does', async () => {
  const answer = fc.constantFrom('free', 'impeded', 'unknown', 'down')
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 6 }), async (answers) => {
      const { playerId, cpf } = await knownPlayer()
      let expected = false
      for (const one of answers) {
        isDown = one === 'down'
        said.set(cpf, { free, impeded, unknown: undefined, down: free }[one])
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

import type { LimitPeriod } from '@palpite/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { closeAccount, registerPlayers } from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import { countTurnover, post } from '../ledger/index.ts'
import { admitStake, admitStakes } from './gates.ts'
import { admitIdentity, identifyPlayers } from './ask-register.ts'
import { openTries } from './check-persons.ts'
import { statement } from '../platform/testing/damage.ts'
import { joinPlayers, joinWholeBase, setLimits } from './limits.ts'
import { policyOf } from './policy.ts'
import { readRules } from './read-rules.ts'
import { protectionSettings } from './settings.ts'
import { beginBreaks, type TakeBreak } from './breaks.ts'
import { giveCash, placeTestStakes } from './testing/test-stakes.ts'

let deps: Deps
/** Players whose own CPF has paid. */
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
  (await placeTestStakes(deps, [{ playerId, stakeCents: 100, key: deps.random.hex(8) }]))[0]
const exclude = (playerId: number, kind: 'exclusion' | 'time_out' = 'exclusion') => {
  const length = kind === 'exclusion' ? '3m' : '24h'
  const request: TakeBreak = { playerId, kind, product: null, length, lang: 'pt-BR' }
  return beginBreaks(deps, { policyVersion: 'spec-13', readProven }, [request])
}

test('a break applies to every account with the same CPF, and to no other', async () => {
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

test('an account whose CPF is recorded later gets the others’ breaks, and gives them its own', async () => {
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

test('nobody registers with the CPF of a person on a break; the answer is that of a taken e-mail', async () => {
  const player = await newPlayer()
  const person = { name: 'Ana Lima', cpf: '39053344705' }
  await identify(player, person.cpf)
  expect(await admitIdentity(asking(), person)).toMatchObject({ ok: true })
  await exclude(player)
  expect(await admitIdentity(asking(), person)).toMatchObject({ refusal: { code: 'cannot_register' } })
})

test('of a concurrent exclusion and identification neither leaves an account open', async () => {
  const cpf = '86288366757'
  const players = [await newPlayer(), await newPlayer(), await newPlayer(), await newPlayer()]
  const [first = 0, second = 0] = players
  await identify(first, cpf)
  await Promise.all([exclude(first), exclude(second), ...players.slice(1).map((one) => identify(one, cpf))])
  expect(await Promise.all(players.map(stake))).toEqual(Array(4).fill('self_excluded'))
})

test('an account with an unproved CPF excludes no account whose own CPF has paid; the reverse does', async () => {
  const [owner, stranger, late] = [await newPlayer(), await newPlayer(), await newPlayer()]
  const cpf = '24843803480'
  await identify(owner, cpf)
  await identify(stranger, cpf)
  paidThemselves.add(owner)
  await exclude(stranger)
  expect([await stake(owner), await stake(stranger)]).toEqual(['taken', 'self_excluded'])
  await identify(late, cpf) // nor does a third account pass the stranger's break on to the owner
  expect([await stake(owner), await stake(late)]).toEqual(['taken', 'self_excluded'])
  await exclude(owner, 'time_out')
  expect(await stake(owner)).toBe('on_time_out')
})

describe('limits of a person with two accounts', () => {
  const settings = { settings: protectionSettings, policyVersion: 'spec-13' }
  const limit = (
    playerId: number,
    kind: 'loss' | 'bets' | 'stake',
    amount: number | null,
    period: LimitPeriod = 'day',
  ) => setLimits(deps, settings, [{ playerId, kind, period, amount }])
  const amountsOf = async (playerId: number) =>
    (await readRules(deps.db, [playerId])).get(playerId)?.limits.map(({ amount }) => amount) ?? []
  const join = (...playerIds: number[]) =>
    joinPlayers(deps, playerIds, { policyVersion: 'spec-13', readProven })

  /** Two accounts of one person, both or one proved by payments. */
  async function twoAccounts(cpf: string, proved: 'both' | 'one' = 'both'): Promise<[number, number]> {
    const [one, two] = [await newPlayer(), await newPlayer()]
    await identify(one, cpf)
    await identify(two, cpf)
    paidThemselves.add(one)
    if (proved === 'both') paidThemselves.add(two)
    await join(two)
    return [one, two]
  }

  test('S45: a tighter limit applies to both at once, a looser one only where requested', async () => {
    const [one, two] = await twoAccounts('71428793860')
    await limit(one, 'stake', 5_000)
    expect([await amountsOf(one), await amountsOf(two)]).toEqual([[5_000], [5_000]])
    await limit(two, 'stake', 300)
    expect([await amountsOf(one), await amountsOf(two)]).toEqual([[300], [300]])
    const wish = { playerId: one, kind: 'stake', period: 'day' } as const
    await limit(one, 'stake', 9_000)
    await deps.db`update protection_own_limit set pending_starts_at = now() - interval '1 second' where player_id = ${one}`
    await setLimits(deps, settings, [{ ...wish, confirms: true }])
    expect([await amountsOf(one), await amountsOf(two)]).toEqual([[9_000], [300]])
    const reported =
      await deps.db`select 1 from protection_limit_change where player_id = ${two} and wished_cents = 5000`
    expect(reported).toHaveLength(1)
  })

  test.each(['day', 'week', 'month'] as const)(
    'S45: stakes of one account count in the other by %s',
    async (period) => {
      const cpf = { day: '98765432100', week: '12345678909', month: '11122233396' }[period]
      const [one, two] = await twoAccounts(cpf)
      await limit(one, 'stake', 250, period)
      expect([await stake(one), await stake(two), await stake(one), await stake(two)]).toEqual([
        'taken',
        'taken',
        'stake_limit',
        'stake_limit',
      ])
    },
  )

  const closeIt = (playerId: number) =>
    deps.db.begin((tx) => closeAccount(tx, { playerId, why: 'player', deletesNow: true, lang: 'pt-BR' }))

  test('S45: a closed account still counts in the other one', async () => {
    const [one, two] = await twoAccounts('45317828791')
    await limit(two, 'stake', 250)
    expect([await stake(one), await stake(one)]).toEqual(['taken', 'taken'])
    await closeIt(one)
    expect(await stake(two)).toBe('stake_limit')
  })

  test('S45: closing an account and opening another keeps the limit, and what was staked under it', async () => {
    const cpf = '29537995593'
    const closed = await newPlayer()
    await identify(closed, cpf)
    paidThemselves.add(closed)
    await limit(closed, 'stake', 250)
    expect([await stake(closed), await stake(closed)]).toEqual(['taken', 'taken'])
    await closeIt(closed)
    const next = await newPlayer()
    await identify(next, cpf)
    paidThemselves.add(next)
    await Promise.all([join(next), join(next), joinWholeBase(deps, { policyVersion: 'spec-13', readProven })])
    expect(await amountsOf(next)).toEqual([250])
    expect(await stake(next)).toBe('stake_limit')
    // An account whose CPF never paid is linked with none.
    const stranger = await newPlayer()
    await identify(stranger, cpf)
    await join(stranger)
    expect(await stake(stranger)).toBe('taken')
  })

  test('a person whose accounts cannot be linked holds up no other', async () => {
    const pairs = []
    for (const cpf of ['04587821608', '23100299900']) {
      const [one, two] = [await newPlayer(), await newPlayer()]
      await identify(one, cpf)
      await identify(two, cpf)
      for (const playerId of [one, two]) paidThemselves.add(playerId)
      await limit(one, 'stake', 250)
      pairs.push([one, two] as const)
    }
    const [bad, good] = pairs
    if (!bad || !good) throw new Error('two persons')
    const owner = ownerOf(deps.db)
    await owner`delete from protection_person_account where player_id = any(${[...bad, ...good]}::bigint[])`
    await owner(
      statement(`alter table protection_person_account add constraint faulty check (player_id <> ${bad[0]})`),
    )
    const joining = { policyVersion: 'spec-13', readProven }
    await joinWholeBase(deps, joining)
    expect([await amountsOf(bad[1]), await amountsOf(good[1])]).toEqual([[], [250]])
    await owner(statement('alter table protection_person_account drop constraint faulty'))
    await joinWholeBase(deps, joining)
    expect(await amountsOf(bad[1])).toEqual([250])
  })

  test('S45: stakes of both accounts in one list stop at the limit', async () => {
    const [one, two] = await twoAccounts('22233344405')
    await limit(two, 'bets', 3)
    const listed = await placeTestStakes(
      deps,
      [one, two, one, two].map((playerId) => ({ playerId, stakeCents: 1, key: deps.random.hex(8) })),
    )
    expect(listed).toEqual(['taken', 'taken', 'taken', 'bet_count_limit'])
  })

  test('S45: a stake in one account waits for one being decided in the other, and counts it', async () => {
    const [one, two] = await twoAccounts('33344455514')
    await limit(one, 'bets', 1)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: decided, resolve: decide } = Promise.withResolvers<void>()
    const first = deps.db.begin(async (tx) => {
      const gate = await admitStakes(
        tx,
        {
          policy: policyOf({ COMPLIANCE_PROFILE: 'spec' }),
          bonusRules: { maxBonusStakeCents: 0 },
          activity: deps.activity,
        },
        [one],
      )
      const admitted = admitStake(gate, { playerId: one, stakeCents: 1, product: 'games' })
      countTurnover(gate.batch, { playerId: one, stakedCents: 1 })
      await post(tx, gate.batch)
      decide()
      await held
      return admitted.ok
    })
    await decided
    const second = stake(two)
    await expect
      .poll(async () => {
        const [all] = await deps.db<{ count: number }[]>`
          select count(*) as count from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`
        return all?.count
      })
      .toBe(1)
    release()
    expect([await first, await second]).toEqual([true, 'bet_count_limit'])
  })

  test('S45: linked accounts get the tightest of each limit; an unproved one is linked with none', async () => {
    const [one, two] = [await newPlayer(), await newPlayer()]
    const cpf = '44455566623'
    await identify(one, cpf)
    await limit(one, 'stake', 400)
    await limit(two, 'stake', 600)
    await limit(two, 'bets', 9)
    paidThemselves.add(one)
    await identify(two, cpf)
    await join(one, two)
    expect([await amountsOf(one), await amountsOf(two)]).toEqual([[400], [600, 9]])
    paidThemselves.add(two)
    await join(two)
    expect([await amountsOf(one), await amountsOf(two)]).toEqual([
      [400, 9],
      [400, 9],
    ])
    const [, stranger] = await twoAccounts('55566677732', 'one')
    await limit(stranger, 'stake', 100)
    expect([await stake(stranger), await stake(stranger)]).toEqual(['taken', 'stake_limit'])
  })

  test('S45: minutes of both count', async () => {
    const [one, two] = await twoAccounts('66677788841')
    await setLimits(deps, settings, [{ playerId: one, kind: 'time', period: 'day', amount: 30 }])
    await deps.db`
      insert into protection_activity (player_id, day, active_ms, night_ms, counted_at)
      select id, (now() at time zone 'America/Sao_Paulo')::date, 15 * 60000, 0, now()
        from unnest(${[one, two]}::bigint[]) as row (id)`
    expect([await stake(one), await stake(two)]).toEqual(['time_limit', 'time_limit'])
  })
})

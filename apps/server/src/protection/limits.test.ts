import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { testDevice } from '../../../../tools/test/test-device.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { openSessions, registerPlayers } from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import { limitKey, readLimitStates, readRules } from './read-rules.ts'
import { limitNames } from './rules.ts'
import { setLimits } from './limits.ts'
import { protectionSettings } from './settings.ts'
import { cashOf, giveCash, ledgerFindings, placeTestStakes } from './testing/test-stakes.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const with24h = { settings: protectionSettings, policyVersion: 'spec-2' }
const dailyLoss = (playerId: number) => ({ playerId, kind: 'loss', period: 'day' }) as const
const set = (playerId: number, amount: number | null) =>
  setLimits(deps, with24h, [{ ...dailyLoss(playerId), amount }])
const confirm = (playerId: number) => setLimits(deps, with24h, [{ ...dailyLoss(playerId), confirms: true }])
const inForce = async (playerId: number) => (await readRules(deps.db, [playerId])).get(playerId)?.limits
const only = (amount: number) => [{ kind: 'loss', period: 'day', amount }]
const stateOf = async (playerId: number) =>
  (await readLimitStates(deps.db, [playerId], protectionSettings.confirmWithinSeconds)).get(
    limitKey(dailyLoss(playerId)),
  )
/** Makes the wait end now. */
const waitIsOver = (playerId: number) => deps.db`
  update protection_limit set pending_starts_at = now() - interval '1 second' where player_id = ${playerId}`

describe('daily loss limits', () => {
  test('omits players who never set one', async () => {
    expect((await readRules(deps.db, [1, 2, 3])).size).toBe(0)
  })

  test('applies a first limit and a tighter one at once', async () => {
    expect(await set(10, 5000)).toEqual([{ ok: true, value: null }])
    expect(await inForce(10)).toEqual(only(5000))
    await set(10, 4000)
    expect(await inForce(10)).toEqual(only(4000))
  })

  test('a looser one waits a day by the database clock, then for a confirmation, then applies', async () => {
    await set(11, 4000)
    await set(11, 9000)
    expect(await inForce(11)).toEqual(only(4000))
    const waiting = (await stateOf(11))?.pending
    expect(waiting).toMatchObject({ amount: 9000, isDue: false })
    const [clock] = await deps.db<{ now: Date }[]>`select now() as now`
    const waitMs = (waiting?.startsAt.getTime() ?? 0) - (clock?.now.getTime() ?? 0)
    expect(Math.abs(waitMs - 24 * 3600 * 1000)).toBeLessThan(60_000)
    expect(await confirm(11)).toEqual([{ ok: false, refusal: { code: 'limit_not_due' } }])
    await waitIsOver(11)
    expect(await inForce(11)).toEqual(only(4000)) // not confirmed yet
    expect((await stateOf(11))?.pending).toMatchObject({ isDue: true })
    expect(await confirm(11)).toEqual([{ ok: true, value: null }])
    expect(await inForce(11)).toEqual(only(9000))
    expect(await stateOf(11)).toEqual({ amount: 9000, pending: null })
    expect(await confirm(11)).toEqual([{ ok: false, refusal: { code: 'limit_not_due' } }])
  })

  test('after fifty requests a day a limit can only be tightened', async () => {
    await set(4_020, 90_000)
    for (let more = 1; more < 50; more += 1) await set(4_020, 90_000 + more)
    const refused = [{ ok: false, refusal: { code: 'too_many_requests' } }]
    expect(await set(4_020, 99_000)).toEqual(refused)
    expect(await set(4_020, null)).toEqual(refused)
    expect(await set(4_020, 90_000)).toEqual([{ ok: true, value: null }]) // the looser one is cancelled
    expect(await set(4_020, 90_000)).toEqual([{ ok: true, value: null }]) // already in force: no request, no row
    expect(await set(4_020, 95_000)).toEqual(refused)
    expect(await set(4_020, 80_000)).toEqual([{ ok: true, value: null }])
    expect(await inForce(4_020)).toEqual(only(80_000))
    const rows = await deps.db`select from protection_limit_change where player_id = 4020`
    expect(rows).toHaveLength(52)
  })

  test('drops a request not confirmed within a week', async () => {
    await set(19, 4000)
    await set(19, 9000)
    await deps.db`
      update protection_limit set pending_starts_at = now() - interval '7 days 1 second' where player_id = 19`
    expect(await stateOf(19)).toEqual({ amount: 4000, pending: null })
    expect(await confirm(19)).toEqual([{ ok: false, refusal: { code: 'limit_not_due' } }])
    expect(await inForce(19)).toEqual(only(4000))
  })

  test('no limit at all is the loosest: it waits too', async () => {
    await set(12, 4000)
    await set(12, null)
    expect(await inForce(12)).toEqual(only(4000))
    await waitIsOver(12)
    await confirm(12)
    expect(await inForce(12)).toBeUndefined()
    await set(12, 7000) // after lifting it, a limit is tighter again
    expect(await inForce(12)).toEqual(only(7000))
  })

  test('decides several requests of one list in turn, and stores each', async () => {
    const answers = await setLimits(deps, with24h, [
      { ...dailyLoss(13), amount: 5000 },
      { ...dailyLoss(14), amount: 99 },
      { ...dailyLoss(13), amount: 8000 },
      { ...dailyLoss(13), amount: 3000 },
    ])
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, true, true])
    expect(await stateOf(13)).toEqual({ amount: 3000, pending: null })
    const kept = await deps.db<{ requested: number; before: number | null; version: string }[]>`
      select wished_cents as requested, before_cents as before, policy_version as version
        from protection_limit_change where player_id = 13 order by id`
    expect(kept).toEqual([
      { requested: 5000, before: null, version: 'spec-2' },
      { requested: 8000, before: 5000, version: 'spec-2' },
      { requested: 3000, before: 5000, version: 'spec-2' },
    ])
  })

  test('refuses a limit below the minimum and changes nothing', async () => {
    const [answer] = await set(15, 99)
    expect(answer).toEqual({ ok: false, refusal: { code: 'limit_out_of_bounds', values: { minCents: 100 } } })
    expect(await inForce(15)).toBeUndefined()
  })

  test('200 requests at once leave the tightest in force', async () => {
    const amounts = Array.from({ length: 200 }, (_none, at) => 1000 + ((at * 37) % 200))
    await Promise.all(amounts.map((cents) => set(16, cents)))
    expect(await inForce(16)).toEqual(only(1000))
  })

  test('the database rejects rewriting a request', async () => {
    await set(17, 5000)
    await expect(
      ownerOf(deps.db)`update protection_limit_change set wished_cents = 1 where player_id = 17`,
    ).rejects.toThrow('never changed')
  })

  test('the database rejects a tighter limit that waits', async () => {
    await set(18, 5000)
    await expect(deps.db`
      update protection_limit set pending_daily_loss_cents = 4000, pending_starts_at = now()
       where player_id = 18`).rejects.toThrow('protection_limit_pending_is_looser')
  })
})

describe('limits of every kind and period', () => {
  const names = limitNames.filter(({ kind, period }) => !(kind === 'loss' && period === 'day'))
  const setAll = (playerId: number, amount: number | null) =>
    setLimits(
      deps,
      with24h,
      names.map((name) => ({ playerId, ...name, amount })),
    )

  const held = (amount: number) =>
    names.map((name) => ({ ...name, amount, ...(name.kind === 'time' ? { usedMinutes: 0 } : {}) }))

  test('coexist, tighter at once, looser after the wait and a confirmation', async () => {
    expect((await setAll(30, 5000)).every(({ ok }) => ok)).toBe(true)
    expect(await inForce(30)).toEqual(held(5000))
    await setAll(30, 4000)
    await setAll(30, null)
    expect(await inForce(30)).toEqual(held(4000))
    const confirmAll = () =>
      setLimits(
        deps,
        with24h,
        names.map((name) => ({ playerId: 30, ...name, confirms: true })),
      )
    expect((await confirmAll()).some(({ ok }) => ok)).toBe(false)
    await deps.db`
      update protection_own_limit set pending_starts_at = now() - interval '1 second' where player_id = 30`
    expect((await confirmAll()).every(({ ok }) => ok)).toBe(true)
    expect(await inForce(30)).toBeUndefined()
    const kept = await deps.db<{ count: number; yes: number }[]>`
      select count(*)::int as count, count(*) filter (where is_confirmation)::int as yes
        from protection_limit_change where player_id = 30`
    expect(kept).toEqual([{ count: 4 * names.length, yes: names.length }])
    const reported = await deps.db<{ events: string }[]>`
      select events from platform_outbox where topic = 'limit.decided' order by id`
    type Decided = { playerId: number; kind: string; period: string; amount: number | null; waits: boolean }
    const ofTime = reported
      .flatMap(({ events }) => JSON.parse(events) as Decided[])
      .filter(({ playerId, kind, period }) => playerId === 30 && kind === 'time' && period === 'day')
    expect(ofTime.map(({ amount, waits }) => [amount, waits])).toEqual([
      [5000, false],
      [4000, false],
      [null, true],
      [null, false],
    ])
  })

  test('accepts a limit of one bet a day, refuses one of one cent', async () => {
    const of = (kind: 'bets' | 'stake') =>
      setLimits(deps, with24h, [{ playerId: 31, kind, period: 'day', amount: 1 }])
    expect((await of('bets'))[0]?.ok).toBe(true)
    expect((await of('stake'))[0]).toMatchObject({ refusal: { code: 'limit_out_of_bounds' } })
  })

  test('the database rejects a tighter limit that waits', async () => {
    await setAll(32, 5000)
    await expect(deps.db`
      update protection_own_limit set pending_amount = 4000, pending_starts_at = now()
       where player_id = 32`).rejects.toThrow('protection_own_limit_pending_is_looser')
  })
})

describe('the limit inside the transaction of a stake', () => {
  const stake = async (playerId: number, stakeCents: number) =>
    (await placeTestStakes(deps, [{ playerId, stakeCents, key: deps.random.hex(8) }]))[0]

  test('200 stakes at once stop exactly at the limit, and the money adds up', async () => {
    await giveCash(deps, 20, 100_000)
    await set(20, 1050)
    const answers = await Promise.all(Array.from({ length: 200 }, () => stake(20, 100)))
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(10)
    expect(answers.filter((answer) => answer === 'daily_loss_limit')).toHaveLength(190)
    expect(await stake(20, 50)).toBe('taken') // the remainder to the cent
    expect(await stake(20, 1)).toBe('daily_loss_limit')
    expect(await cashOf(deps, 20)).toBe(100_000 - 1050)
    expect(await ledgerFindings(deps)).toEqual([])
  })

  test('counts stakes of one list in turn, each player to their own limit', async () => {
    await giveCash(deps, 21, 10_000)
    await giveCash(deps, 22, 10_000)
    await set(21, 250)
    const requests = [21, 22, 21, 21, 22].map((playerId, at) => ({
      playerId,
      stakeCents: 100,
      key: `list:${at}`,
    }))
    expect(await placeTestStakes(deps, requests)).toEqual([
      'taken',
      'taken',
      'taken',
      'daily_loss_limit',
      'taken',
    ])
  })

  test('a tighter limit applies to the very next stake', async () => {
    await giveCash(deps, 23, 10_000)
    expect(await stake(23, 500)).toBe('taken')
    await set(23, 400)
    expect(await stake(23, 1)).toBe('daily_loss_limit')
  })

  test.each([
    { kind: 'stake', period: 'day', amount: 1050, taken: 10, code: 'stake_limit' },
    { kind: 'stake', period: 'week', amount: 1050, taken: 10, code: 'stake_limit' },
    { kind: 'loss', period: 'week', amount: 1050, taken: 10, code: 'loss_limit' },
    { kind: 'loss', period: 'month', amount: 1050, taken: 10, code: 'loss_limit' },
    { kind: 'bets', period: 'day', amount: 7, taken: 7, code: 'bet_count_limit' },
    { kind: 'bets', period: 'month', amount: 7, taken: 7, code: 'bet_count_limit' },
  ] as const)(
    '60 stakes at once stop exactly at $kind by $period',
    async ({ kind, period, amount, ...then }) => {
      const playerId = 100 + limitNames.findIndex((name) => name.kind === kind && name.period === period)
      await giveCash(deps, playerId, 100_000)
      await setLimits(deps, with24h, [{ playerId, kind, period, amount }])
      const answers = await Promise.all(Array.from({ length: 60 }, () => stake(playerId, 100)))
      expect(answers.filter((answer) => answer === 'taken')).toHaveLength(then.taken)
      expect(answers.filter((answer) => answer === then.code)).toHaveLength(60 - then.taken)
    },
  )

  test('counts earlier days of the month, and not those before it', async () => {
    const playerId = 130
    await giveCash(deps, playerId, 100_000)
    // 300 cents staked on each of the last forty days.
    await ownerOf(deps.db)`
      insert into ledger_turnover (player_id, day, staked_cents)
      select ${playerId}, (now() at time zone 'America/Sao_Paulo')::date - before, 300
        from generate_series(1, 40) as before`
    const [month] = await deps.db<{ past: number }[]>`
      select extract(day from now() at time zone 'America/Sao_Paulo')::int - 1 as past`
    const stakedCents = 300 * (month?.past ?? 0)
    const limit = { playerId, kind: 'stake', period: 'month', amount: stakedCents + 1000 } as const
    await setLimits(deps, with24h, [limit])
    expect(await stake(playerId, 1001)).toBe('stake_limit')
    expect(await stake(playerId, 1000)).toBe('taken')
    expect(await stake(playerId, 1)).toBe('stake_limit')
  })
})

test('S43: a looser limit needs the second factor, if set up, at request and confirmation; a tighter one does not', async () => {
  const [player] = await registerPlayers(deps, [
    { email: 'factor@example.com', passwordHash: 'none', phone: null, ip: '127.0.0.1' },
  ])
  const playerId = player?.ok ? player.value.playerId : 0
  await deps.db`update identity_player set second_factor_at = now() where id = ${playerId}`
  const [session] = await openSessions(deps, [
    { playerId, ip: '127.0.0.1', device: testDevice, factor: 'code' },
  ])
  const sessionId = session?.sessionId ?? 0
  const ask = async (wish: { amount: number | null } | { confirms: true }) => {
    const [answer] = await setLimits(deps, with24h, [{ ...dailyLoss(playerId), sessionId, ...wish }])
    return answer?.ok ? 'set' : answer?.refusal.code
  }
  const stepUp = (until: string) => deps.db`
    update identity_session set stepped_up_until = now() + ${until}::interval where id = ${sessionId}`
  expect([await ask({ amount: 9000 }), await ask({ amount: 5000 })]).toEqual(['set', 'set'])
  expect([await ask({ amount: 6000 }), await ask({ amount: null })]).toEqual([
    'step_up_needed',
    'step_up_needed',
  ])
  expect(await stateOf(playerId)).toEqual({ amount: 5000, pending: null })
  await stepUp('1 minute')
  expect([await ask({ amount: 6000 }), await ask({ confirms: true })]).toEqual(['set', 'limit_not_due'])
  await stepUp('0')
  await waitIsOver(playerId)
  // Repeating the same request confirms it, too.
  expect([await ask({ confirms: true }), await ask({ amount: 6000 })]).toEqual([
    'step_up_needed',
    'step_up_needed',
  ])
  await stepUp('1 minute')
  expect(await ask({ confirms: true })).toBe('set')
  expect(await inForce(playerId)).toEqual(only(6000))
  // A session that ended while the call waited for the player's accounts proves nothing.
  await deps.db`delete from identity_session where id = ${sessionId}`
  expect([await ask({ amount: 7000 }), await ask({ amount: 5500 })]).toEqual(['step_up_needed', 'set'])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Deps } from '../platform/deps.ts'
import { readLimits, readLimitStates } from './read-limits.ts'
import { setLimits } from './set-limits.ts'
import { protectionSettings } from './settings.ts'
import { cashOf, giveCash, ledgerFindings, takeTestStakes } from './testing/test-stakes.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const with24h = { settings: protectionSettings, policyVersion: 'spec-2' }
const set = (playerId: number, dailyLossCents: number | null) =>
  setLimits(deps, with24h, [{ playerId, dailyLossCents }])
const inForce = async (playerId: number) => (await readLimits(deps.db, [playerId])).get(playerId)
/** As if the wait were over. */
const waitIsOver = (playerId: number) => deps.db`
  update protection_limit set pending_starts_at = now() - interval '1 second' where player_id = ${playerId}`

describe('daily loss limits', () => {
  test('a player who never set one is not in the list', async () => {
    expect((await readLimits(deps.db, [1, 2, 3])).size).toBe(0)
  })

  test('a first limit and a tighter one hold at once', async () => {
    expect(await set(10, 5000)).toEqual([{ ok: true, value: null }])
    expect(await inForce(10)).toEqual({ dailyLossCents: 5000 })
    await set(10, 4000)
    expect(await inForce(10)).toEqual({ dailyLossCents: 4000 })
  })

  test('a looser one waits a day by the clock of the database, then holds', async () => {
    await set(11, 4000)
    await set(11, 9000)
    expect(await inForce(11)).toEqual({ dailyLossCents: 4000 })
    const waiting = (await readLimitStates(deps.db, [11])).get(11)?.pending
    expect(waiting?.dailyLossCents).toBe(9000)
    const [clock] = await deps.db<{ now: Date }[]>`select now() as now`
    const waitMs = (waiting?.startsAt.getTime() ?? 0) - (clock?.now.getTime() ?? 0)
    expect(Math.abs(waitMs - 24 * 3600 * 1000)).toBeLessThan(60_000)
    await waitIsOver(11)
    expect(await inForce(11)).toEqual({ dailyLossCents: 9000 })
    expect((await readLimitStates(deps.db, [11])).get(11)).toEqual({ dailyLossCents: 9000, pending: null })
  })

  test('no limit at all is the loosest: it waits too', async () => {
    await set(12, 4000)
    await set(12, null)
    expect(await inForce(12)).toEqual({ dailyLossCents: 4000 })
    await waitIsOver(12)
    expect(await inForce(12)).toBeUndefined()
    await set(12, 7000) // after lifting it, a limit is tighter again
    expect(await inForce(12)).toEqual({ dailyLossCents: 7000 })
  })

  test('several wishes of one list are decided in turn, and all of them are kept', async () => {
    const answers = await setLimits(deps, with24h, [
      { playerId: 13, dailyLossCents: 5000 },
      { playerId: 14, dailyLossCents: 99 },
      { playerId: 13, dailyLossCents: 8000 },
      { playerId: 13, dailyLossCents: 3000 },
    ])
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, true, true])
    expect((await readLimitStates(deps.db, [13])).get(13)).toEqual({ dailyLossCents: 3000, pending: null })
    const kept = await deps.db<{ wished: number; before: number | null; version: string }[]>`
      select wished_cents as wished, before_cents as before, policy_version as version
        from protection_limit_change where player_id = 13 order by id`
    expect(kept).toEqual([
      { wished: 5000, before: null, version: 'spec-2' },
      { wished: 8000, before: 5000, version: 'spec-2' },
      { wished: 3000, before: 5000, version: 'spec-2' },
    ])
  })

  test('a limit below the least is refused and changes nothing', async () => {
    const [answer] = await set(15, 99)
    expect(answer).toEqual({ ok: false, refusal: { code: 'limit_out_of_bounds', values: { minCents: 100 } } })
    expect(await inForce(15)).toBeUndefined()
  })

  test('200 wishes at once leave the tightest in force', async () => {
    const wishes = Array.from({ length: 200 }, (_none, at) => 1000 + ((at * 37) % 200))
    await Promise.all(wishes.map((cents) => set(16, cents)))
    expect(await inForce(16)).toEqual({ dailyLossCents: 1000 })
  })

  test('the database refuses to rewrite what was asked', async () => {
    await set(17, 5000)
    await expect(
      ownerOf(deps.db)`update protection_limit_change set wished_cents = 1 where player_id = 17`,
    ).rejects.toThrow('never changed')
  })

  test('the database refuses a tighter limit that waits', async () => {
    await set(18, 5000)
    await expect(deps.db`
      update protection_limit set pending_daily_loss_cents = 4000, pending_starts_at = now()
       where player_id = 18`).rejects.toThrow('protection_limit_pending_is_looser')
  })
})

describe('the limit inside the transaction of a stake', () => {
  const stake = async (playerId: number, stakeCents: number) =>
    (await takeTestStakes(deps, [{ playerId, stakeCents, key: deps.random.hex(8) }]))[0]

  test('200 stakes at once stop exactly at the limit, and the money adds up', async () => {
    await giveCash(deps, 20, 100_000)
    await set(20, 1050)
    const answers = await Promise.all(Array.from({ length: 200 }, () => stake(20, 100)))
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(10)
    expect(answers.filter((answer) => answer === 'daily_loss_limit')).toHaveLength(190)
    expect(await stake(20, 50)).toBe('taken') // what is left to the cent
    expect(await stake(20, 1)).toBe('daily_loss_limit')
    expect(await cashOf(deps, 20)).toBe(100_000 - 1050)
    expect(await ledgerFindings(deps)).toEqual([])
  })

  test('stakes of one list are held to it in turn, each player to the own', async () => {
    await giveCash(deps, 21, 10_000)
    await giveCash(deps, 22, 10_000)
    await set(21, 250)
    const requests = [21, 22, 21, 21, 22].map((playerId, at) => ({
      playerId,
      stakeCents: 100,
      key: `list:${at}`,
    }))
    expect(await takeTestStakes(deps, requests)).toEqual([
      'taken',
      'taken',
      'taken',
      'daily_loss_limit',
      'taken',
    ])
  })

  test('a tighter limit holds for the very next stake', async () => {
    await giveCash(deps, 23, 10_000)
    expect(await stake(23, 500)).toBe('taken')
    await set(23, 400)
    expect(await stake(23, 1)).toBe('daily_loss_limit')
  })
})

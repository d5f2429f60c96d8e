import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { verifyLedger } from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import {
  endExpiredBonuses,
  convertMetBonuses,
  openWagering,
  readWageringLeft,
  readWithdrawable,
} from './index.ts'
import { balancesOf, cancel, grant, policy, settle, stakeBonus, stakeSettled } from './testing/grants.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

let running: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()))
  running = []
})

/** One more server that follows settled stakes. */
const startServer = () => {
  const jobs = openWagering({ deps, policy, settling: [stakeSettled] }).jobs()
  running.push(...jobs)
  return jobs
}

let made = 0

/** A player of this test alone, with a bonus of R$ 20 that is to be wagered twice. */
const newPlayer = async () => {
  made += 1
  const given = { playerId: made, source: 'topup', sourceId: `E${made}` }
  await grant(deps, { ...given, mainCents: 0, bonusGrantCents: 2_000 })
  return given
}

const releasesOf = async (playerId: number) => {
  const rows = await deps.db<{ key: string }[]>`
    select key from ledger_transfer where key like ${`wagered:${playerId}:%`} and key not like '%repaid'`
  return rows.length
}

async function untilReleased(playerId: number, cashCents: number): Promise<void> {
  await expect.poll(() => balancesOf(deps, playerId)).toEqual({ cashCents, bonusCents: 0 })
}

describe('a bonus whose requirement is met', () => {
  test('becomes cash after the stake that meets it is settled, and not before', async () => {
    const { playerId } = await newPlayer()
    startServer()
    await settle(deps, [playerId], { settledCents: 3_999 })
    const other = await newPlayer()
    await settle(deps, [other.playerId], { settledCents: 4_000 })
    await untilReleased(other.playerId, 2_000) // so the settlement before was read too
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 2_000 })
    await settle(deps, [playerId], { settledCents: 1 })
    await untilReleased(playerId, 2_000)
  })

  test('becomes cash once, however many servers follow', async () => {
    const players = [await newPlayer(), await newPlayer(), await newPlayer()]
    startServer()
    startServer()
    const ids = players.map(({ playerId }) => playerId)
    await settle(deps, ids, { settledCents: 4_000 })
    for (const playerId of ids) await untilReleased(playerId, 2_000)
    expect(await Promise.all(ids.map(releasesOf))).toEqual([1, 1, 1])
  })

  test('becomes cash also beside a player whose requirement cannot be closed', async () => {
    const [broken, other] = [await newPlayer(), await newPlayer()]
    await ownerOf(
      deps.db,
    )`create function test_refuse() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`
    await ownerOf(deps.db)`
      create trigger test_broken before update on wagering_requirement for each row
      when (new.status = 'met' and new.main_cents = 0 and new.source_id = 'E-broken') execute function test_refuse()`
    await deps.db`update wagering_requirement set source_id = 'E-broken' where player_id = ${broken.playerId}`
    startServer()
    await settle(deps, [broken.playerId, other.playerId], { settledCents: 4_000 })
    await untilReleased(other.playerId, 2_000)
    expect(await balancesOf(deps, broken.playerId)).toEqual({ cashCents: 0, bonusCents: 2_000 })
    await ownerOf(deps.db)`drop trigger test_broken on wagering_requirement`
  })

  test('becomes cash once, when 200 ask at once', async () => {
    const { playerId } = await newPlayer()
    await settle(deps, [playerId], { settledCents: 4_000 })
    await Promise.all(Array.from({ length: 200 }, () => convertMetBonuses({ deps, policy }, [playerId])))
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 2_000, bonusCents: 0 })
    expect(await releasesOf(playerId)).toBe(1)
  })

  test('becomes cash once, when the server dies between the release and the note that it was read', async () => {
    const { playerId } = await newPlayer()
    await settle(deps, [playerId], { settledCents: 4_000 })
    await convertMetBonuses({ deps, policy }, [playerId]) // what the server that died had committed
    startServer() // the next one reads the same event again
    const other = await newPlayer()
    await settle(deps, [other.playerId], { settledCents: 4_000 })
    await untilReleased(other.playerId, 2_000)
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 2_000, bonusCents: 0 })
    expect(await releasesOf(playerId)).toBe(1)
  })

  test('is released again by the event of a late bet that returns bonus', async () => {
    const { playerId } = await newPlayer()
    startServer()
    await stakeBonus(deps, playerId, 700)
    await settle(deps, [playerId], { settledCents: 4_000 })
    await untilReleased(playerId, 1_300)
    await settle(deps, [playerId], { settledCents: 100, bonusReturnCents: 700 })
    await untilReleased(playerId, 2_000)
    expect(await releasesOf(playerId)).toBe(2)
  })
})

test('S28: a bonus’s winnings beyond its grant stay bonus when it is met, and after', async () => {
  const { playerId } = await newPlayer()
  await settle(deps, [playerId], { settledCents: 1_000, bonusReturnCents: 5_000 })
  await settle(deps, [playerId], { settledCents: 3_000 })
  await convertMetBonuses({ deps, policy }, [playerId])
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 2_000, bonusCents: 5_000 })
  await settle(deps, [playerId], { settledCents: 9_000, bonusReturnCents: 100 })
  await convertMetBonuses({ deps, policy }, [playerId])
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 2_000, bonusCents: 5_100 })
  expect((await readWithdrawable(deps.db, policy, [playerId])).get(playerId)).toBe(2_000)
})

test('gives a bonus of one grant once', async () => {
  const { playerId, ...given } = await newPlayer()
  const again = grant(deps, { playerId, ...given, mainCents: 0, bonusGrantCents: 2_000 })
  await expect(again).rejects.toThrow('wagering_requirement_once')
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 2_000 })
})

test('takes back a cancelled grant that is not wagered yet, and leaves one that is', async () => {
  const [open, met] = [await newPlayer(), await newPlayer()]
  await settle(deps, [met.playerId], { settledCents: 4_000 })
  await convertMetBonuses({ deps, policy }, [met.playerId])
  await cancel(deps, open)
  await cancel(deps, met)
  expect(await balancesOf(deps, open.playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
  expect(await balancesOf(deps, met.playerId)).toEqual({ cashCents: 2_000, bonusCents: 0 })
})

test('shows what a list of players may withdraw, including released bonus', async () => {
  const [open, met] = [await newPlayer(), await newPlayer()]
  await settle(deps, [met.playerId], { settledCents: 4_000 })
  const shown = await readWithdrawable(deps.db, policy, [open.playerId, met.playerId])
  expect([...shown]).toEqual([
    [open.playerId, 0],
    [met.playerId, 2_000],
  ])
})

describe('a bonus whose time is over', () => {
  const age = (sourceId: string, days: number) =>
    ownerOf(deps.db)`update wagering_requirement set expires_at = expires_at - make_interval(days => ${days})
                      where source_id = ${sourceId}`
  const end = () => endExpiredBonuses({ deps, policy })
  const sourceOf = async (sourceId: string) => {
    const rows = await deps.db<{ source: string }[]>`
      select source from wagering_requirement where source_id = ${sourceId}`
    return rows[0]?.source
  }
  const wageringLeftOf = async (playerId: number) =>
    (await readWageringLeft(deps.db, policy, [playerId])).get(playerId)

  const reportedOf = async (playerId: number) => {
    const rows = await deps.db<{ events: { playerId: number; outcome: string; cents: number }[] }[]>`
      select events::json from platform_outbox where topic = 'wagering.ended'`
    const own = rows.flatMap(({ events }) => events).filter((event) => event.playerId === playerId)
    return own.map(({ outcome, cents }) => ({ outcome, cents }))
  }

  test('is taken back once, a month after it was granted and not before', async () => {
    const { playerId, sourceId } = await newPlayer()
    const days = ((await wageringLeftOf(playerId))?.bonusExpiresAt?.getTime() ?? 0) - Date.now()
    expect(Math.round(days / 86_400_000)).toBe(30)
    await age(sourceId, 29)
    await end()
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 2_000 })
    await age(sourceId, 1)
    await Promise.all([end(), end()])
    await end()
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
    expect(await wageringLeftOf(playerId)).toMatchObject({
      bonusLeftCents: 0,
      bonusGrantCents: 0,
      bonusExpiresAt: null,
    })
    expect(await reportedOf(playerId)).toEqual([{ outcome: 'expired', cents: 2_000 }])
  })

  test('holds up no other if it cannot be ended, and is ended once it can be', async () => {
    const [bad, good] = [await newPlayer(), await newPlayer()]
    const key = `bonus-back:${(await sourceOf(bad.sourceId)) ?? ''}:${bad.sourceId}`
    await deps.db`insert into ledger_transfer_key (player_id, key) values (${bad.playerId}, ${key})`
    await age(bad.sourceId, 31)
    await age(good.sourceId, 30)
    await end()
    expect((await balancesOf(deps, good.playerId)).bonusCents).toBe(0)
    expect((await balancesOf(deps, bad.playerId)).bonusCents).toBe(2_000)
    expect(await deps.metrics.text()).toContain('palpite_job_skipped_total{name="wagering-expired"} 1')
    await ownerOf(deps.db)`delete from ledger_transfer_key where player_id = ${bad.playerId} and key = ${key}`
    await end()
    expect((await balancesOf(deps, bad.playerId)).bonusCents).toBe(0)
  })

  test('is reported once, as met, if it was wagered in time', async () => {
    const { playerId } = await newPlayer()
    await settle(deps, [playerId], { settledCents: 4_000 })
    await convertMetBonuses({ deps, policy }, [playerId])
    await convertMetBonuses({ deps, policy }, [playerId])
    expect(await reportedOf(playerId)).toEqual([{ outcome: 'met', cents: 2_000 }])
  })

  test('leaves the wagering of own money, and the later bonus, which moves up', async () => {
    const { playerId, sourceId } = await newPlayer()
    await grant(deps, {
      playerId,
      source: 'topup',
      sourceId: `${sourceId}main`,
      mainCents: 5_000,
      bonusGrantCents: 1_000,
    })
    await grant(deps, {
      playerId,
      source: 'topup',
      sourceId: `${sourceId}later`,
      mainCents: 0,
      bonusGrantCents: 300,
    })
    await stakeBonus(deps, playerId, 2_500)
    for (const ended of [sourceId, `${sourceId}main`]) await age(ended, 31)
    await end()
    // Of 800 cents that are left the later bonus claims 300; the others go back.
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 300 })
    expect(await wageringLeftOf(playerId)).toMatchObject({
      ownLeftCents: 5_000,
      bonusLeftCents: 600,
      bonusGrantCents: 300,
    })
    // The own money is older: it is wagered first.
    await settle(deps, [playerId], { settledCents: 600 })
    expect(await wageringLeftOf(playerId)).toMatchObject({ ownLeftCents: 4_400, bonusLeftCents: 600 })
    await settle(deps, [playerId], { settledCents: 5_000 })
    await convertMetBonuses({ deps, policy }, [playerId])
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 300, bonusCents: 0 })
    expect(await wageringLeftOf(playerId)).toMatchObject({ ownLeftCents: 0, ownTotalCents: 0 })
  })

  test('belongs to the player if it was wagered in time, however late that is evaluated', async () => {
    const { playerId, sourceId } = await newPlayer()
    await settle(deps, [playerId], { settledCents: 4_000 })
    await age(sourceId, 31)
    await end()
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 2_000, bonusCents: 0 })
  })
})

test('leaves a ledger that holds', async () => {
  expect(await verifyLedger(deps.db, [])).toEqual([])
})

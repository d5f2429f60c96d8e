import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { newPlayer } from '../cashier/testing/players.ts'
import { readClosing, verifyLedger } from '../ledger/index.ts'
import { play, requestFor } from '../sportsbook/testing/harness.ts'
import { policyOf } from '../protection/index.ts'
import { beginDays, deleteOldReports, makePart, makeReportAgain } from './make-reports.ts'
import { openReports } from './index.ts'
import { selectFiles } from './queries.ts'
import { addSums, disagreements } from './rules.ts'
import { makeAll, openTestHouse, partsOf, playDay, standing, valuesOf } from './testing/test-house.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A house that closes after its test. */
async function openHouse() {
  const house = await openTestHouse()
  closers.push(house.harness.close)
  return house
}

test('the files of a closed day match its ledger, in parts, without test accounts', async () => {
  const house = await openHouse()
  const { one, two, tester } = await playDay(house)
  await house.closeDay()
  await beginDays(house.deps.db)
  await makeAll(house.reports)
  expect(await standing(house)).toMatchObject({ day: house.day, version: 1, status: 'made', reason: null })
  const bets = (await partsOf(house, 'apostas')).join('')
  // Three stakes of real players and two returns of 20.00.
  expect(valuesOf(bets, 'aposta', 'movimento').toSorted()).toEqual([
    'APOSTA',
    'APOSTA',
    'APOSTA',
    'PREMIO',
    'PREMIO',
  ])
  expect(valuesOf(bets, 'aposta', 'valor').toSorted()).toEqual(['10.00', '10.00', '10.00', '20.00', '20.00'])
  expect(await partsOf(house, 'apostas')).toHaveLength(2)
  const people = (await partsOf(house, 'apostadores')).join('')
  for (const { cpf } of [one, two]) expect(people).toContain(`cpf="${cpf}"`)
  expect(people).not.toContain(tester.cpf)
  expect(valuesOf((await partsOf(house, 'jogos')).join(''), 'jogo', 'situacao')).toEqual(
    expect.arrayContaining(['APOSTA', 'PREMIO']),
  )
  const [own = ''] = await partsOf(house, 'operador')
  expect(own).toContain('natureza="APOSTA_ESPORTIVA" entradas="40.00" saidas="30.00"')
  expect(own).toContain('cnpj="11222333000181"')
  const [first = ''] = await partsOf(house, 'carteiras')
  expect(valuesOf(first, 'arquivo', 'dia')).toEqual([house.day])
  expect(await verifyLedger(house.deps.db, [])).toEqual([])
})

const step = fc.oneof(
  fc.record({
    kind: fc.constant('pay' as const),
    who: fc.nat(2),
    cents: fc.integer({ min: 1, max: 100_000 }),
  }),
  fc.record({
    kind: fc.constant('bet' as const),
    who: fc.nat(2),
    on: fc.constantFrom('home' as const, 'away' as const),
    cents: fc.integer({ min: 100, max: 2_000 }),
  }),
  fc.record({
    kind: fc.constant('dice' as const),
    who: fc.nat(2),
    cents: fc.integer({ min: 10, max: 3_000 }),
  }),
  fc.record({
    kind: fc.constant('mines' as const),
    who: fc.nat(2),
    cents: fc.integer({ min: 100, max: 1_000 }),
  }),
  fc.record({ kind: fc.constant('end' as const), home: fc.nat(2), away: fc.nat(2) }),
)

test('the files of any day add up to the ledger’s closed day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const house = await openHouse()
      const players = [
        await newPlayer(house.deps),
        await newPlayer(house.deps),
        await newPlayer(house.deps, { isTest: true }),
      ]
      for (const { playerId } of players) await house.payIn(playerId, 10_000)
      let match = await house.match()
      for (const [nth, one] of steps.entries()) {
        const playerId = players['who' in one ? one.who : 0]?.playerId ?? 0
        const requestId = `random-step-${String(nth).padStart(8, '0')}`
        if (one.kind === 'pay') await house.payIn(playerId, one.cents)
        else if (one.kind === 'bet')
          await house.sportsbook.placeBet(
            requestFor(playerId, match.outcomes[one.on], {
              stakeCents: one.cents,
              priceMilli: one.on === 'home' ? 2000 : 4000,
            }),
          )
        else if (one.kind === 'end') {
          await house.end(match.key, one.home, one.away)
          match = await house.match()
        } else {
          const choice =
            one.kind === 'dice' ? { direction: 'over', targetHundredths: 5050 } : { mineCount: 3 }
          await house.harness.games.playRounds([
            { playerId, requestId, game: one.kind, stakeCents: one.cents, choice } as never,
          ])
        }
      }
      await house.closeDay()
      await beginDays(house.deps.db)
      await makeAll(house.reports)
      expect(await standing(house)).toMatchObject({ status: 'made' })
      const files = await selectFiles(house.deps.db, { day: house.day, version: 1 })
      const closing = new Map(
        (await readClosing(house.deps.db, house.day)).map((line) => [line.account, line]),
      )
      const { sums = {} } = files.find(({ kind }) => kind === 'carteiras') ?? {}
      const reported = addSums(sums, {})
      expect((reported['cash.credit'] ?? 0) + (reported['test.cash.credit'] ?? 0)).toBe(
        closing.get('player:cash')?.creditCents,
      )
      // A missing cent in a file is found.
      const wrong = { carteiras: { ...sums, 'cash.debit': (sums['cash.debit'] ?? 0) - 1 } }
      const all = Object.fromEntries(files.map((file) => [file.kind, file.sums]))
      expect(disagreements(all, [...closing.values()])).toEqual([])
      expect(disagreements({ ...all, ...wrong }, [...closing.values()])).toHaveLength(1)
      for (const close of closers.splice(0)) await close()
    }),
    { numRuns: 4 },
  )
})

describe('a day is made', () => {
  test('once, by several servers that are killed while working', async () => {
    const house = await openHouse()
    await playDay(house)
    await house.closeDay()
    await Promise.all([beginDays(house.deps.db), beginDays(house.deps.db)])
    // Killed while writing a part: that transaction leaves nothing.
    const owner = ownerOf(house.deps.db)
    await owner`create function reports_die() returns trigger language plpgsql as $$
      begin raise exception 'killed'; end $$`
    await owner`create trigger reports_die before update on reports_file
      for each row when (new.parts = 2) execute function reports_die()`
    for (let tries = 0; tries < 3; tries += 1) await makeAll(house.reports)
    const half = await selectFiles(house.deps.db, { day: house.day, version: 1 })
    expect(half.some(({ parts, isMade }) => parts === 1 && !isMade)).toBe(true)
    await owner`drop trigger reports_die on reports_file`
    await owner`update reports_file set try_at = now()`
    await Promise.all(Array.from({ length: 4 }, () => makeAll(house.reports)))
    // Servers that find every file locked stop; the last one finishes the day.
    await makeAll(house.reports)
    expect(await standing(house)).toMatchObject({ status: 'made' })
    const bets = (await partsOf(house, 'apostas')).join('')
    expect(valuesOf(bets, 'aposta', 'valor')).toHaveLength(5)
    const numbers = await house.deps.db<{ kind: string; numbers: number[] }[]>`
      select kind, array_agg(number order by number) as numbers from reports_part group by kind`
    for (const { numbers: found } of numbers) expect(found).toEqual(found.map((_one, at) => at + 1))
  })

  test('by the moment of its transfers, even if entries were written after midnight', async () => {
    const house = await openHouse()
    const { playerId } = await newPlayer(house.deps)
    await house.payIn(playerId, 1_000)
    await house.payIn(playerId, 234)
    // The state after a transaction that began a moment before the day's end.
    const owner = ownerOf(house.deps.db)
    await owner`alter table ledger_entry disable trigger user`
    await owner`alter table ledger_transfer disable trigger user`
    await owner`
      update ledger_transfer set created_at = (${house.day}::date + 1)::timestamp at time zone 'America/Sao_Paulo' - interval '1 second'
       where player_id = ${playerId} and amount_cents = 234`
    const late = await owner<{ version: number }[]>`
      update ledger_entry set created_at = (${house.day}::date + 1)::timestamp at time zone 'America/Sao_Paulo' + interval '1 second'
       where player_id = ${playerId} and amount_cents = 234 returning version`
    expect(late).toEqual([{ version: 2 }])
    await house.closeDay()
    await beginDays(house.deps.db)
    await makeAll(house.reports)
    expect(await standing(house)).toMatchObject({ status: 'made' })
    expect((await partsOf(house, 'carteiras')).join('')).toContain(
      '<conta tipo="SALDO" saldoInicial="0.00" creditos="12.34" debitos="0.00" saldoFinal="12.34"/>',
    )
  })

  test('again, as a version that names its predecessor, once however often it is requested', async () => {
    const house = await openHouse()
    await playDay(house)
    await house.closeDay()
    await beginDays(house.deps.db)
    const again = () =>
      house.deps.db.begin((tx) => makeReportAgain(tx, { day: house.day, version: 1, operatorId: 7 }))
    // A repeated request while the version is being made creates no other.
    expect(await again()).toEqual({ version: 1, isNew: false })
    await makeAll(house.reports)
    const answers = await Promise.all(Array.from({ length: 8 }, again))
    expect(answers.filter((answer) => answer?.isNew)).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer?.version))).toEqual(new Set([2]))
    expect(
      await house.deps.db.begin((tx) =>
        makeReportAgain(tx, { day: '2020-01-01', version: 1, operatorId: 7 }),
      ),
    ).toBeUndefined()
    await makeAll(house.reports)
    expect(await standing(house)).toMatchObject({ version: 2, status: 'made', askedBy: 7 })
    const [first = ''] = await partsOf(house, 'operador', 1)
    const [second = ''] = await partsOf(house, 'operador', 2)
    expect(first).not.toContain('retifica')
    expect(second).toContain('versao="2" retifica="1"')
    expect(second.replace(/ versao="2" retifica="1"/, ' versao="1"')).toBe(first)
  })

  test('not if a record does not fit the schema; the error contains no name and no tax id', async () => {
    const house = await openHouse()
    const { one } = await playDay(house)
    const owner = ownerOf(house.deps.db)
    await owner`alter table identity_player drop constraint identity_player_cpf_check`
    await owner`update identity_player set cpf = '5299822472X' where id = ${one.playerId}`
    await house.closeDay()
    await beginDays(house.deps.db)
    await makeAll(house.reports)
    const failed = await standing(house)
    expect(failed).toMatchObject({ status: 'failed', failure: 'schema' })
    expect(failed?.reason).toMatch(/^apostadores 1: .*cpf/)
    expect(failed?.reason).not.toMatch(/5299|Ana/)
  })

  test('not while the policy has no licence', async () => {
    const house = await openHouse()
    await playDay(house)
    await house.closeDay()
    await beginDays(house.deps.db)
    await makeAll({ ...house.reports, licence: null })
    expect(await standing(house)).toMatchObject({ status: 'failed', failure: 'licence' })
  })
})

test('the stake of a void bet is reported as returned, and a later prize as a prize', async () => {
  const house = await openHouse()
  const { playerId } = await newPlayer(house.deps)
  await house.payIn(playerId, 10_000)
  const match = await house.match()
  expect(await house.sportsbook.placeBet(requestFor(playerId, match.outcomes['home']))).toMatchObject({
    ok: true,
  })
  await house.receive([play(match.key, -10, 0, 0)])
  await house.sportsbook.settle()
  await house.closeDay()
  await beginDays(house.deps.db)
  await makeAll(house.reports)
  expect(await standing(house)).toMatchObject({ status: 'made', reason: null })
  const bets = (await partsOf(house, 'apostas')).join('')
  expect(valuesOf(bets, 'aposta', 'movimento').toSorted()).toEqual(['APOSTA', 'DEVOLUCAO'])
  expect(valuesOf(bets, 'aposta', 'valor')).toEqual(['10.00', '10.00'])
})

test('an error in one file delays no later file, and the file is made once the error is fixed', async () => {
  const house = await openHouse()
  await playDay(house)
  await house.closeDay()
  await beginDays(house.deps.db)
  const owner = ownerOf(house.deps.db)
  await owner`alter table sportsbook_bet rename to sportsbook_bet_away`
  await makeAll(house.reports)
  const made = async () =>
    (await selectFiles(house.deps.db, { day: house.day, version: 1 })).filter((one) => one.isMade)
  expect((await made()).map(({ kind }) => kind).toSorted()).toEqual(['apostadores', 'carteiras', 'jogos'])
  expect(await standing(house)).toMatchObject({ status: 'making' })
  await owner`alter table sportsbook_bet_away rename to sportsbook_bet`
  expect(await makePart(house.reports)).toBe(false) // the file waits
  await owner`update reports_file set try_at = now()`
  await makeAll(house.reports)
  expect(await standing(house)).toMatchObject({ status: 'made', reason: null })
})

test('A3 parts cannot be changed, and can be deleted only after five years', async () => {
  const house = await openHouse()
  await playDay(house)
  await house.closeDay()
  await beginDays(house.deps.db)
  await makeAll(house.reports)
  const owner = ownerOf(house.deps.db)
  await expect(owner`update reports_part set records = 0`).rejects.toThrow('kept for five years')
  await expect(owner`delete from reports_part`).rejects.toThrow('kept for five years')
  expect(await deleteOldReports(house.deps.db)).toBe(0)
  // The ages that days have five years later: one day short of the limit, and past it.
  for (const age of ['5 years - 1 day', '5 years'])
    await owner`
      with day as (
        insert into reports_day (day, version)
        select (now() at time zone 'America/Sao_Paulo')::date - ${age}::interval, 1 returning day, version
      ), file as (
        insert into reports_file (day, version, kind) select day, version, 'operador' from day returning day, version, kind
      )
      insert into reports_part (day, version, kind, number, records, content, sha256)
      select day, version, kind, 1, 0, '', repeat('0', 64) from file`
  expect(await deleteOldReports(house.deps.db)).toBe(1)
})

test.each([
  ['spec', 0],
  ['br-spa', 2],
] as const)('files are made where the profile requires them: %s', async (profile, jobs) => {
  const { deps } = await openHouse()
  const opened = openReports(deps, { policy: policyOf({ COMPLIANCE_PROFILE: profile }) }).jobs()
  expect(opened).toHaveLength(jobs)
  await Promise.all(opened.map((job) => job.stop()))
})

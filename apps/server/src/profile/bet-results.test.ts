import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { newPlayer } from '../cashier/testing/players.ts'
import { openHarness, openStudio, playerInGame } from '../games/testing/harness.ts'
import { makeTransfers, readNatureSums } from '../ledger/index.ts'
import { systemRandom } from '../platform/crypto.ts'
import { policyOf } from '../protection/index.ts'
import { openSportsbook } from '../sportsbook/index.ts'
import { addMatch, feedReceiver, play, requestFor } from '../sportsbook/testing/harness.ts'
import { natures } from './account-entries.ts'
import { betResultsOf } from './read-bet-results.ts'
import { statementCalls } from './read-statement.ts'

const month = (name: string, stakedCents: number, prizesCents: number) => ({
  month: name,
  stakedCents,
  prizesCents,
})

describe('the year of a player, by worked examples of IN RFB 2.299/2025', () => {
  test.each([
    {
      says: 'a result within the exempt band is not taxed',
      sports: [month('2025-01', 1_000_000, 3_500_000)],
      games: [],
      basisCents: 2_500_000,
      taxCents: 0,
    },
    {
      says: 'of what is above it 15% are, months of loss counted',
      sports: [month('2025-01', 1_000_000, 6_000_000), month('2025-03', 1_000_000, 0)],
      games: [],
      // 40,000.00 less 28,467.20 is 11,532.80, of which 15% are 1,729.92.
      basisCents: 4_000_000,
      taxCents: 172_992,
    },
    {
      says: 'a loss in games does not make up for what sports brought',
      sports: [month('2025-02', 0, 4_000_000)],
      games: [month('2025-02', 5_000_000, 1_000_000)],
      basisCents: 4_000_000,
      taxCents: 172_992,
    },
    {
      says: 'both natures above zero count together',
      sports: [month('2025-02', 1_000_000, 3_000_000)],
      games: [month('2025-12', 500_000, 2_500_000)],
      basisCents: 4_000_000,
      taxCents: 172_992,
    },
    {
      says: 'a cent is not taxed by a part of a cent',
      sports: [month('2025-02', 0, 2_846_726)],
      games: [],
      basisCents: 2_846_726,
      taxCents: 0,
    },
  ])('$says', ({ sports, games, basisCents, taxCents }) => {
    expect(betResultsOf('2025', { sports, games }).tax).toEqual({
      basisCents,
      exemptCents: 2_846_720,
      taxCents,
    })
  })

  test('a year without a known tax table has a tax base and no estimated tax', () => {
    const { tax } = betResultsOf('2031', { sports: [month('2031-01', 1, 9_000_000)], games: [] })
    expect(tax).toEqual({ basisCents: 8_999_999, exemptCents: null, taxCents: null })
  })
})

let harness: Awaited<ReturnType<typeof openHarness>>
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const yearNow = async () => {
  const [row] = await harness.deps.db<{ year: string }[]>`
    select to_char(now() at time zone 'America/Sao_Paulo', 'YYYY') as year`
  return row?.year ?? ''
}

test('the year shows what the ledger moved, with open bets neither won nor lost', async () => {
  const deps = { ...harness.deps, random: systemRandom }
  const calls = statementCalls(deps, policyOf({ COMPLIANCE_PROFILE: 'br-spa' }))
  const sportsbook = openSportsbook(deps, { policy: policyOf(deps.config), settings: { catalogueAgeMs: 0 } })
  const receive = feedReceiver(deps)
  const { playerId, cpf } = await newPlayer(deps)
  const cash = { playerId, kind: 'cash' } as const
  await makeTransfers(deps, [{ key: 'topup:year', from: 'pix_in', to: cash, cents: 50_000 }])
  const [won, open] = [await addMatch({ receive, deps }), await addMatch({ receive, deps })]
  await sportsbook.placeBet(requestFor(playerId, won.outcomes['home']))
  await sportsbook.placeBet(requestFor(playerId, won.outcomes['away'], { priceMilli: 4000 }))
  await sportsbook.placeBet(requestFor(playerId, open.outcomes['home'], { stakeCents: 700 }))
  await receive([play(won.key, -1, 1, 0)])
  await sportsbook.settle()
  for (let nth = 0; nth < 4; nth += 1)
    await harness.games.playRounds([
      {
        playerId,
        requestId: `round-of-the-year-${nth}`,
        game: 'dice',
        stakeCents: 300,
        choice: { direction: 'over', targetHundredths: 5050 },
      },
    ])
  const year = await yearNow()
  const reported = await calls.betResultsOf({ playerId, year })
  if (!reported.ok) throw new Error(reported.refusal.code)
  const { natures: results, openingCents, closingCents } = reported.value
  expect(results[0]).toMatchObject({
    nature: 'sports',
    stakedCents: 2_000,
    prizesCents: 2_000,
    resultCents: 0,
  })
  expect(results[1]).toMatchObject({ nature: 'games', stakedCents: 1_200 })
  const days = { playerId, from: `${year}-01-01`, until: `${year}-12-31` }
  const moved = new Map(
    (await readNatureSums(deps.db, days, natures)).map(({ nature, inCents, outCents }) => [
      nature,
      inCents - outCents,
    ]),
  )
  expect(results[0]?.resultCents).toBe((moved.get('199') ?? 0) + 700)
  expect(results[1]?.resultCents).toBe(moved.get('19') ?? 0)
  expect(openingCents).toBe(0)
  expect(closingCents).toBe(50_000 - 700 + (results[1]?.resultCents ?? 0))
  const file = async (format: 'csv' | 'pdf') => {
    const answer = await calls.betResultsFileOf({ playerId, year, format })
    if (!answer.ok) throw new Error(answer.refusal.code)
    return Buffer.from(answer.value.content, 'base64').toString(format === 'csv' ? 'utf8' : 'latin1')
  }
  const csv = await file('csv')
  expect(csv).toContain(`CPF,${cpf}`)
  expect(csv).toContain(`Esportes,Ano,20.00,20.00,0.00`)
  expect(await file('pdf')).toMatch(
    /^%PDF-1\.4\n[\s\S]*\(Resultado anual de apostas \\\(dados do ComprovaBet\\\)\)/,
  )
})

test('a round of a studio counts when it ended, and a bet of another year in that year alone', async () => {
  await openStudio(harness)
  const { playerId, debit, credit } = await playerInGame(harness, 5_000, true)
  const calls = statementCalls(harness.deps, policyOf({ COMPLIANCE_PROFILE: 'br-spa' }))
  await harness.games.applyTransactions([debit(800)])
  const year = await yearNow()
  const gamesOf = async (of: string) => {
    const reported = await calls.betResultsOf({ playerId, year: of })
    return reported.ok ? reported.value.natures[1] : undefined
  }
  expect(await gamesOf(year)).toMatchObject({ stakedCents: 0 })
  await harness.games.applyTransactions([credit(1_000)])
  expect(await gamesOf(year)).toMatchObject({ stakedCents: 800, prizesCents: 1_000, resultCents: 200 })
  // The last second of the year in São Paulo is of that year, and the next one of the next.
  const owner = ownerOf(harness.deps.db)
  await owner`update games_studio_round set ended_at = '2025-12-31T23:59:59-03:00' where player_id = ${playerId}`
  expect(await gamesOf('2025')).toMatchObject({ resultCents: 200, months: [{ month: '2025-12' }] })
  await owner`update games_studio_round set ended_at = '2026-01-01T00:00:00-03:00' where player_id = ${playerId}`
  expect(await gamesOf('2025')).toMatchObject({ resultCents: 0, months: [] })
})

test('C19 under spec no such year is shown; an unidentified player gets no file', async () => {
  const year = await yearNow()
  const spec = statementCalls(harness.deps, policyOf({ COMPLIANCE_PROFILE: 'spec' }))
  const brSpa = statementCalls(harness.deps, policyOf({ COMPLIANCE_PROFILE: 'br-spa' }))
  const { playerId } = await newPlayer({ ...harness.deps, random: systemRandom }, { isIdentified: false })
  const code = (answer: { ok: boolean; refusal?: { code: string } }) => answer.refusal?.code
  expect(code(await spec.betResultsOf({ playerId, year }))).toBe('blocked_by_policy')
  expect(code(await spec.betResultsFileOf({ playerId, year, format: 'csv' }))).toBe('blocked_by_policy')
  expect(await brSpa.betResultsOf({ playerId, year })).toMatchObject({ ok: true })
  expect(code(await brSpa.betResultsFileOf({ playerId, year, format: 'csv' }))).toBe('kyc_needed')
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policyOf } from '../../protection/index.ts'
import { openSportsbook } from '../index.ts'
import { addMatch, type Harness, openHarness, play } from '../testing/harness.ts'
import { codeOf, parlayFor } from '../testing/requests.ts'
import { addCost, noCosts, openRooms, readRisks } from './index.ts'

let harness: Harness
const playerIds = Array.from({ length: 8 }, (_, at) => 4001 + at)
beforeAll(async () => {
  harness = await openHarness()
  await harness.fund(playerIds, 100_000_000)
})
afterAll(() => harness.close())

/** Three matches, of which the last is of a competition of its own. */
async function openMatches() {
  const matches = [await addMatch(harness), await addMatch(harness), await addMatch(harness)] as const
  const [cup] = await harness.deps.db<{ id: number }[]>`
    insert into sportsbook_competition (sport, name, simulated)
    select 'football', ${`Taça ${matches[2].fixtureId}`}, simulated from sportsbook_fixture where id = ${matches[2].fixtureId}
    returning id`
  const [league] = await harness.deps.db<{ id: number }[]>`
    select competition_id as id from sportsbook_fixture where id = ${matches[0].fixtureId}`
  await harness.deps.db`
    update sportsbook_fixture set competition_id = ${cup?.id ?? 0} where id = ${matches[2].fixtureId}`
  return { matches, leagueId: league?.id ?? 0 }
}

/** What the worst ends of all matches cost together, of those that this holds for. */
async function costCents(isOf: (one: { fixtureId: number; competitionId: number }) => boolean) {
  const risks = (await readRisks(harness.deps.db)).filter(isOf)
  return risks.reduce((sum, risk) => sum + Math.max(0, risk.costCents), 0)
}

const wish = fc.record({
  player: fc.nat(playerIds.length - 1),
  on: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }),
  code: fc.constantFrom('home', 'home', 'draw', 'over', 'under'),
  unitStakeCents: fc.integer({ min: 100, max: 6000 }),
})
/** What each lane asks for one after the other, all lanes at once. */
const lanes = fc.array(fc.array(wish, { minLength: 5, maxLength: 5 }), { minLength: 8, maxLength: 8 })
const most = fc.integer({ min: 10_000, max: 60_000 })
const matchMost = fc.integer({ min: 30_000, max: 100_000 })
const bounds = fc.record({ match: matchMost, competition: most, sport: most, book: most })
const tighter = fc.record({ league: most, football: most, tennis: most })

test('what a list takes is taken of everything it is of, until it is written or the next reading has it', async () => {
  const rooms = openRooms(harness.deps.db, 0) // read anew each time
  const league = { competitionId: 901, sport: 'chess' }
  const [match, other, elsewhere] = [
    { fixtureId: 911, ...league },
    { fixtureId: 912, ...league },
    { fixtureId: 913, competitionId: 902, sport: 'chess' },
  ]
  const maxScenarioCents = { match: 1000, competition: 1000, sport: 1500, book: 50_000_000 }
  const left = () =>
    [match, other, elsewhere].map((one) => rooms.left(one, { maxScenarioCents, riskLimits: [] }))
  await rooms.refresh()
  expect(left()).toEqual([1000, 1000, 1000])
  const costs = noCosts()
  addCost(costs, match, 800)
  const taking = rooms.take()
  taking.set(costs)
  expect(left()).toEqual([200, 200, 700])
  taking.set(costs) // tried again
  expect(left()).toEqual([200, 200, 700])
  await rooms.refresh()
  expect(left()).toEqual([200, 200, 700])
  taking.end()
  expect(left()).toEqual([200, 200, 700])
  await rooms.refresh()
  expect(left()).toEqual([1000, 1000, 1000])
})

test('bets that come at once, on whatever matches, cost no match, competition, sport or book more than its bound', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      lanes,
      bounds,
      tighter,
      fc.constantFrom(0, 60_000), // read for each list, or once
      async (plan, maxScenarioCents, own, roomsAgeMs) => {
        const { matches, leagueId } = await openMatches()
        const riskLimits = [
          { competitionId: leagueId, maxScenarioCents: own.league },
          { sport: 'football' as const, maxScenarioCents: own.football },
          { sport: 'tennis' as const, maxScenarioCents: own.tennis },
        ]
        const { placeBet } = openSportsbook(harness.deps, {
          policy: policyOf(harness.deps.config),
          settings: { roomsAgeMs, maxScenarioCents, riskLimits },
        })
        await Promise.all(
          plan.map(async (lane) => {
            for (const { player, on, code, unitStakeCents } of lane) {
              const outcomeIds = on.map((at) => matches[at]?.outcomes[code])
              const request = parlayFor(playerIds[player] ?? 0, outcomeIds, { unitStakeCents })
              const answer = codeOf(await placeBet(request))
              seen.set(answer, (seen.get(answer) ?? 0) + 1)
            }
          }),
        )
        for (const { fixtureId } of matches) {
          const cost = await costCents((one) => one.fixtureId === fixtureId)
          expect(cost).toBeLessThanOrEqual(maxScenarioCents.match)
        }
        const { competition, sport, book } = maxScenarioCents
        const league = await costCents(({ competitionId }) => competitionId === leagueId)
        expect(league).toBeLessThanOrEqual(Math.min(competition, own.league))
        expect(await costCents(() => true)).toBeLessThanOrEqual(Math.min(sport, own.football, book))
        // The next one begins without open bets.
        await harness.hear(matches.map(({ key }) => ({ ...play(key, -10, 0, 0), state: null })))
        await harness.sportsbook.settle()
      },
    ),
    { numRuns: 5 },
  )
  expect(await harness.verify()).toEqual([])
  expect(seen.get('placed')).toBeGreaterThan(40)
  expect(seen.get('stake_above_max')).toBeGreaterThan(40)
})

test('the match that may cost most is told first, with the score that would and what its bounds leave', async () => {
  const { matches } = await openMatches()
  const [first, second] = matches
  const maxScenarioCents = { match: 50_000, competition: 1_000_000, sport: 1_000_000, book: 1_000_000 }
  const sportsbook = openSportsbook(harness.deps, {
    policy: policyOf(harness.deps.config),
    settings: { roomsAgeMs: 0, maxScenarioCents },
  })
  const place = (outcomeId: number | undefined, unitStakeCents: number) =>
    sportsbook.placeBet(parlayFor(playerIds[0] ?? 0, [outcomeId], { unitStakeCents }))
  expect(codeOf(await place(first.outcomes['home'], 2000))).toBe('placed')
  expect(codeOf(await place(second.outcomes['draw'], 5000))).toBe('placed')
  expect(codeOf(await place(second.outcomes['over'], 1000))).toBe('placed')
  const { book, matches: told } = await sportsbook.readWorst(2)
  // A draw of four goals: R$ 100 for it, R$ 9 for those above two and a quarter.
  expect(told).toMatchObject([
    { fixtureId: second.fixtureId, costCents: 10_900, score: { home: 2, away: 2 }, leftCents: 39_100 },
    { fixtureId: first.fixtureId, costCents: 2000, score: { home: 1, away: 0 }, leftCents: 48_000 },
  ])
  expect(told[0]?.home).toMatch(/^Casa/)
  expect(book).toEqual({ costCents: 12_900, maxCents: 1_000_000 })
})

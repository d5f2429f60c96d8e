import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../../../tools/test/until.ts'
import { policyOf } from '../../protection/index.ts'
import { openSportsbook } from '../index.ts'
import { addMatch, type Harness, openHarness, parlayFor, play, requestFor } from '../testing/harness.ts'
import { limitMatches, type MatchLimits } from './limit-matches.ts'
import { selectMatchLimits } from './match-limit-queries.ts'

const PLAYERS = [5001, 5002, 5003]
const settings = {
  betDelayMs: 1,
  maxReturnCents: 100_000,
  maxLossCents: { beforeStart: 50_000, inPlay: 50_000 },
}

let harness: Harness
beforeAll(async () => {
  harness = await openHarness(settings)
  await harness.fund(PLAYERS, 10_000_000)
})
afterAll(() => harness.close())

const limit = async (fixtureId: number, limits: MatchLimits | null) => {
  const [row] = await selectMatchLimits(harness.deps.db, [fixtureId])
  const request = { fixtureId, limits, version: row?.version ?? 0, operatorId: 7, reason: 'a friendly' }
  const answers = await harness.deps.db.begin((tx) => limitMatches(tx, [request]))
  return answers.map((answer) => (answer.ok ? 'limited' : answer.refusal.code))
}

/** The highest stake that the house says it takes, at 2.00. */
async function most(outcomeId = 0, { maxStake } = harness.sportsbook) {
  const legs = [{ outcomeId, priceMilli: 2000, isBanker: false }]
  const answer = await maxStake({ playerId: PLAYERS[0] ?? 0, legs, folds: [1] })
  return answer.ok ? answer.value.maxStakeCents : answer.refusal.code
}

describe('the limits of a match', () => {
  test('bound the next stake on any server, in play by their own share, and a parlay by its tightest match', async () => {
    const [match, free] = [await addMatch(harness), await addMatch(harness)]
    const { home } = match.outcomes
    const other = openSportsbook(harness.deps, { policy: policyOf(harness.deps.config), settings })
    const place = async (stakeCents: number, { placeBet } = harness.sportsbook) => {
      const answer = await placeBet(requestFor(PLAYERS[1] ?? 0, home, { stakeCents }))
      return answer.ok ? 'placed' : answer.refusal.values
    }
    expect(await most(home)).toBe(50_000)
    expect(await limit(match.fixtureId, { beforeStartBps: 2000, inPlayBps: 500 })).toEqual(['limited'])
    expect([await most(home), await most(home, other), await most(free.outcomes['home'])]).toEqual([
      10_000, 10_000, 50_000,
    ])
    expect(await place(10_001)).toEqual({ maxCents: 10_000 })
    expect(await place(10_001, other)).toEqual({ maxCents: 10_000 })
    expect(await place(10_000, other)).toBe('placed')
    // At 4.00 the fifth of R$ 500 that the parlay may win is reached before the fifth of its return.
    const both = [home, free.outcomes['home']]
    const parlay = (unitStakeCents: number) =>
      harness.sportsbook.placeBet(parlayFor(PLAYERS[2] ?? 0, both, { unitStakeCents }))
    expect(await parlay(3334)).toMatchObject({ refusal: { values: { maxCents: 3333 } } })
    expect(await parlay(3333)).toMatchObject({ ok: true })
    await harness.receive([play(match.key, 1, 0, 0)])
    expect(await most(home)).toBe(2500)
    expect(await limit(match.fixtureId, null)).toEqual(['limited'])
    expect(await most(home)).toBe(50_000)
    expect(await harness.verify()).toEqual([])
  })

  test('shrink what an idle server reserved of the match, so that a busy one can use its own share', async () => {
    const { fixtureId, outcomes } = await addMatch(harness)
    const open = (roomsAgeMs: number) =>
      openSportsbook(harness.deps, {
        policy: policyOf(harness.deps.config),
        settings: {
          ...settings,
          roomsAgeMs,
          maxScenarioCents: { match: 20_000, competition: 1_000_000, sport: 1_000_000, book: 1_000_000 },
        },
      })
    const [busy, idle] = [open(0), open(60_000)]
    const busySeat = busy.join()
    const bet = requestFor(PLAYERS[1] ?? 0, outcomes['home'], { stakeCents: 2000 })
    expect(await busy.placeBet(bet)).toMatchObject({ ok: true })
    const idleSeat = idle.join()
    const isMost = async (server: typeof busy, cents: number) =>
      (await most(outcomes['home'], server)) === cents
    // Of R$ 200 for the match R$ 20 are taken; two servers share the rest, and one bet takes half of a share.
    await until('both share the match', async () => (await isMost(idle, 4500)) && isMost(busy, 4500))
    await limit(fixtureId, { beforeStartBps: 5000, inPlayBps: 2000 })
    expect(await most(outcomes['home'], idle)).toBeLessThanOrEqual(2000)
    await until('the busy one has its share of the half', () => isMost(busy, 2000))
    await limit(fixtureId, null)
    await until('both share the whole again', async () => (await isMost(busy, 4500)) && isMost(idle, 4500))
    await Promise.all([busySeat.stop(), idleSeat.stop()])
    expect(await harness.verify()).toEqual([])
  })
})

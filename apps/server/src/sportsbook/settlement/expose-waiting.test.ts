import { afterEach, beforeEach, expect, test } from 'vitest'
import { policyOf } from '../../protection/index.ts'
import { openSportsbook } from '../index.ts'
import {
  addMatch,
  type Harness,
  nextRequest,
  openHarness,
  play,
  codeOf,
  parlayFor,
} from '../testing/harness.ts'

let harness: Harness
beforeEach(async () => {
  harness = await openHarness({
    betDelayMs: 0,
    maxLiabilityCents: { beforeStart: 100_000, inPlay: 100_000 },
  })
})
afterEach(() => harness.close())

type Match = Awaited<ReturnType<typeof addMatch>>

const homes = (matches: readonly Match[]) => matches.map(({ outcomes }) => outcomes['home'])

/** The open liability on the home team of this match. */
const onHome = (match: Match | undefined) => harness.deps.db<{ stake: number; returned: number }[]>`
  select stake_cents as stake, return_cents as returned from sportsbook_liability
   where outcome_id = ${match?.outcomes['home'] ?? 0}`

test('a parlay’s potential return counts on its remaining matches, and in full against their limits', async () => {
  const matches = [await addMatch(harness), await addMatch(harness), await addMatch(harness)]
  const [first, second, last] = matches
  const playerId = await harness.newPlayer(1_000_000)
  const request = parlayFor(playerId, homes(matches), { unitStakeCents: 10_000 })
  expect(codeOf(await harness.sportsbook.placeBet(request))).toBe('placed')
  const maxStake = async () => {
    const legs = [{ outcomeId: last?.outcomes['home'] ?? 0, priceMilli: 2000, isBanker: false }]
    const most = await harness.sportsbook.maxStake({ playerId, legs, folds: [1] })
    return most.ok ? most.value.maxStakeCents : 0
  }
  expect(await maxStake()).toBe(83_333) // of the R$ 1,000 R$ 166.67 are used
  await harness.receive([play(first?.key ?? '', -1, 1, 0), play(second?.key ?? '', -1, 1, 0)])
  await harness.sportsbook.settle()
  // R$ 100 at 8.00 on the last match alone.
  expect(await onHome(last)).toEqual([{ stake: 10_000, returned: 80_000 }])
  expect([...(await onHome(first)), ...(await onHome(second))]).toEqual([])
  expect(await maxStake()).toBe(30_000)
  expect(await harness.verify()).toEqual([])
  // A rolled-back result puts a part of it on that match again.
  await harness.receive([{ ...play(first?.key ?? '', -11, 0, 0), state: null }])
  await harness.sportsbook.settle()
  expect(await onHome(first)).toEqual([{ stake: 5000, returned: 40_000 }])
  expect(await onHome(last)).toEqual([{ stake: 5000, returned: 40_000 }])
  expect(await harness.verify()).toEqual([])
  await harness.receive([play(first?.key ?? '', -1, 1, 0), play(last?.key ?? '', -1, 0, 0)])
  expect(await harness.sportsbook.settle()).toBe(1)
  expect(await harness.verify()).toEqual([])
})

test('the same holds when bets are cashed out in parts while several servers settle their matches', async () => {
  const matches = [
    await addMatch(harness),
    await addMatch(harness),
    await addMatch(harness),
    await addMatch(harness),
  ]
  const policy = policyOf(harness.deps.config)
  const servers = [1, 2, 3].map(() => openSportsbook(harness.deps, { policy }))
  const playerIds = [await harness.newPlayer(20_000), await harness.newPlayer(20_000)]
  const bets: { playerId: number; betId: number }[] = []
  for (const playerId of playerIds) {
    for (const folds of [[4], [2, 3], [1, 4], [3]]) {
      const answer = await harness.sportsbook.placeBet(
        parlayFor(playerId, homes(matches), { folds, unitStakeCents: 500 }),
      )
      bets.push({ playerId, betId: answer.ok ? Number(answer.value.betId) : 0 })
    }
  }
  const sellHalf = async ({ playerId, betId }: (typeof bets)[number]) => {
    const [offer] = await harness.sportsbook.cashOuts.offers(playerId, [betId])
    if (!offer) return
    const part = {
      playerId,
      requestId: nextRequest(),
      quoteId: offer.quoteId,
      unitCents: 250,
      minShareBps: 0,
    }
    await harness.sportsbook.cashOuts.accept(part)
  }
  for (const [at, { key }] of matches.entries()) {
    await harness.receive([play(key, -1, 1, 0)])
    await Promise.all([...servers.map((server) => server.settle()), ...bets.slice(at, at + 3).map(sellHalf)])
    expect(await harness.verify()).toEqual([])
  }
  const open = await harness.deps
    .db`select id from sportsbook_bet where status = 'open' and player_id = any(${playerIds}::bigint[])`
  expect(open).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingOf, fits, openApi } from './testing/api.ts'
import { addMatch, nextRequest, offersAt, openHarness, play, type Harness } from './testing/harness.ts'

let harness: Harness
let app: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
  app = await openApi(harness)
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

const { read, post } = askingOf(() => app)

const newMatches = async (count: number) => {
  const matches: Awaited<ReturnType<typeof addMatch>>[] = []
  for (let at = 0; at < count; at += 1) matches.push(await addMatch(harness))
  return matches
}
type Match = Awaited<ReturnType<typeof newMatches>>[number]

/** Bets on the home teams of these matches; returns the bet id. */
async function place(playerId: number, matches: readonly Match[], own: object = {}): Promise<string> {
  const legs = matches.map(({ outcomes }) => ({ outcomeId: String(outcomes['home']), priceMilli: 2000 }))
  const ticket = { requestId: nextRequest(), unitStakeCents: 1000, legs, accept: 'exact', ...own }
  const { http, data } = await post('/api/app/sportsbook/betPlay', ticket, String(playerId))
  expect(http).toBe(200)
  return String(data['betId'])
}

const betOf = async (playerId: number, betId: string) =>
  (await read(`/api/app/sportsbook/bets/${betId}`, String(playerId))).data

/** Ends the match with a home win, a defeat, or void. */
const end = async (match: Match | undefined, result: 'won' | 'lost' | 'void') => {
  const key = match?.key ?? ''
  const called = { ...play(key, -10, 0, 0), state: null }
  await harness.receive([
    result === 'void' ? called : play(key, -1, result === 'won' ? 1 : 0, result === 'won' ? 0 : 1),
  ])
  await harness.sportsbook.settle()
}

test('a parlay is lost by one leg: at once, whatever the other becomes, and cash-out is no longer offered', async () => {
  const matches = await newMatches(3)
  const playerId = await harness.newPlayer(1000)
  const betId = await place(playerId, matches)
  expect(await betOf(playerId, betId)).toMatchObject({ kind: 'parlay', potentialReturnCents: 8000 })
  await end(matches[0], 'won')
  expect(await betOf(playerId, betId)).toMatchObject({
    status: 'open',
    legs: [{ result: 10 }, { result: 0 }, {}],
  })
  await end(matches[1], 'lost')
  const lost = { status: 'settled', result: 20, returnCents: 0 }
  expect(await betOf(playerId, betId)).toMatchObject(lost)
  const offers = await read(`/api/app/sportsbook/cashOuts?betIds=${betId}`, String(playerId))
  expect(offers.data).toEqual({ offers: [], levels: [] })
  await end(matches[2], 'won')
  expect(await betOf(playerId, betId)).toMatchObject({ ...lost, legs: [{}, { result: 20 }, { result: 10 }] })
  expect(await harness.cash(playerId)).toBe(0)
  expect(await harness.verify()).toEqual([])
})

test('a parlay whose matches all end before settlement leaves the open bets once', async () => {
  const matches = await newMatches(3)
  const [own, other] = [await harness.newPlayer(1000), await harness.newPlayer(7000)]
  const betId = await place(own, matches.slice(0, 2))
  // It waits for the third match, which carries its whole potential return.
  const waiting = await place(other, matches, { folds: [1, 2, 3] })
  await harness.receive(matches.slice(0, 2).map(({ key }) => play(key, -1, 0, 1)))
  expect(await harness.sportsbook.settle()).toBe(1)
  expect(await betOf(own, betId)).toMatchObject({ status: 'settled', result: 20, returnCents: 0 })
  expect(await betOf(other, waiting)).toMatchObject({ status: 'open' })
  expect(await harness.verify()).toEqual([])
  await end(matches[2], 'won')
  expect(await betOf(other, waiting)).toMatchObject({ status: 'settled', returnCents: 2000 })
  expect(await harness.verify()).toEqual([])
})

test('a Lucky 15 with a void match continues without it in every combination', async () => {
  const matches = await newMatches(4)
  const playerId = await harness.newPlayer(1500)
  const betId = await place(playerId, matches, { unitStakeCents: 100, folds: [1, 2, 3, 4] })
  expect(await betOf(playerId, betId)).toMatchObject({ kind: 'system', stakeCents: 1500, status: 'open' })
  await end(matches[0], 'won')
  await end(matches[1], 'void')
  await end(matches[2], 'lost')
  expect(await betOf(playerId, betId)).toMatchObject({ status: 'open', returnCents: null })
  await end(matches[3], 'won')
  // Factors 2, 1, 0, 2: singles 5, doubles 2 + 4 + 2, the treble of the first, second and last 4.
  expect(await betOf(playerId, betId)).toMatchObject({
    result: 10,
    returnCents: 1700,
    legs: [{ result: 10 }, { result: 90 }, { result: 20 }, { result: 10 }],
  })
  expect(await harness.cash(playerId)).toBe(1700)
  expect(await harness.verify()).toEqual([])
})

test('half a bet is cashed out by hand, and the rest by itself once it is worth its trigger', async () => {
  const [match] = await newMatches(1)
  const playerId = await harness.newPlayer(1000)
  const betId = await place(playerId, match ? [match] : [])
  const { data } = await read(`/api/app/sportsbook/cashOuts?betIds=${betId}`, String(playerId))
  const [offer] = data['offers'] as { quoteId: string; offerCents: number }[]
  const part = { requestId: nextRequest(), quoteId: offer?.quoteId, unitStakeCents: 500 }
  const sold = await post('/api/app/sportsbook/cashOut', part, String(playerId))
  const paidCents = Number(sold.data['paidCents'])
  expect(paidCents).toBe(Math.floor((offer?.offerCents ?? 0) / 2))
  expect(sold.data['bet']).toMatchObject({ status: 'open', sold: { stakeCents: 500, paidCents } })
  const trigger = { betId, kind: 'sell', levelCents: 450 }
  const set = await post('/api/app/sportsbook/cashOutRule', trigger, String(playerId))
  expect(set.data).toEqual({ set: true })
  const again = await read(`/api/app/sportsbook/cashOuts?betIds=${betId}`, String(playerId))
  expect(again.data['levels']).toEqual([trigger])
  await harness.sportsbook.watchRules()
  expect(await betOf(playerId, betId)).toMatchObject({ status: 'open' })
  // The home team becomes the favourite meanwhile: the rest is worth more than its trigger, and pays that.
  await harness.receive([{ kind: 'odds', key: match?.key ?? '', offers: offersAt(1500) }])
  await harness.sportsbook.watchRules()
  const bet = await betOf(playerId, betId)
  expect(bet).toMatchObject({ status: 'cashed_out' })
  expect(Number(bet['returnCents']) - paidCents).toBeGreaterThan(450)
  expect(await harness.cash(playerId)).toBe(Number(bet['returnCents']))
  await end(match, 'won')
  expect(await harness.cash(playerId)).toBe(Number(bet['returnCents']))
  expect(await harness.verify()).toEqual([])
})

test('a free bet is placed without money, and a won one pays only its profit', async () => {
  const [match] = await newMatches(1)
  const playerId = await harness.newPlayer(1)
  await harness.deps.db`
    insert into sportsbook_free_bet (id, request_id, player_id, stake_cents, min_price_milli, kinds, ends_at, policy_version)
    values (${'f'.repeat(32)}, 'journey', ${playerId}, 1000, 1500, ${JSON.stringify(['single'])}::text::jsonb,
            now() + interval '1 day', 'spec')`
  const mine = async () => (await read('/api/app/sportsbook/freeBets', String(playerId))).data
  const [free] = (await mine()) as unknown as { freeBetId: string }[]
  const betId = await place(playerId, match ? [match] : [], { freeBetId: free?.freeBetId })
  expect(await mine()).toEqual([])
  expect(await betOf(playerId, betId)).toMatchObject({ isFree: true, potentialReturnCents: 1000 })
  await end(match, 'won')
  expect(await betOf(playerId, betId)).toMatchObject({ status: 'settled', result: 10, returnCents: 1000 })
  expect(await harness.verify()).toEqual([])
})

test('a trigger is shown and removed while the bet cannot be cashed out', async () => {
  const [match] = await newMatches(1)
  const playerId = await harness.newPlayer(1000)
  const betId = await place(playerId, match ? [match] : [])
  const trigger = { betId, kind: 'sell', levelCents: 450 }
  await post('/api/app/sportsbook/cashOutRule', trigger, String(playerId))
  await harness.receive([{ kind: 'bet_stop', key: match?.key ?? '' }])
  const reported = async () => {
    const { data } = await read(`/api/app/sportsbook/cashOuts?betIds=${betId}`, String(playerId))
    expect(fits('GET /api/app/sportsbook/cashOuts', data)).toBeUndefined()
    return data
  }
  expect(await reported()).toEqual({ offers: [], levels: [trigger] })
  const other = await read(`/api/app/sportsbook/cashOuts?betIds=${betId}`, String(playerId + 1))
  expect(other.data).toEqual({ offers: [], levels: [] })
  const off = await post('/api/app/sportsbook/cashOutRule', { betId, kind: 'sell' }, String(playerId))
  expect(off.data).toEqual({ set: false })
  expect(await reported()).toEqual({ offers: [], levels: [] })
})

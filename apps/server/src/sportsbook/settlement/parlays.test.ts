import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import type { PlaceBet } from '../betting/bet-request.ts'
import { addMatch, openHarness, play, type Harness, codeOf, parlayFor } from '../testing/harness.ts'
import { type PlayMessage, withOdds } from '../updates/messages.ts'
import { sportsbookSettings } from '../settings.ts'
import { sampleFixture, samples } from '../testing/sport-samples.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

type Match = Awaited<ReturnType<typeof addMatch>>

const newMatches = async (count: number): Promise<Match[]> => {
  const matches: Match[] = []
  for (let at = 0; at < count; at += 1) matches.push(await addMatch(harness))
  return matches
}
const homes = (matches: readonly Match[]) => matches.map(({ outcomes }) => outcomes['home'])

async function placed(request: PlaceBet): Promise<number> {
  const answer = await harness.sportsbook.placeBet(request)
  if (!answer.ok) throw new Error(answer.refusal.code)
  return Number(answer.value.betId)
}

async function betState(betId: number) {
  const rows = await harness.deps.db<{ result: number | null; returned: number | null }[]>`
    select result, return_cents as returned from sportsbook_bet where id = ${betId}`
  return present(rows[0], 'the bet')
}

/** Ends these matches: 1 home wins, 0 a draw, -1 away wins, `void` cancelled. */
async function end(matches: readonly Match[], results: readonly (1 | 0 | -1 | 'void')[]): Promise<number> {
  await harness.receive(
    matches.map(({ key }, at) => {
      const result = results[at]
      if (result === 'void') return { ...play(key, -10, 0, 0), score: null, halfTime: null }
      return play(key, -1, result === 1 ? 1 : 0, result === -1 ? 1 : 0)
    }),
  )
  return harness.sportsbook.settle()
}

describe('a parlay', () => {
  test('debits one stake, and pays the product of its prices if all its legs win', async () => {
    const matches = await newMatches(3)
    const playerId = await harness.newPlayer(1000)
    const answer = await harness.sportsbook.placeBet(parlayFor(playerId, homes(matches)))
    expect(answer).toMatchObject({
      ok: true,
      value: { kind: 'parlay', folds: [3], stakeCents: 1000, potentialReturnCents: 8000 },
    })
    expect(await harness.cash(playerId)).toBe(0)
    expect(await harness.verify()).toEqual([])
    expect(await end(matches.slice(0, 2), [1, 1])).toBe(0)
    expect(await harness.cash(playerId)).toBe(0)
    expect(await end(matches.slice(2), [1])).toBe(1)
    expect(await harness.cash(playerId)).toBe(8000)
    expect(await harness.verify()).toEqual([])
  })

  test('is lost by one leg at once, and the other legs change nothing', async () => {
    const matches = await newMatches(3)
    const playerId = await harness.newPlayer(1000)
    const betId = await placed(parlayFor(playerId, homes(matches)))
    expect(await end(matches.slice(0, 1), [-1])).toBe(1)
    expect(await betState(betId)).toEqual({ result: 20, returned: 0 })
    expect(await end(matches.slice(1), [1, 'void'])).toBe(0)
    expect(await betState(betId)).toEqual({ result: 20, returned: 0 })
    expect(await harness.verify()).toEqual([])
  })

  test('continues without a void leg, and is refunded if all are void', async () => {
    const matches = await newMatches(2)
    const playerId = await harness.newPlayer(2000)
    const won = await placed(parlayFor(playerId, homes(matches)))
    const others = await newMatches(2)
    const back = await placed(parlayFor(playerId, homes(others)))
    await end([...matches, ...others], ['void', 1, 'void', 'void'])
    expect(await betState(won)).toEqual({ result: 10, returned: 2000 })
    expect(await betState(back)).toEqual({ result: 90, returned: 1000 })
    expect(await harness.cash(playerId)).toBe(3000)
  })

  test('reopened by a corrected leg returns what it was paid, and is settled by the rest', async () => {
    const matches = await newMatches(2)
    const playerId = await harness.newPlayer(1000)
    const betId = await placed(parlayFor(playerId, homes(matches)))
    await end(matches.slice(0, 1), [-1])
    expect(await betState(betId)).toEqual({ result: 20, returned: 0 })
    expect(await end(matches.slice(0, 1), [1])).toBe(1)
    expect(await betState(betId)).toEqual({ result: null, returned: null })
    expect(await harness.verify()).toEqual([])
    await end(matches.slice(1), [1])
    expect(await betState(betId)).toEqual({ result: 10, returned: 4000 })
    await end(matches.slice(1), [0])
    expect(await betState(betId)).toEqual({ result: 20, returned: 0 })
    expect(await harness.cash(playerId)).toBe(0)
    expect(await harness.verify()).toEqual([])
  })

  test('whose legs all end together is settled once', async () => {
    const matches = await newMatches(4)
    const playerId = await harness.newPlayer(1000)
    await placed(parlayFor(playerId, homes(matches)))
    expect(await end(matches, [1, 1, 1, 1])).toBe(1)
    expect(await harness.cash(playerId)).toBe(16_000)
  })
})

describe('a system', () => {
  test('a Lucky 15 with a void leg pays each combination by itself', async () => {
    const matches = await newMatches(4)
    const playerId = await harness.newPlayer(1500)
    const request = { unitStakeCents: 100, folds: [1, 2, 3, 4] }
    const betId = await placed(parlayFor(playerId, homes(matches), request))
    expect(await harness.cash(playerId)).toBe(0)
    await end(matches, [1, 'void', -1, 1])
    // Factors 2, 1, 0, 2: singles 5, doubles 2 + 4 + 2, the treble of the first, second and last 4.
    expect(await betState(betId)).toEqual({ result: 10, returned: 1700 })
    expect(await harness.verify()).toEqual([])
  })

  test('stays open while a combination can win, and is lost when none can', async () => {
    const matches = await newMatches(3)
    const playerId = await harness.newPlayer(300)
    const betId = await placed(parlayFor(playerId, homes(matches), { unitStakeCents: 100, folds: [2] }))
    await end(matches.slice(0, 1), [-1])
    expect(await betState(betId)).toEqual({ result: null, returned: null })
    await end(matches.slice(1, 2), [-1])
    expect(await betState(betId)).toEqual({ result: 20, returned: 0 })
  })

  test('a losing banker loses every combination', async () => {
    const matches = await newMatches(3)
    const playerId = await harness.newPlayer(200)
    const request = parlayFor(playerId, homes(matches), { unitStakeCents: 100, folds: [1] })
    const legs = request.legs.map((leg, place) => ({ ...leg, isBanker: place === 0 }))
    const betId = await placed({ ...request, legs })
    await end(matches.slice(0, 1), [-1])
    expect(await betState(betId)).toEqual({ result: 20, returned: 0 })
  })
})

test('an each-way double and a system with a banker are placed and settled', async () => {
  const races = await Promise.all(['of the double', 'of the double too'].map(addRace))
  const playerId = await harness.newPlayer(3000)
  const legs = [...races.map(({ win }) => win), ...races.map(({ place }) => place)]
  const double = await harness.sportsbook.placeBet(
    parlayFor(playerId, [], { legs, folds: [2], isEachWay: true, unitStakeCents: 500 }),
  )
  const [win, place] = [races.map((race) => race.win.priceMilli), races.map((race) => race.place.priceMilli)]
  expect(double).toMatchObject({
    ok: true,
    value: { kind: 'parlay', folds: [2], isEachWay: true, stakeCents: 1000, unitStakeCents: 500 },
  })
  const matches = await newMatches(4)
  const system = parlayFor(playerId, homes(matches), { unitStakeCents: 100, folds: [2] })
  const banked = await placed({
    ...system,
    legs: system.legs.map((leg, at) => ({ ...leg, isBanker: at === 0 })),
  })
  // Three pairs of the others, each with the banker.
  expect(await harness.cash(playerId)).toBe(3000 - 1000 - 300)
  // The first horse wins its race, the second is only placed: the win half is lost, the place half pays.
  const [first, second] = races
  await first?.finish([1, 2])
  await second?.finish([2, 1])
  await end(matches, [1, 1, -1, 1])
  await harness.sportsbook.settle()
  const product = (prices: readonly number[]) => prices.reduce((all, price) => (all * price) / 1000, 500)
  expect(win.every((price, at) => price > (place[at] ?? 0))).toBe(true)
  const doubleReturns = Math.floor(product(place))
  const doubleId = double.ok ? Number(double.value.betId) : 0
  expect(await betState(doubleId)).toMatchObject({ returned: doubleReturns })
  // One of the pairs has both: 100 at 2.00 three times over.
  expect(await betState(banked)).toEqual({ result: 10, returned: 800 })
  expect(await harness.cash(playerId)).toBe(1700 + doubleReturns + 800)
  expect(await harness.verify()).toEqual([])
})

/** A race with its first horse to win and to be placed, and a function that ends it with a winner and a runner-up. */
async function addRace(name: string) {
  const key = `race ${name}`
  const participants = samples.racing.participants.map((horse) => ({ name: `${horse} ${name}` }))
  const message = sampleFixture('racing', { key, title: name, participants })
  const ids = await harness.receive(withOdds(message, sportsbookSettings))
  const [fixture] = await harness.sportsbook.readAllMarkets([present(ids.get(key), 'the race')])
  const legOf = (type: string) => {
    const market = fixture?.markets.find((one) => one.type === type)
    const outcome = present(market?.outcomes[0], `the first horse of ${type}`)
    return { outcomeId: Number(outcome.outcomeId), priceMilli: outcome.priceMilli, isBanker: false }
  }
  return {
    win: legOf('racing.win'),
    place: legOf('racing.each_way'),
    finish: (runners: readonly number[]) => {
      const finishes = runners.map((runner, at) => ({ runner, place: at + 1 }))
      const state = { ...samples.racing.end, finishes } as NonNullable<PlayMessage['state']>
      return harness.receive([{ kind: 'play', key, matchStatus: -1, clock: null, state }])
    },
  }
}

describe('is refused by name, and nothing changes', () => {
  test.each([
    { what: 'thirteen legs', legs: 13, own: {}, code: 'parlay_limit' },
    { what: 'a fold of more legs than there are', legs: 3, own: { folds: [4] }, code: 'bet_malformed' },
    { what: 'a fold twice', legs: 3, own: { folds: [2, 2] }, code: 'bet_malformed' },
    { what: 'a fold of nothing', legs: 2, own: { folds: [0] }, code: 'bet_malformed' },
    {
      what: 'less than one real on all combinations',
      legs: 3,
      own: { unitStakeCents: 33, folds: [1] },
      code: 'stake_below_min',
    },
    {
      what: 'a return above the most of a ticket',
      legs: 12,
      own: { unitStakeCents: 3000 },
      code: 'stake_above_max',
    },
    { what: 'a price that moved', legs: 2, own: { accept: 'exact' as const }, code: 'price_changed' },
  ])('$what: $code', async ({ legs, own, code }) => {
    const matches = await newMatches(legs)
    const playerId = await harness.newPlayer(100_000)
    const on = code === 'price_changed' ? matches.map(({ outcomes }) => outcomes['draw']) : homes(matches)
    const answer = await harness.sportsbook.placeBet(parlayFor(playerId, on, own))
    expect(codeOf(answer)).toBe(code)
    expect(await harness.cash(playerId)).toBe(100_000)
  })

  test('two legs of one match, naming the leg', async () => {
    const [match] = await newMatches(1)
    const { outcomes } = present(match, 'a match')
    const playerId = await harness.newPlayer(1000)
    const answer = await harness.sportsbook.placeBet(
      parlayFor(playerId, [outcomes['home'], outcomes['over']]),
    )
    expect(answer).toMatchObject({
      ok: false,
      refusal: { code: 'legs_related', detail: { outcomeId: String(outcomes['over']) } },
    })
    expect(
      codeOf(await harness.sportsbook.placeBet(parlayFor(playerId, [outcomes['home'], outcomes['home']]))),
    ).toBe('legs_related')
  })

  test('one leg whose market has closed', async () => {
    const matches = await newMatches(2)
    const playerId = await harness.newPlayer(1000)
    await harness.receive([{ kind: 'bet_stop', key: matches[1]?.key ?? '' }])
    expect(codeOf(await harness.sportsbook.placeBet(parlayFor(playerId, homes(matches))))).toBe(
      'market_closed',
    )
    expect(await harness.cash(playerId)).toBe(1000)
  })
})

test('sent 200 times at once it is one bet, and other legs under its request are refused', async () => {
  const matches = await newMatches(3)
  const playerId = await harness.newPlayer(5000)
  const request = parlayFor(playerId, homes(matches))
  const answers = await Promise.all(Array.from({ length: 200 }, () => harness.sportsbook.placeBet(request)))
  expect(new Set(answers.map((answer) => (answer.ok ? answer.value.betId : answer.refusal.code))).size).toBe(
    1,
  )
  expect(await harness.cash(playerId)).toBe(4000)
  const other = { ...request, legs: request.legs.slice(0, 2), folds: [2] }
  expect(codeOf(await harness.sportsbook.placeBet(other))).toBe('request_mismatch')
})

test('the market of a leg costs no more than its limit through parlays either', async () => {
  const limited = await openHarness({ maxLiabilityCents: { beforeStart: 100_000, inPlay: 100_000 } })
  try {
    const [one, other] = [await addMatch(limited), await addMatch(limited)]
    const playerId = await limited.newPlayer(1_000_000)
    const on = [one.outcomes['home'], other.outcomes['home']]
    const first = await limited.sportsbook.placeBet(parlayFor(playerId, on, { unitStakeCents: 60_000 }))
    expect(codeOf(first)).toBe('placed')
    const second = await limited.sportsbook.placeBet(parlayFor(playerId, on, { unitStakeCents: 60_000 }))
    expect(second).toMatchObject({ ok: false, refusal: { code: 'stake_above_max' } })
    expect(await limited.verify()).toEqual([])
  } finally {
    await limited.close()
  }
})

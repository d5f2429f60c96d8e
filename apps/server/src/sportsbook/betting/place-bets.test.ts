import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policyOf } from '../../protection/index.ts'
import { openSportsbook } from '../index.ts'
import { wageringSettings } from '../../wagering/index.ts'
import { openExposureHeadroom } from '../risk/exposure-headroom.ts'
import { sportsbookSettings } from '../settings.ts'
import {
  requestFor as bet,
  codeOf,
  addMatch,
  offersAt,
  openHarness,
  play,
  plainOffers,
  type Harness,
} from '../testing/harness.ts'
import { placeBets } from './place-bets.ts'

/** Long enough for actions during a bet's wait, also on a busy machine. */
const BET_DELAY_MS = 1500

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: BET_DELAY_MS })
})
afterAll(() => harness.close())

test('debits the stake and shows the bet at its price', async () => {
  const { outcomes, fixtureId } = await addMatch(harness)
  const playerId = await harness.newPlayer(5000)
  const answer = await harness.sportsbook.placeBet(bet(playerId, outcomes['home']))
  expect(answer).toMatchObject({
    ok: true,
    value: {
      status: 'open',
      result: 0,
      stakeCents: 1000,
      potentialReturnCents: 2000,
      returnCents: null,
      legs: [
        {
          fixtureId: String(fixtureId),
          code: 'home',
          priceMilli: 2000,
          marketType: 'football.1x2',
          result: 0,
        },
      ],
    },
  })
  expect(await harness.cash(playerId)).toBe(4000)
  expect(await harness.verify()).toEqual([])
})

test('repeated it answers the same bet and debits one stake', async () => {
  const { outcomes } = await addMatch(harness)
  const playerId = await harness.newPlayer(5000)
  const request = bet(playerId, outcomes['draw'], { priceMilli: 3000 })
  const first = await harness.sportsbook.placeBet(request)
  expect(await harness.sportsbook.placeBet(request)).toEqual(first)
  expect(await harness.cash(playerId)).toBe(4000)
})

test('answers the same bet again after the price moved and the market closed', async () => {
  const { outcomes, key } = await addMatch(harness)
  const playerId = await harness.newPlayer(5000)
  const request = bet(playerId, outcomes['home'])
  const first = await harness.sportsbook.placeBet(request)
  await harness.receive([{ kind: 'bet_stop', key }])
  expect(await harness.sportsbook.placeBet(request)).toEqual(first)
})

test('repeats the answer although the money is spent since, in a list with others', async () => {
  const { outcomes } = await addMatch(harness)
  const [playerId, other, poor] = [
    await harness.newPlayer(1000),
    await harness.newPlayer(3000),
    await harness.newPlayer(1),
  ]
  const request = bet(playerId, outcomes['home'])
  const first = await harness.sportsbook.placeBet(request)
  expect(await harness.cash(playerId)).toBe(0)
  const others = [bet(other, outcomes['home']), bet(poor, outcomes['home']), bet(other, outcomes['home'])]
  const [again, ...answers] = await Promise.all(
    [request, ...others].map((one) => harness.sportsbook.placeBet(one)),
  )
  expect(again).toEqual(first)
  expect(answers.map(codeOf)).toEqual(['placed', 'insufficient_funds', 'placed'])
  expect(await harness.cash(other)).toBe(1000)
  expect(await harness.verify()).toEqual([])
})

test('refuses another bet under the same request', async () => {
  const { outcomes } = await addMatch(harness)
  const playerId = await harness.newPlayer(5000)
  const request = bet(playerId, outcomes['home'])
  await harness.sportsbook.placeBet(request)
  expect(codeOf(await harness.sportsbook.placeBet({ ...request, unitStakeCents: 1001 }))).toBe(
    'request_mismatch',
  )
  expect(codeOf(await harness.sportsbook.placeBet({ ...request, accept: 'any' }))).toBe('request_mismatch')
  expect(await harness.cash(playerId)).toBe(4000)
})

test('the same request of another player is a bet of its own', async () => {
  const { outcomes } = await addMatch(harness)
  const [one, other] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
  const request = bet(one, outcomes['home'])
  expect(codeOf(await harness.sportsbook.placeBet(request))).toBe('placed')
  expect(codeOf(await harness.sportsbook.placeBet({ ...request, playerId: other }))).toBe('placed')
})

test('refuses a stake above the balance, and moves no money', async () => {
  const { outcomes } = await addMatch(harness)
  const playerId = await harness.newPlayer(999)
  expect(codeOf(await harness.sportsbook.placeBet(bet(playerId, outcomes['home'])))).toBe(
    'insufficient_funds',
  )
  expect(await harness.cash(playerId)).toBe(999)
})

test('refuses an outcome that does not exist', async () => {
  expect(codeOf(await harness.sportsbook.placeBet(bet(await harness.newPlayer(1000), 999_999)))).toBe(
    'not_found',
  )
})

test('refuses bets once the start has come on the clock of the database', async () => {
  const { outcomes } = await addMatch(harness, -1)
  expect(
    codeOf(await harness.sportsbook.placeBet(bet(await harness.newPlayer(1000), outcomes['home']))),
  ).toBe('market_closed')
})

test('refuses bets on a stopped market, and accepts them when odds come again', async () => {
  const { outcomes, key } = await addMatch(harness)
  const playerId = await harness.newPlayer(1000)
  await harness.receive([{ kind: 'bet_stop', key }])
  expect(codeOf(await harness.sportsbook.placeBet(bet(playerId, outcomes['home'])))).toBe('market_closed')
  await harness.receive([{ kind: 'odds', key, offers: plainOffers }])
  expect(codeOf(await harness.sportsbook.placeBet(bet(playerId, outcomes['home'])))).toBe('placed')
})

test('refuses what exceeds the player’s daily loss limit, counting today’s stakes', async () => {
  const { outcomes } = await addMatch(harness)
  const playerId = await harness.newPlayer(10_000)
  await harness.deps.db`
    insert into protection_limit (player_id, daily_loss_cents) values (${playerId}, 2500)`
  const codes: string[] = []
  for (let at = 0; at < 3; at += 1)
    codes.push(codeOf(await harness.sportsbook.placeBet(bet(playerId, outcomes['home']))))
  expect(codes).toEqual(['placed', 'placed', 'daily_loss_limit'])
  expect(await harness.cash(playerId)).toBe(8000)
})

test('refuses an unidentified player if the policy requires identity', async () => {
  const { outcomes } = await addMatch(harness)
  const [known, unknown] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
  const { placeBet } = openSportsbook(harness.deps, {
    policy: policyOf(harness.deps.config, { kycBeforeBet: true }),
  })
  await harness.deps.db`
    insert into identity_player
      (id, email, password_hash, invitation_code, registered_ip, registered_in_app, name, cpf, identified_at)
    overriding system value
    values (${known}, 'ana@example.com', '', 'known', '::1', false, 'Ana Souza', '52998224725', now())`
  expect(codeOf(await placeBet(bet(unknown, outcomes['home'])))).toBe('kyc_needed')
  expect(codeOf(await placeBet(bet(known, outcomes['home'])))).toBe('placed')
})

describe('in play', () => {
  test('a bet is answered after its delay, at the price of that moment', async () => {
    const { outcomes, key } = await addMatch(harness, -60_000)
    await harness.receive([play(key, 1, 0, 0)])
    const playerId = await harness.newPlayer(1000)
    const requested = performance.now()
    const placing = harness.sportsbook.placeBet(bet(playerId, outcomes['home'], { accept: 'any' }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await harness.cash(playerId)).toBe(1000) // nothing is debited while it waits
    await harness.receive([{ kind: 'odds', key, offers: offersAt(1500) }])
    const answer = await placing
    expect(performance.now() - requested).toBeGreaterThanOrEqual(BET_DELAY_MS - 1)
    expect(answer.ok && answer.value.legs[0]?.priceMilli).toBe(1500)
  })

  test('a waiting bet is refused if the market stops meanwhile', async () => {
    const { outcomes, key } = await addMatch(harness, -60_000)
    await harness.receive([play(key, 1, 0, 0)])
    const playerId = await harness.newPlayer(1000)
    const placing = harness.sportsbook.placeBet(bet(playerId, outcomes['home'], { accept: 'any' }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await harness.receive([play(key, 1, 1, 0), { kind: 'bet_stop', key }])
    expect(codeOf(await placing)).toBe('market_closed')
    expect(await harness.cash(playerId)).toBe(1000)
  })

  test('a waiting bet is refused if its price moves to one its player does not accept', async () => {
    const { outcomes, key } = await addMatch(harness, -60_000)
    await harness.receive([play(key, 1, 0, 0)])
    const playerId = await harness.newPlayer(1000)
    const placing = harness.sportsbook.placeBet(bet(playerId, outcomes['home'], { accept: 'better' }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await harness.receive([{ kind: 'odds', key, offers: offersAt(1900) }])
    expect(codeOf(await placing)).toBe('price_changed')
    expect(await harness.cash(playerId)).toBe(1000)
  })

  test('a bet without a chance is refused at once: no funds, a moved price', async () => {
    const { outcomes, key } = await addMatch(harness, -60_000)
    await harness.receive([play(key, 1, 0, 0)])
    const { placeBet } = openSportsbook(harness.deps, {
      policy: policyOf(harness.deps.config),
      settings: { betDelayMs: 600_000, catalogueAgeMs: 0 }, // no test lasts this long
    })
    const poor = await placeBet(bet(await harness.newPlayer(1), outcomes['home']))
    const late = await placeBet(bet(await harness.newPlayer(1000), outcomes['home'], { priceMilli: 2100 }))
    expect([codeOf(poor), codeOf(late)]).toEqual(['insufficient_funds', 'price_changed'])
  })

  test('a bet placed before is answered at once', async () => {
    const { outcomes, key } = await addMatch(harness)
    const request = bet(await harness.newPlayer(1000), outcomes['home'])
    const first = await harness.sportsbook.placeBet(request)
    await harness.receive([play(key, 1, 0, 0), { kind: 'bet_stop', key }])
    const { placeBet } = openSportsbook(harness.deps, {
      policy: policyOf(harness.deps.config),
      settings: { betDelayMs: 600_000, catalogueAgeMs: 0 }, // no test lasts this long
    })
    const again = await placeBet(request)
    expect(again.ok && first.ok && again.value.betId === first.value.betId).toBe(true)
  })

  test('a bet in a list that has not waited is refused: its match has just kicked off', async () => {
    const { outcomes, key } = await addMatch(harness, -60_000)
    await harness.receive([play(key, 1, 0, 0)])
    const playerId = await harness.newPlayer(2000)
    const needs = {
      policy: policyOf(harness.deps.config),
      settings: sportsbookSettings,
      wagering: wageringSettings,
      headroom: openExposureHeadroom(harness.deps.db, sportsbookSettings.roomsAgeMs),
    }
    const answers = await placeBets(harness.deps, needs, [
      { ...bet(playerId, outcomes['home']), hasWaited: false },
      { ...bet(playerId, outcomes['home']), hasWaited: true },
    ])
    expect(answers.map(codeOf)).toEqual(['market_closed', 'placed'])
    expect(await harness.cash(playerId)).toBe(1000)
  })

  test('beyond the maximum of waiting bets the next one is refused, and no money moves', async () => {
    const { outcomes, key } = await addMatch(harness, -60_000)
    await harness.receive([play(key, 1, 0, 0)])
    const playerId = await harness.newPlayer(2000)
    const { placeBet } = openSportsbook(harness.deps, {
      policy: policyOf(harness.deps.config),
      settings: { betDelayMs: 200, maxWaitingBets: 1, catalogueAgeMs: 0 },
    })
    const settled = await Promise.allSettled([
      placeBet(bet(playerId, outcomes['home'])),
      placeBet(bet(playerId, outcomes['home'])),
    ])
    expect(settled).toContainEqual(expect.objectContaining({ status: 'fulfilled' }))
    const rejected: unknown = expect.objectContaining({ message: 'too many bets in play are waiting' })
    expect(settled).toContainEqual({ status: 'rejected', reason: rejected })
    expect(await harness.cash(playerId)).toBe(1000)
  })

  test('refuses bets once the feed has been silent too long', async () => {
    const { outcomes, key } = await addMatch(harness, -60_000)
    await harness.receive([play(key, 1, 0, 0)])
    await harness.deps.db`
      update sportsbook_feed set alive_at = now() - interval '21 seconds' where name = 'importer'`
    const answer = await harness.sportsbook.placeBet(bet(await harness.newPlayer(1000), outcomes['home']))
    expect(codeOf(answer)).toBe('market_closed')
    await harness.receive([])
  })
})

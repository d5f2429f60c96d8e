import { describe, expect, test } from 'vitest'
import type { Fixture } from '../../../shared/fixture.ts'
import { testLeg } from '../testing/test-leg.ts'
import { atPrice } from './least-price.ts'
import { requestOf } from './request-of.ts'
import {
  beyondReturn,
  brokenBound,
  outdated,
  viewOf,
  maxStake,
  nextStep,
  productOf,
  returnOf,
  stakedReturn,
  type StakedLeg,
} from './slip-rules.ts'

const leg = testLeg('7')

type Now = { priceMilli?: number; status?: 'open' | 'suspended' | 'closed'; matchStatus?: number }

const match = ({ priceMilli = 1420, status = 'open', matchStatus = 3 }: Now = {}): Fixture => ({
  fixtureId: '1',
  sport: 'football',
  competition: 'Série A',
  simulated: false,
  isOutright: false,
  title: null,
  participants: [
    { place: 1, name: 'Flamengo', isWithdrawn: false },
    { place: 2, name: 'Palmeiras', isWithdrawn: false },
  ],
  home: 'Flamengo',
  away: 'Palmeiras',
  startsAt: '2026-11-20T12:00:00.000Z',
  isDayOnly: false,
  matchStatus,
  clock: { period: 'half1', minute: 67 },
  homeScore: 2,
  awayScore: 1,
  state: null,
  version: 4,
  marketCount: 1,
  markets: [
    {
      marketId: '3',
      type: 'football.1x2',
      period: 'full',
      periodCode: 1,
      lineQuarters: null,
      side: null,
      status,
      outcomes: [{ outcomeId: '7', code: 'home', name: 'Flamengo', priceMilli, status, result: null }],
    },
  ],
})

const staked = (stakeCents: number, more: Partial<StakedLeg> = {}): StakedLeg => ({
  view: viewOf(leg, match(), 'better'),
  stakeCents,
  bounds: {},
  isUnanswered: false,
  ...more,
})

const maxReturnCents = 10_000_000

const player = { isLoggedIn: true, balanceCents: 10_000 }

describe('a runner each way', () => {
  const race = (status: 'open' | 'suspended'): Fixture => {
    const markets = [
      { type: 'racing.win', lineQuarters: null, outcomeId: '7', priceMilli: 6000 },
      { type: 'racing.each_way', lineQuarters: 12, outcomeId: '8', priceMilli: 2000 },
    ].map(({ type, lineQuarters, outcomeId, priceMilli }) => ({
      marketId: outcomeId,
      type,
      period: 'full' as const,
      periodCode: 1,
      lineQuarters,
      side: null,
      status: type === 'racing.win' ? ('open' as const) : status,
      outcomes: [
        { outcomeId, code: '4', name: 'Vento Sul', priceMilli, status: 'open' as const, result: null },
      ],
    }))
    return { ...match(), sport: 'racing', markets }
  }

  test('is shown with its place price, and returns both', () => {
    const view = viewOf(leg, race('open'), 'any')
    expect(view.place).toEqual({ outcomeId: '8', priceMilli: 2000 })
    expect(stakedReturn(staked(2000, { view, isEachWay: true }))).toBe(8000)
    const bounds = { maxReturnCents: 4000 }
    expect(beyondReturn(staked(2000, { view, isEachWay: true, bounds }))?.maxStakeCents).toBe(1000)
    expect(viewOf(leg, race('suspended'), 'any').place).toBeUndefined()
  })
})

describe('a leg on the slip', () => {
  test.each([
    { accept: 'exact', now: 1500, requests: true },
    { accept: 'exact', now: 1300, requests: true },
    { accept: 'better', now: 1500, requests: false },
    { accept: 'better', now: 1300, requests: true },
    { accept: 'any', now: 1300, requests: false },
    { accept: 'exact', now: 1420, requests: false },
  ] as const)(
    'accepted at 1420 with the policy $accept, a price of $now asks the player again: $requests',
    ({ accept, now, requests }) => {
      expect(viewOf(leg, match({ priceMilli: now }), accept).mustAgree).toBe(requests)
    },
  )

  test('below the minimum price asks, is accepted permanently, and counts only where lower prices are accepted', () => {
    const choosy = { ...leg, minPriceMilli: 1500 }
    expect(viewOf(choosy, match(), 'any')).toMatchObject({ mustAgree: true, isBelowLeast: true })
    expect(viewOf(atPrice(choosy, 1420), match(), 'any')).toMatchObject({ mustAgree: false })
    expect(viewOf(atPrice(choosy, 1420), match({ priceMilli: 1400 }), 'any').mustAgree).toBe(true)
    expect(viewOf(choosy, match(), 'better')).toMatchObject({ mustAgree: false, isBelowLeast: false })
    const asked = (accept: 'any' | 'better') =>
      requestOf({ legs: [choosy] }, 100, { accept, withinBps: 500 }).legs[0]?.minPriceMilli
    expect([asked('any'), asked('better')]).toEqual([1500, undefined])
  })

  test('shows the direction of its price', () => {
    expect(viewOf(leg, match({ priceMilli: 1500 }), 'any').move).toBe('up')
    expect(viewOf(leg, match({ priceMilli: 1300 }), 'any').move).toBe('down')
    expect(viewOf(leg, match(), 'any').move).toBeUndefined()
  })

  test('that is closed shows no price direction', () => {
    const over = viewOf(leg, match({ priceMilli: 1500, status: 'closed', matchStatus: -1 }), 'exact')
    expect(over).toMatchObject({ status: 'closed', move: undefined, mustAgree: false })
  })

  test('waits for an unknown price, and so does its bet', () => {
    const view = outdated(viewOf(leg, match({ priceMilli: 1300 }), 'exact'))
    expect(view).toMatchObject({ status: 'outdated', move: undefined, mustAgree: false })
    expect(nextStep([staked(1000, { view })], player)).toEqual({ kind: 'line' })
    expect(outdated(viewOf(leg, match({ status: 'suspended' }), 'any')).status).toBe('outdated')
    expect(outdated(viewOf(leg, match({ matchStatus: -1 }), 'any')).status).toBe('closed')
  })

  test('is suspended with its market, and closed when the match is over or the outcome is gone', () => {
    expect(viewOf(leg, match({ status: 'suspended' }), 'any').status).toBe('suspended')
    expect(viewOf(leg, match({ matchStatus: -1 }), 'any').status).toBe('closed')
    expect(viewOf({ ...leg, outcomeId: '8' }, match(), 'any').status).toBe('closed')
  })

  test('of a bet builder is locked with one of its selections, and has their joint price', () => {
    const { outcomeId, marketType, period, lineQuarters, code, name } = leg
    const selection = { outcomeId, marketType, period, lineQuarters, side: null, code, name }
    const built = { ...leg, outcomeId: '7-9', priceMilli: 3000, selections: [selection] }
    expect(viewOf(built, match(), 'better', { priceMilli: 2900 })).toMatchObject({
      status: 'open',
      nowMilli: 2900,
      mustAgree: true,
    })
    expect(viewOf(built, match({ status: 'suspended' }), 'any').status).toBe('suspended')
    expect(viewOf(built, match(), 'any', { isRefused: true }).status).toBe('suspended')
    const gone = { ...built, selections: [selection, { ...selection, outcomeId: '9' }] }
    expect(viewOf(gone, match(), 'any').status).toBe('closed')
  })

  test('is not blocked before its match is loaded', () => {
    expect(viewOf(leg, undefined, 'exact')).toMatchObject({
      status: 'open',
      nowMilli: 1420,
      mustAgree: false,
    })
  })

  test('returns its stake at the current price, rounded down to the cent', () => {
    expect(returnOf(viewOf(leg, match({ priceMilli: 1333 }), 'any'), 1001)).toBe(1334)
    expect(returnOf(viewOf(leg, match(), 'any'), 0)).toBe(0)
  })

  test('returns nothing at an invalid price, as in a tampered slip', () => {
    expect(returnOf(viewOf({ ...leg, priceMilli: 950 }, undefined, 'any'), 1000)).toBe(0)
  })
})

describe('the one button of the slip', () => {
  test('asks a visitor to log in first', () => {
    expect(nextStep([staked(500)], { isLoggedIn: false, balanceCents: 0 })).toEqual({ kind: 'login' })
  })

  test('asks to remove suspended legs before anything else', () => {
    const blocked = staked(500, { view: viewOf(leg, match({ status: 'suspended' }), 'any') })
    expect(nextStep([blocked, staked(0)], player)).toEqual({ kind: 'remove', outcomeIds: ['7'] })
  })

  test('asks to accept a worse price', () => {
    const moved = staked(500, { view: viewOf(leg, match({ priceMilli: 1300 }), 'better') })
    expect(nextStep([moved], player)).toEqual({
      kind: 'agree',
      count: 1,
      odds: { beforeMilli: 1420, nowMilli: moved.view.nowMilli },
    })
  })

  test('asks for a stake', () => {
    expect(nextStep([staked(0)], player)).toEqual({ kind: 'stake' })
  })

  test("asks for a stake within the server's bounds", () => {
    expect(nextStep([staked(50, { bounds: { minStakeCents: 100 } })], player)).toEqual({ kind: 'bounds' })
  })

  test('asks for a deposit of exactly the missing amount', () => {
    expect(nextStep([staked(8000), staked(3000)], player)).toEqual({ kind: 'deposit', missingCents: 1000 })
  })

  test('asks for no deposit for a stake above the maximum return', () => {
    const beyond = staked(999_999_900, { bounds: { maxReturnCents } })
    expect(nextStep([beyond], player)).toEqual({ kind: 'bounds' })
    expect(nextStep([staked(100), beyond], player)).toEqual({ kind: 'bounds' })
    expect(nextStep([staked(7_042_253, { bounds: { maxReturnCents } })], player)).toEqual({
      kind: 'deposit',
      missingCents: 7_032_253,
    })
  })

  test('does not send such a stake even if the balance suffices', () => {
    const rich = { isLoggedIn: true, balanceCents: 1_000_000_000 }
    expect(nextStep([staked(7_042_254, { bounds: { maxReturnCents } })], rich)).toEqual({ kind: 'bounds' })
    expect(nextStep([staked(7_042_254)], rich)).toMatchObject({ kind: 'place' })
  })

  test('places every leg with a stake, for their sum', () => {
    expect(nextStep([staked(6000), staked(0), staked(1000)], player)).toEqual({
      kind: 'place',
      count: 2,
      stakeCents: 7000,
      returnCents: 8520 + 1420,
    })
  })

  test('repeats an unanswered bet, whatever its price and the balance', () => {
    const unanswered = staked(6000, {
      view: viewOf(leg, match({ status: 'suspended' }), 'any'),
      isUnanswered: true,
    })
    expect(nextStep([unanswered], { isLoggedIn: true, balanceCents: 0 })).toMatchObject({
      kind: 'place',
      count: 1,
    })
  })
})

describe('the bounds of a stake', () => {
  test("are the server's minimum and maximum", () => {
    const bounds = { minStakeCents: 100, maxStakeCents: 50_000 }
    expect(brokenBound(99, bounds)).toEqual({ kind: 'least', cents: 100 })
    expect(brokenBound(50_001, bounds)).toEqual({ kind: 'most', cents: 50_000 })
    expect(brokenBound(100, bounds)).toBeUndefined()
    expect(brokenBound(0, bounds)).toBeUndefined()
    expect(brokenBound(1, {})).toBeUndefined()
  })

  test('the maximum return bounds a stake until the server states its own bound', () => {
    const bounds = { maxReturnCents }
    expect(beyondReturn(staked(7_042_253, { bounds }))).toBeUndefined()
    expect(beyondReturn(staked(7_042_254, { bounds }))).toEqual({
      maxReturnCents,
      maxStakeCents: 7_042_253,
    })
    const own = { ...bounds, maxStakeCents: 8_000_000 }
    expect(beyondReturn(staked(7_042_254, { bounds: own }))).toBeUndefined()
    expect(beyondReturn(staked(7_042_254, { bounds, isUnanswered: true }))).toBeUndefined()
    const noPrice = viewOf({ ...leg, priceMilli: 0 }, undefined, 'any')
    expect(beyondReturn(staked(7_042_254, { bounds, view: noPrice }))).toBeUndefined()
    expect(beyondReturn(staked(999_999_900))).toBeUndefined()
  })

  test("a leg's maximum is what the others leave of the balance", () => {
    const other = staked(4000, { view: viewOf({ ...leg, outcomeId: '9' }, undefined, 'any') })
    expect(maxStake([staked(0), other], '7', 10_000)).toBe(6000)
    expect(maxStake([staked(0, { bounds: { maxStakeCents: 2500 } }), other], '7', 10_000)).toBe(2500)
    expect(maxStake([staked(0), other], '7', 1000)).toBe(0)
    const rich = 1_000_000_000
    expect(maxStake([staked(0, { bounds: { maxReturnCents } })], '7', rich)).toBe(7_042_253)
  })
})

test('a slip counts as in play as soon as one of its matches is', () => {
  const of = (...matchStatuses: number[]) =>
    productOf(matchStatuses.map((matchStatus) => ({ view: { fixture: match({ matchStatus }) } })))
  expect(of(0, 0)).toBe('sports')
  expect(of(0, 3)).toBe('in_play')
  expect(productOf([{ view: { fixture: undefined } }])).toBe('sports')
})

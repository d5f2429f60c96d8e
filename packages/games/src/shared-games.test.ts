import { cents } from '@palpite/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainCommitment, hashChain } from './chain.ts'
import {
  cashOutCrash,
  crashTicketPayoutCents,
  crashView,
  endCrash,
  joinCrash,
  openCrashRound,
  startCrash,
  type CrashRound,
} from './crash-round.ts'
import {
  closeSharedRound,
  drawSharedRound,
  openSharedRound,
  sharedView,
  placeSharedBet,
  type SharedRound,
} from './shared-round.ts'

const seeds = hashChain('secret', 3)
const fresh = (): SharedRound<string> => openSharedRound(chainCommitment(seeds), seeds[0] ?? '', 'salt')

describe('a shared round', () => {
  test('follows from the previous seed', () => {
    expect(fresh().status).toBe('open')
    expect(openSharedRound(seeds[0] ?? '', seeds[1] ?? '', 'salt').status).toBe('open')
    expect(() => openSharedRound(seeds[1] ?? '', seeds[0] ?? '', 'salt')).toThrow('does not follow')
  })

  test('in any order of calls, no bet comes after closing and no seed is visible before the draw', () => {
    const moves = fc.array(fc.constantFrom('bet', 'close', 'draw'), { maxLength: 20 })
    fc.assert(
      fc.property(moves, (order) => {
        let round = fresh()
        for (const [place, move] of order.entries()) {
          const bet = { ticket: `ticket ${place}`, stakeCents: cents(100), bet: 'red' }
          const moved =
            move === 'bet'
              ? placeSharedBet(round, bet)
              : move === 'close'
                ? closeSharedRound(round)
                : drawSharedRound(round)
          expect(moved.ok && move === 'bet').toBe(move === 'bet' && round.status === 'open')
          round = moved.ok ? moved.round : round
          expect('seed' in sharedView(round)).toBe(round.status === 'drawn')
          expect(sharedView(round).stakedCents).toBe(100 * round.bets.length)
        }
      }),
    )
  })

  test('refuses by name', () => {
    const bet = { ticket: 'a', stakeCents: cents(100), bet: 'red' }
    const taken = placeSharedBet(fresh(), bet)
    expect(taken.ok && placeSharedBet(taken.round, bet)).toEqual({ ok: false, reason: 'ticket_taken' })
    expect(placeSharedBet(fresh(), { ...bet, stakeCents: cents(0) })).toEqual({
      ok: false,
      reason: 'stake_not_positive',
    })
    const second = taken.ok ? placeSharedBet(taken.round, { ...bet, ticket: 'b' }) : taken
    expect(second.ok && placeSharedBet(second.round, bet)).toEqual({ ok: false, reason: 'ticket_taken' })
    expect(drawSharedRound(fresh())).toEqual({ ok: false, reason: 'not_closed' })
    const closed = closeSharedRound(fresh())
    expect(closed.ok && closeSharedRound(closed.round)).toEqual({ ok: false, reason: 'not_open' })
    expect(closed.ok && placeSharedBet(closed.round, bet)).toEqual({ ok: false, reason: 'betting_closed' })
  })
})

test('a shared round is visible with its stakes, and with its seed once drawn', () => {
  const moves = [
    (round: SharedRound<string>) =>
      placeSharedBet(round, { ticket: 'a', stakeCents: cents(100), bet: 'red' }),
    (round: SharedRound<string>) =>
      placeSharedBet(round, { ticket: 'b', stakeCents: cents(250), bet: 'black' }),
    closeSharedRound<string>,
    drawSharedRound<string>,
  ]
  const views = moves
    .reduce(
      (rounds, move) => {
        const moved = move(rounds.at(-1) ?? fresh())
        return moved.ok ? [...rounds, moved.round] : rounds
      },
      [fresh()],
    )
    .map(sharedView)
  const seen = { known: chainCommitment(seeds), salt: 'salt' }
  expect(views).toEqual([
    { ...seen, status: 'open', betCount: 0, stakedCents: 0 },
    { ...seen, status: 'open', betCount: 1, stakedCents: 100 },
    { ...seen, status: 'open', betCount: 2, stakedCents: 350 },
    { ...seen, status: 'closed', betCount: 2, stakedCents: 350 },
    { ...seen, status: 'drawn', betCount: 2, stakedCents: 350, seed: seeds[0] },
  ])
})

describe('a crash round', () => {
  const joined = (point: number, autoAt?: number): CrashRound => {
    const ticket = { ticket: 'a', stakeCents: cents(100), ...(autoAt === undefined ? {} : { autoAt }) }
    const entered = joinCrash(openCrashRound(point), ticket)
    const started = startCrash(entered.ok ? entered.round : openCrashRound(point))
    return started.ok ? started.round : openCrashRound(point)
  }
  const payout = (round: CrashRound): number =>
    round.tickets.reduce((sum, ticket) => sum + crashTicketPayoutCents(round, ticket), 0)

  test('pays by hand, automatically, or nothing, and never more than the curve reached', () => {
    const target = fc.integer({ min: 101, max: 2000 })
    fc.assert(
      fc.property(
        target,
        fc.option(target, { nil: undefined }),
        fc.option(target, { nil: undefined }),
        (point, autoAt, byHand) => {
          const start = joined(point, autoAt)
          const cashed = byHand === undefined ? undefined : cashOutCrash(start, 'a', byHand)
          const ended = endCrash(cashed?.ok ? cashed.round : start)
          const round = ended.ok ? ended.round : start
          const reached = [autoAt, byHand].filter((at) => at !== undefined && at <= point)
          expect(payout(round)).toBe(reached.length === 0 ? 0 : Math.min(...reached.map(Number)))
          expect('point' in crashView(start)).toBe(false)
          expect(crashView(round).point).toBe(point)
        },
      ),
    )
  })

  test("hides other players' automatic cash-outs", () => {
    expect(JSON.stringify(crashView(joined(200, 150)))).not.toContain('150')
  })

  test('refuses by name', () => {
    const running = joined(200)
    expect(cashOutCrash(running, 'a', 201)).toEqual({ ok: false, reason: 'curve_ended' })
    expect(cashOutCrash(running, 'b', 150)).toEqual({ ok: false, reason: 'no_such_ticket' })
    expect(cashOutCrash(running, 'a', 150.5)).toEqual({ ok: false, reason: 'target_not_whole' })
    const cashed = cashOutCrash(running, 'a', 150)
    expect(cashed.ok && cashOutCrash(cashed.round, 'a', 160)).toEqual({
      ok: false,
      reason: 'already_cashed_out',
    })
    const late = { ticket: 'c', stakeCents: cents(100) }
    expect(joinCrash(running, late)).toEqual({ ok: false, reason: 'betting_closed' })
    expect(joinCrash(openCrashRound(200), { ...late, autoAt: 100 })).toEqual({
      ok: false,
      reason: 'target_too_low',
    })
    expect(endCrash(openCrashRound(200))).toEqual({ ok: false, reason: 'not_running' })
    expect(startCrash(running)).toEqual({ ok: false, reason: 'not_open' })
    expect(cashOutCrash(openCrashRound(200), 'a', 150)).toEqual({ ok: false, reason: 'not_running' })
    expect(cashOutCrash(running, 'a', 99)).toEqual({ ok: false, reason: 'target_not_whole' })
    const one = joinCrash(openCrashRound(200), late)
    const two = one.ok ? joinCrash(one.round, { ...late, ticket: 'd' }) : one
    expect(two.ok && joinCrash(two.round, late)).toEqual({ ok: false, reason: 'ticket_taken' })
    expect(() => openCrashRound(99)).toThrow('not a curve: point_out_of_range, 99')
  })

  test('pays each ticket separately: by hand, automatically at the very end, and nothing if it stayed', () => {
    const tickets = [
      { ticket: 'a', stakeCents: cents(100) },
      { ticket: 'b', stakeCents: cents(200), autoAt: 150 },
      { ticket: 'c', stakeCents: cents(300), autoAt: 200 },
      { ticket: 'd', stakeCents: cents(400), autoAt: 201 },
      { ticket: 'e', stakeCents: cents(500) },
      { ticket: 'f', stakeCents: cents(600), autoAt: 120 },
    ]
    let round = openCrashRound(200)
    expect(round).toEqual({ point: 200, status: 'open', tickets: [] })
    const steps = [
      ...tickets.map((ticket) => (now: CrashRound) => joinCrash(now, ticket)),
      startCrash,
      (now: CrashRound) => cashOutCrash(now, 'a', 200),
      (now: CrashRound) => cashOutCrash(now, 'f', 180), // passed 1.20 on the way
    ]
    for (const step of steps) {
      const moved = step(round)
      expect(moved.ok).toBe(true)
      round = moved.ok ? moved.round : round
    }
    const shown = (paid: Readonly<Record<string, number>>) =>
      tickets.map(({ ticket, stakeCents }) => ({
        ticket,
        stakeCents,
        ...(ticket in paid ? { cashedOutAt: paid[ticket] } : {}),
      }))
    expect(crashView(round)).toEqual({ status: 'running', tickets: shown({ a: 200, f: 120 }) })
    const ended = endCrash(round)
    round = ended.ok ? ended.round : round
    expect(crashView(round)).toEqual({
      status: 'ended',
      tickets: shown({ a: 200, b: 150, c: 200, f: 120 }),
      point: 200,
    })
    expect(round.tickets.map((ticket) => crashTicketPayoutCents(round, ticket))).toEqual([
      200, 300, 600, 0, 0, 720,
    ])
  })

  test('may end at once, at 1.00', () => {
    expect(cashOutCrash(joined(100), 'a', 100)).toMatchObject({ ok: true })
  })
})

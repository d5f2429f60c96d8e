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
  takeSharedBet,
  type SharedRound,
} from './shared-round.ts'

const seeds = hashChain('secret', 3)
const fresh = (): SharedRound<string> => openSharedRound(chainCommitment(seeds), seeds[0] ?? '', 'salt')

describe('a shared round', () => {
  test('follows from what was known before it', () => {
    expect(fresh().status).toBe('open')
    expect(openSharedRound(seeds[0] ?? '', seeds[1] ?? '', 'salt').status).toBe('open')
    expect(() => openSharedRound(seeds[1] ?? '', seeds[0] ?? '', 'salt')).toThrow('does not follow')
  })

  test('whatever is tried in whatever order, no bet comes after closing and no seed is seen before drawing', () => {
    const moves = fc.array(fc.constantFrom('bet', 'close', 'draw'), { maxLength: 20 })
    fc.assert(
      fc.property(moves, (order) => {
        let round = fresh()
        for (const [place, move] of order.entries()) {
          const bet = { ticket: `ticket ${place}`, stakeCents: cents(100), bet: 'red' }
          const moved =
            move === 'bet'
              ? takeSharedBet(round, bet)
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
    const taken = takeSharedBet(fresh(), bet)
    expect(taken.ok && takeSharedBet(taken.round, bet)).toEqual({ ok: false, reason: 'ticket_taken' })
    expect(takeSharedBet(fresh(), { ...bet, stakeCents: cents(0) })).toEqual({
      ok: false,
      reason: 'stake_not_positive',
    })
    expect(drawSharedRound(fresh())).toEqual({ ok: false, reason: 'not_closed' })
    const closed = closeSharedRound(fresh())
    expect(closed.ok && closeSharedRound(closed.round)).toEqual({ ok: false, reason: 'not_open' })
    expect(closed.ok && takeSharedBet(closed.round, bet)).toEqual({ ok: false, reason: 'betting_closed' })
  })
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

  test('pays by hand, by itself, or nothing, and never more than the curve reached', () => {
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

  test('does not tell where others will cash out by themselves', () => {
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
  })
})

import { describe, expect, test } from 'vitest'
import type { AutoPlan } from './auto-plan.ts'
import { type AutoEvent, autoReducer, type AutoState, idle, stakeToPlay } from './auto-state.ts'

const plan: AutoPlan = {
  rounds: 3,
  stakeCents: 500,
  maxStakeCents: 100_000,
  onWinBps: null,
  onLossBps: 10_000,
  stopProfitCents: 1000,
  stopLossCents: 10_000,
}

const begun: AutoEvent = { type: 'begun', plan, balanceCents: 50_000 }
const sent: AutoEvent = { type: 'sent' }
const round = (stakeCents: number, payoutCents: number, balanceCents = 50_000): AutoEvent => ({
  type: 'played',
  stakeCents,
  payoutCents,
  balanceCents,
})
const stop = (why: 'player' | 'hidden'): AutoEvent => ({ type: 'stopped', why })

const after = (...events: AutoEvent[]): AutoState => events.reduce(autoReducer, idle)

test('one round is in flight at a time, and the stake depends on how the last one ended', () => {
  expect(stakeToPlay(after(begun))).toBe(500)
  expect(stakeToPlay(after(begun, sent))).toBeUndefined()
  expect(stakeToPlay(after(begun, sent, round(500, 0)))).toBe(1000)
  expect(stakeToPlay(after(begun, sent, round(500, 0), sent, round(1000, 1500)))).toBe(500)
})

describe('ends', () => {
  test.each<{ why: string; events: AutoEvent[]; played: number }>([
    {
      why: 'done',
      events: [sent, round(500, 0), sent, round(1000, 0), sent, round(2000, 0)],
      played: 3,
    },
    { why: 'profit', events: [sent, round(500, 1500)], played: 1 },
    { why: 'balance', events: [sent, round(500, 0, 999)], played: 1 },
    {
      why: 'failed',
      events: [sent, { type: 'failed', reason: 'Limite', leadsToLimits: true }],
      played: 0,
    },
    { why: 'player', events: [sent, round(500, 0), stop('player')], played: 1 },
    { why: 'hidden', events: [stop('hidden')], played: 0 },
  ])('by $why', ({ why, events, played }) => {
    const state = after(begun, ...events)
    expect(state).toMatchObject({ status: 'ended', why, count: { played } })
    expect(stakeToPlay(state)).toBeUndefined()
  })

  test('before a stake that would exceed the loss stop', () => {
    const tight = after({ type: 'begun', plan: { ...plan, stopLossCents: 1499 }, balanceCents: 50_000 })
    const state = [sent, round(500, 0)].reduce(autoReducer, tight)
    expect(state).toMatchObject({ status: 'ended', why: 'loss', count: { netCents: -500 } })
  })

  test('after the round in flight, which still counts, when the player stops', () => {
    const stopping = after(begun, sent, stop('player'), stop('hidden'))
    expect(stopping).toMatchObject({ status: 'running', ending: 'player' })
    expect(autoReducer(stopping, round(500, 0))).toMatchObject({
      status: 'ended',
      why: 'player',
      count: { played: 1, netCents: -500 },
    })
  })

  test('before its first round, if the balance is too low', () => {
    expect(after({ ...begun, balanceCents: 499 })).toMatchObject({ status: 'ended', why: 'balance' })
  })
})

test('unexpected events change nothing', () => {
  expect(after(round(500, 1000))).toBe(idle)
  expect(after(begun, round(500, 1000))).toEqual(after(begun))
  expect(after(begun, begun)).toEqual(after(begun))
  expect(after(begun, { type: 'closed' })).toEqual(after(begun))
  expect(after(begun, stop('player'), { type: 'closed' })).toBe(idle)
})

test('a refusal by a limit of the player is shown with a link to it', () => {
  const state = after(begun, sent, { type: 'failed', reason: 'Seu limite', leadsToLimits: true })
  expect(state).toMatchObject({ refused: { reason: 'Seu limite', leadsToLimits: true } })
})

import { afterEach, expect, test, vi } from 'vitest'
import { openLimits } from '../../platform/limits.ts'
import { lateCallOffs } from './waiting-bets.ts'

const open = (limits = openLimits(undefined)) => lateCallOffs({ limits }, 'bets')
afterEach(() => vi.useRealTimers())

/** Failures one after the other, not as the bets of one slip. */
async function countApart({ count }: ReturnType<typeof open>, code: string, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    await count(1, code)
    vi.advanceTimersByTime(15_000)
  }
}

test('a player has a thousand waits an hour, and others are not affected', async () => {
  const { mayNotWait } = open()
  for (let at = 0; at < 1000; at += 1) expect(await mayNotWait(1)).toBeUndefined()
  expect(await mayNotWait(1)).toBe('too_many_requests')
  expect(await mayNotWait(2)).toBeUndefined()
})

test('bets of one slip that fail together count once, and refusals by price or match never count', async () => {
  const { mayNotWait, count } = open()
  for (let at = 0; at < 20; at += 1) {
    await count(1, 'insufficient_funds')
    await count(1, 'price_changed')
    await count(1, 'market_closed')
  }
  expect(await mayNotWait(1)).toBeUndefined()
})

test('a player who spends the money of waiting bets is paused, and can still cash out', async () => {
  vi.useFakeTimers()
  const limits = openLimits(undefined)
  const bets = open(limits)
  await countApart(bets, 'insufficient_funds', 5)
  expect(await bets.mayNotWait(1)).toBe('in_play_paused')
  expect(await lateCallOffs({ limits }, 'cash-outs').mayNotWait(1)).toBeUndefined()
})

test('a player at a limit is refused each time, and not paused', async () => {
  vi.useFakeTimers()
  const bets = open()
  await countApart(bets, 'daily_loss_limit', 20)
  await countApart(bets, 'bonus_stake_above_max', 20)
  expect(await bets.mayNotWait(1)).toBeUndefined()
})

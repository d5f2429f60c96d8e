import { expect, test } from 'vitest'
import { openLimits } from '../../platform/limits.ts'
import { lateCallOffs } from './late-call-offs.ts'

const open = () => lateCallOffs({ limits: openLimits(undefined) })

test('a player has a thousand things wait in an hour, and others are not put off by it', async () => {
  const { mayNotWait } = open()
  for (let at = 0; at < 1000; at += 1) expect(await mayNotWait(1)).toBeUndefined()
  expect(await mayNotWait(1)).toBe('too_many_requests')
  expect(await mayNotWait(2)).toBeUndefined()
})

test('the bets of one slip that come to nothing together count once, and what prices or the match refuse counts never', async () => {
  const { mayNotWait, count } = open()
  for (let at = 0; at < 20; at += 1) {
    await count(1, 'insufficient_funds')
    await count(1, 'price_changed')
    await count(1, 'market_closed')
  }
  expect(await mayNotWait(1)).toBeUndefined()
})

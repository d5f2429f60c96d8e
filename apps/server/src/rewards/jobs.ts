import { topupCredited, topupReversed } from '../cashier/index.ts'
import { on } from '../platform/events.ts'
import { listenToOutbox, type Listener } from '../platform/outbox.ts'
import { skippedBy } from '../platform/skip-failing.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import { releaseGameBonus } from './game-bonus.ts'
import { payCommission, reverseCommission } from './invitations/commission.ts'
import type { Rewards } from './settings.ts'

const COMMISSION_EVERY_MS = 60_000

/**
 * Pays each day's commission once the day is over, and follows top-up events: releases the game bonus for a panel
 * order, and reverses commission when a top-up is taken back. Both run in their own transactions, not the event
 * reader's, because accounts are always locked by ascending player id. If the reader crashes in between, it repeats
 * the event and finds it done.
 */
export const rewardsJobs = (
  current: () => Promise<Rewards>,
  { db, log, metrics }: Rewards['deps'],
): (Job | Listener)[] => [
  schedule({
    name: 'rewards-commission',
    everyMs: COMMISSION_EVERY_MS,
    log,
    run: async () => payCommission(await current()),
  }),
  listenToOutbox({
    db,
    log,
    name: 'rewards',
    // Each order is released once, and each reversal taken back once, in whatever order.
    park: skippedBy({ metrics, log }, 'rewards'),
    handlers: [
      on(topupCredited, async (_tx, events) => {
        const ofPanel = events.filter(({ isOfPanel }) => isOfPanel)
        if (ofPanel.length > 0) await releaseGameBonus(await current(), ofPanel)
      }),
      on(topupReversed, async (_tx, events) => {
        const rewards = await current()
        for (const { playerId, orderId, amountCents, refundId = '' } of events) {
          await reverseCommission(rewards, { playerId, orderId, refundId, amountCents })
        }
      }),
    ],
  }),
]

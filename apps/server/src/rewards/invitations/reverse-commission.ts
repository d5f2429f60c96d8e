import { createHash } from 'node:crypto'
import { readCashSums } from '../../cashier/index.ts'
import { balanceOf, lockAccounts, move, post } from '../../ledger/index.ts'
import { present } from '../../platform/assert.ts'
import type { Rewards } from '../rewards.ts'
import {
  insertTaken,
  insertTakenBack,
  rejectHeld,
  selectBrought,
  selectWaiting,
} from './commission-queries.ts'
import { E4, takenBackE4, takenCents } from './commission-rules.ts'

/** The bank took back a top-up, or a part of it; `refundId` tells several of one order apart. */
export type Reversal = { playerId: number; orderId: string; refundId: string; amountCents: number }

/**
 * Reverses the commission that a player's stakes brought to those above when the bank takes back the player's money: of all that the
 * player topped up the part that is gone, of all that it brought the same part. It comes off what waits; beyond that,
 * off the earner's bonus, then cash; the rest off what is earned later. Done twice it does nothing the second time.
 */
export const reverseCommission = (rewards: Rewards, reversal: Reversal): Promise<void> =>
  rewards.deps.db.begin(async (tx) => {
    const { playerId, orderId, refundId, amountCents } = reversal
    const cause = `back-${createHash('sha256').update(`${orderId}:${refundId}`).digest('hex').slice(0, 16)}`
    const earnerIds = (await selectBrought(tx, playerId)).map((one) => one.earnerId)
    const ledger = await lockAccounts(tx, earnerIds)
    // Under the locks: a list that pays meanwhile changes what waits, and not what was brought.
    const [brought, sums] = await Promise.all([selectBrought(tx, playerId), readCashSums(tx, [playerId])])
    const toppedUpCents = present(sums.get(playerId), 'the cash sums of a player').paySumCents + amountCents
    const held = brought.filter(({ earnerId }) => ledger.players.has(earnerId))
    const fresh = await insertTakenBack(tx, playerId, cause, {
      earnerIds: held.map(({ earnerId }) => earnerId),
      levels: held.map(({ level }) => level),
      amounts: held.map(({ amountE4 }) => 0 - takenBackE4(amountE4, amountCents, toppedUpCents)),
    })
    await rejectHeld(tx, playerId)
    const waiting = await selectWaiting(
      tx,
      fresh.map(({ earnerId }) => earnerId),
    )
    const taken = waiting.flatMap(({ earnerId, waitingE4 }) => {
      const balances = {
        cashCents: balanceOf(ledger, earnerId, 'cash'),
        bonusCents: balanceOf(ledger, earnerId, 'bonus'),
      }
      const parts = takenCents(waitingE4, balances)
      for (const kind of ['bonus', 'cash'] as const) {
        const key = `commission-${cause}:${playerId}:${kind}`
        if (parts[kind] > 0)
          move(ledger, { key, from: { playerId: earnerId, kind }, to: 'gifts', cents: parts[kind] })
      }
      const cents = parts.bonus + parts.cash
      return cents > 0 ? [{ earnerId, amountE4: cents * E4 }] : []
    })
    await post(tx, ledger)
    if (taken.length === 0) return
    await insertTaken(
      tx,
      `${cause}-${playerId}`,
      taken.map(({ earnerId }) => earnerId),
      taken.map(({ amountE4 }) => amountE4),
    )
  })

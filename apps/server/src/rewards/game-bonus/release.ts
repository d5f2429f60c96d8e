import { give, isAllowed, lockGrants, writeGrants } from '../grants/give-grants.ts'
import { selectGiven } from '../grants/queries.ts'
import type { Rewards } from '../rewards.ts'
import { addReleased, selectRates } from './queries.ts'
import { floorToCents, readAccrued } from './read-game-bonus.ts'

/** A top-up of the bonus panel that stands in the balance, by its order. */
export type PanelTopUp = { playerId: number; orderId: string }

const E4 = 10_000

/**
 * Gives players the bonus that their stakes have earned, once for each order of the bonus panel: at most what the rate in
 * force allows at once, the rest goes on growing. On a break too: the order of the panel was paid for it. Answers how many
 * were given one.
 */
export const releaseGameBonus = (rewards: Rewards, topUps: readonly PanelTopUp[]) =>
  rewards.deps.db.begin(async (tx): Promise<number> => {
    const playerIds = [...new Set(topUps.map(({ playerId }) => playerId))]
    const batch = await lockGrants(rewards, tx, playerIds)
    const [accrued, rates, given] = await Promise.all([
      readAccrued(tx, playerIds),
      selectRates(tx),
      selectGiven(tx, {
        playerIds: topUps.map(({ playerId }) => playerId),
        kinds: topUps.map(() => 'game_bonus'),
        sourceKeys: topUps.map(({ orderId }) => orderId),
      }),
    ])
    const done = new Set(given.map(({ sourceKey }) => sourceKey))
    const left = new Map([...accrued].map(([playerId, { accruedE4 }]) => [playerId, accruedE4]))
    const maxCents = rates.at(-1)?.maxReleaseCents ?? 0
    for (const { playerId, orderId } of topUps) {
      const leftE4 = left.get(playerId) ?? 0
      const amountCents = Math.min(maxCents, floorToCents(leftE4))
      if (done.has(orderId) || amountCents === 0 || !isAllowed(batch, playerId, 'game_bonus').ok) continue
      give(batch, {
        playerId,
        kind: 'game_bonus',
        sourceKey: orderId,
        step: null,
        amountCents,
        requestId: null,
      })
      done.add(orderId)
      left.set(playerId, leftE4 - amountCents * E4)
    }
    await writeGrants(tx, batch)
    const { given: grants } = batch
    if (grants.length > 0) {
      const sums = new Map<number, number>()
      for (const { playerId, amountCents } of grants) {
        sums.set(playerId, (sums.get(playerId) ?? 0) + amountCents * E4)
      }
      await addReleased(tx, [...sums.keys()], [...sums.values()])
    }
    return grants.length
  })

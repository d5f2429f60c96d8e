import type { Calls } from '@palpite/contract'
import { earningBetween } from '../ledger/index.ts'
import type { Sql } from '../platform/db/index.ts'
import { readOpenBonuses } from '../wagering/index.ts'
import { selectGrants, selectGiven, selectGameBonusRates, selectReleased, addReleased } from './queries.ts'
import type { Rewards } from './settings.ts'
import { decideGrant, isAllowed, lockGrants, writeGrants } from './grants.ts'

/**
 * What a player's settled stakes have earned and not yet released, and the part of those stakes that earns. Both
 * unrounded.
 */
type Accrued = { accruedE4: number; earningCents: number }

const E4 = 10_000
const LAST_DAY = '9999-12-31'

/**
 * What these players' stakes have earned so far. Computed from the turnover of each rate's days: settling a stake
 * writes nothing here, so nothing can be counted twice.
 */
async function readAccrued(sql: Sql, playerIds: readonly number[]): Promise<ReadonlyMap<number, Accrued>> {
  const [rates, released] = await Promise.all([selectGameBonusRates(sql), selectReleased(sql, playerIds)])
  const earning = await Promise.all(
    rates.map(({ startsOn }) => earningBetween(sql, playerIds, { from: startsOn, until: LAST_DAY })),
  )
  const gone = new Map(released.map(({ playerId, releasedE4 }) => [playerId, releasedE4]))
  return new Map(
    playerIds.map((playerId) => {
      const since = (at: number) => earning[at]?.get(playerId) ?? 0
      const earnedE4 = rates.reduce((sum, { rateBps }, at) => sum + rateBps * (since(at) - since(at + 1)), 0)
      return [
        playerId,
        { accruedE4: Math.max(0, earnedE4 - (gone.get(playerId) ?? 0)), earningCents: since(0) },
      ]
    }),
  )
}

/** The same in whole cents, for the socket. */
export async function readGameBonuses(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, { accruedCents: number; earningCents: number }>> {
  const accrued = await readAccrued(sql, playerIds)
  return new Map(
    [...accrued].map(([playerId, { accruedE4, earningCents }]) => [
      playerId,
      { accruedCents: floorToCents(accruedE4), earningCents },
    ]),
  )
}

/** Rounds down to whole cents: a fraction is not earned yet. */
const floorToCents = (e4: number): number => Math.floor(e4 / E4)

type Page = Calls['GET /api/app/rewards/gameBonus']['data']

/** The game bonus page; shows nothing accrued where the policy has no game bonus. */
export async function readGameBonus({ deps, policy }: Rewards, playerId: number): Promise<Page> {
  const { db } = deps
  const ids = [playerId]
  const [accrued, rates, grants, bonuses] = await Promise.all([
    readAccrued(db, ids),
    selectGameBonusRates(db),
    selectGrants(db, ids, ['game_bonus']),
    readOpenBonuses(db, policy, ids),
  ])
  const rate = policy.hasRewards('stakes') ? rates.at(-1) : undefined
  const own = rate ? accrued.get(playerId) : undefined
  return {
    bouns: floorToCents(own?.accruedE4 ?? 0) / 100,
    amount: (own?.earningCents ?? 0) / 100,
    rateBps: rate?.rateBps ?? 0,
    maxReleaseCents: rate?.maxReleaseCents ?? 0,
    releases: grants.map(({ amountCents, grantedAt }) => ({ amountCents, at: grantedAt.toISOString() })),
    bonuses: bonuses.get(playerId) ?? [],
  }
}

/** A credited top-up of the bonus panel, by its order. */
type PanelTopUp = { playerId: number; orderId: string }

/**
 * Releases the game bonus that players have accrued, once for each order of the bonus panel. One release is at most
 * the maximum of the rate in force; the rest stays accrued. Also released during a break, because the player paid for
 * the order. Answers how many players received one.
 */
export const releaseGameBonus = (rewards: Rewards, topUps: readonly PanelTopUp[]) =>
  rewards.deps.db.begin(async (tx): Promise<number> => {
    const playerIds = [...new Set(topUps.map(({ playerId }) => playerId))]
    const batch = await lockGrants(rewards, tx, playerIds)
    const [accrued, rates, given] = await Promise.all([
      readAccrued(tx, playerIds),
      selectGameBonusRates(tx),
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
      decideGrant(batch, {
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

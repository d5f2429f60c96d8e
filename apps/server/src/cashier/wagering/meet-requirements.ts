import {
  balanceOf,
  type LedgerBatch,
  lifetimeTurnover,
  move,
  lockAccounts,
  post,
  balancesOf,
  readBalances,
  repayDebt,
} from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import type { Cashier } from '../cashier.ts'
import {
  type Requirement,
  selectDonePlayers,
  selectOpenRequirements,
  selectWageringPlayers,
  updateToMet,
} from './queries.ts'
import { isMet, isReleasing, releasedBonus, withoutMain } from './rules.ts'

/** What players still have to wager, and how much of their stakes was settled so far. */
export type Wagers = {
  open: ReadonlyMap<number, readonly Requirement[]>
  settledCents: ReadonlyMap<number, number>
}

/**
 * Closes the requirements of these players that are met, moves the bonus that is free by then to cash in the batch,
 * and answers what is left. The accounts of the players are held, with cash and bonus; the caller posts.
 */
export const meetInBook = async (tx: Tx, batch: LedgerBatch, playerIds: readonly number[]): Promise<Wagers> =>
  meetWagers(tx, batch, await readWagers(tx, playerIds))

/** The same for wagers that were read already, with the accounts held. */
export async function meetWagers(tx: Tx, batch: LedgerBatch, wagers: Wagers): Promise<Wagers> {
  const met: Requirement[] = []
  const open = new Map<number, readonly Requirement[]>()
  for (const [playerId, own] of wagers.open) {
    const settledCents = wagers.settledCents.get(playerId) ?? 0
    const done = own.filter((one) => isMet(one, settledCents))
    const left = own.filter((one) => !isMet(one, settledCents))
    open.set(playerId, left)
    met.push(...done)
    if (isReleasing(own, left)) release(batch, playerId, left)
  }
  if (met.length > 0)
    await updateToMet(
      tx,
      met.map(({ id }) => id),
    )
  return { open, settledCents: wagers.settledCents }
}

function release(batch: LedgerBatch, playerId: number, left: readonly Requirement[]): void {
  const cents = releasedBonus(balanceOf(batch, playerId, 'bonus'), left)
  if (cents === 0) return
  const [from, to] = [{ playerId, kind: 'bonus' } as const, { playerId, kind: 'cash' } as const]
  // The balances's version grows with this very move, so no other one has this key.
  const key = `wagered:${playerId}:${balancesOf(batch, playerId).version}`
  move(batch, { key, from, to, cents })
  repayDebt(batch, { playerId, key: `${key}:repaid` })
}

/** Reads what is open to be wagered; nothing is closed. */
export async function readWagers(tx: Tx | Deps['db'], playerIds: readonly number[]): Promise<Wagers> {
  const rows = await selectOpenRequirements(tx, playerIds)
  const turnover = await lifetimeTurnover(tx, playerIds)
  return {
    open: new Map(playerIds.map((id) => [id, rows.filter(({ playerId }) => playerId === id)])),
    settledCents: new Map([...turnover].map(([playerId, { settledCents }]) => [playerId, settledCents])),
  }
}

/** What is left of these wagers under a policy: where top-ups need not be wagered, the parts of their gifts alone. */
export const wagersUnder = ({ terms }: CompliancePolicy, wagers: Wagers): Wagers =>
  terms.wagersTopUps
    ? wagers
    : { ...wagers, open: new Map([...wagers.open].map(([playerId, own]) => [playerId, withoutMain(own)])) }

type Rules = Pick<Cashier, 'deps' | 'policy'>

/** Closes the requirements of these players that are met; bonus that is free becomes cash. */
const meetRequirements = ({ deps, policy }: Rules, playerIds: readonly number[]) =>
  deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, playerIds)
    await meetWagers(tx, batch, wagersUnder(policy, await readWagers(tx, playerIds)))
    await post(tx, batch)
  })

const PLAYERS_AT_ONCE = 500

/** Goes through all players with something to be wagered and closes what is met. */
export async function meetAllRequirements(rules: Rules): Promise<void> {
  const { deps, policy } = rules
  let after = 0
  for (;;) {
    const page = await selectWageringPlayers(deps.db, after, PLAYERS_AT_ONCE)
    const playerIds = page.map(({ playerId }) => playerId)
    const { open, settledCents } = wagersUnder(policy, await readWagers(deps.db, playerIds))
    const done = playerIds.filter((id) => open.get(id)?.some((one) => isMet(one, settledCents.get(id) ?? 0)))
    if (done.length > 0) await meetRequirements(rules, done)
    const last = playerIds.at(-1)
    if (last === undefined || page.length < PLAYERS_AT_ONCE) return
    after = last
  }
}

/**
 * Looks at a page of players who had a gift and have nothing left to be wagered, and turns into cash what has come
 * back to their bonus: a bet may be settled long after its requirement was met. Answers where the next page begins;
 * 0 is the first. One page a run keeps the work small however many players there are: nobody waits for it, because
 * a withdrawal frees the same bonus at once.
 */
export async function releaseBonuses(rules: Rules, after: number): Promise<number> {
  const { deps } = rules
  const page = await selectDonePlayers(deps.db, after, PLAYERS_AT_ONCE)
  const playerIds = page.map(({ playerId }) => playerId)
  const balancesByPlayer = await readBalances(deps.db, playerIds)
  const rich = playerIds.filter((id) => (balancesByPlayer.get(id)?.bonusCents ?? 0) > 0)
  if (rich.length > 0) await meetRequirements(rules, rich)
  return page.length < PLAYERS_AT_ONCE ? 0 : (playerIds.at(-1) ?? 0)
}

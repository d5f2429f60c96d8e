import { lockAccounts, post, readBalances } from '../ledger/index.ts'
import { isFault } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import { selectWageringPlayers } from './queries.ts'
import { isDue, meetRequirements, readWagering, writeWagering } from './wagering-batch.ts'

export type Wagering = { deps: Pick<Deps, 'db' | 'log'>; policy: Pick<CompliancePolicy, 'terms'> }

/** Bounds the locks of one transaction. */
const PLAYERS_AT_ONCE = 200

/**
 * Turns bonuses of these players into cash if their requirements are met by settled stakes. Works from the tables,
 * under the players' locks, so it is safe to run twice, or on two servers at once. Most players never had a bonus:
 * one statement finds that out.
 */
export async function convertMetBonuses(wagering: Wagering, playerIds: readonly number[]): Promise<void> {
  const ids = await playersDue(wagering, [...new Set(playerIds)])
  for (let at = 0; at < ids.length; at += PLAYERS_AT_ONCE) {
    await meetEach(wagering, ids.slice(at, at + PLAYERS_AT_ONCE))
  }
}

/**
 * A player whose requirement cannot be closed holds up nobody else: the others are processed one by one, and the
 * failure is logged. It is tried again with the next settled stake of the player. If the database is away, the
 * reader fails.
 */
async function meetEach(wagering: Wagering, ids: readonly number[]): Promise<void> {
  try {
    await meetOf(wagering, ids)
  } catch (error) {
    if (isFault(error)) throw error
    const [playerId] = ids
    if (ids.length === 1)
      wagering.deps.log.error({ err: error, playerId }, 'a wagering requirement could not be closed')
    else for (const id of ids) await meetEach(wagering, [id])
  }
}

/**
 * Read without locks: later settlements have events of their own. Ascending, because players are locked in that
 * order.
 */
async function playersDue({ deps: { db }, policy }: Wagering, playerIds: readonly number[]) {
  const concerned = (await selectWageringPlayers(db, playerIds)).map(({ playerId }) => playerId)
  if (concerned.length === 0) return []
  const [wagering, balances] = await Promise.all([
    readWagering(db, policy, concerned),
    readBalances(db, concerned),
  ])
  return concerned.filter((id) => isDue(wagering, id, balances.get(id)?.bonusCents ?? 0))
}

const meetOf = ({ deps, policy }: Wagering, ids: readonly number[]): Promise<void> =>
  deps.db.begin(async (tx) => {
    const ledger = await lockAccounts(tx, ids)
    const wagering = await readWagering(tx, policy, ids)
    meetRequirements(wagering, ledger, ids)
    await writeWagering(tx, wagering)
    await post(tx, ledger)
  })

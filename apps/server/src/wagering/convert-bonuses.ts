import { lockAccounts, post, readBalances } from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import { skipFailing, skippedBy } from '../platform/skip-failing.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import { selectWageringPlayers } from './queries.ts'
import { isDue, meetRequirements, readWagering, writeWagering } from './wagering-batch.ts'

export type Wagering = { deps: Pick<Deps, 'db' | 'log' | 'metrics'>; policy: Pick<CompliancePolicy, 'terms'> }

/** Bounds the locks of one transaction. */
const PLAYERS_AT_ONCE = 200

/**
 * Turns bonuses of these players into cash if their requirements are met by settled stakes. Works from the tables,
 * under the players' locks, so it is safe to run twice, or on two servers at once. Most players never had a bonus:
 * one statement finds that out.
 */
export async function convertMetBonuses(wagering: Wagering, playerIds: readonly number[]): Promise<void> {
  const report = skippedBy(wagering.deps, 'wagering')
  const ids = await playersDue(wagering, [...new Set(playerIds)])
  for (let at = 0; at < ids.length; at += PLAYERS_AT_ONCE) {
    // A player whose requirement cannot be closed is tried again with the next settled stake. If the database is away,
    // the reader fails.
    await skipFailing(ids.slice(at, at + PLAYERS_AT_ONCE), {
      run: (list) => convert(wagering, list),
      skip: (playerId, error) => report({ playerId }, error),
      leave: (players) =>
        wagering.deps.log.error(
          { players: players.length },
          'too many players failed in a row: the rest follow with their next settled stake',
        ),
    })
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

const convert = ({ deps, policy }: Wagering, ids: readonly number[]): Promise<void> =>
  deps.db.begin(async (tx) => {
    const ledger = await lockAccounts(tx, ids)
    const wagering = await readWagering(tx, policy, ids)
    meetRequirements(wagering, ledger, ids)
    await writeWagering(tx, wagering)
    await post(tx, ledger)
  })

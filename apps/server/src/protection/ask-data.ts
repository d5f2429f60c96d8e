import {
  type AskedData,
  insertDataRequests,
  readDocumented,
  readExposed,
  readOverdueData,
  readUnreviewed,
} from '../identity/index.ts'
import type { Sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { writeEvents } from '../platform/outbox.ts'
import { refuse } from '../platform/result.ts'
import { skipFailing, skippedBy } from '../platform/skip-failing.ts'
import { dataRequested } from './events.ts'
import type { CompliancePolicy } from './policy.ts'
import { selectJoinedAccounts } from './queries.ts'
import { readExcluded } from './read-rules.ts'

type Asking = { deps: Pick<Deps, 'db' | 'log' | 'metrics'>; policy: Pick<CompliancePolicy, 'terms'> }

/** Players in one transaction. */
const PAGE = 500

/** What the policy asks of every player. */
function kindsOf({ terms }: Asking['policy']): AskedData[] {
  const kinds: AskedData[] = []
  if (terms.asksExposure) kinds.push('exposure')
  if (terms.needsAddress) kinds.push('gender')
  return kinds
}

/**
 * Asks players with checked documents for missing or outdated data: whether they are politically exposed (yearly),
 * and their gender. Skips excluded players. Walks all players; two servers running at once ask each player once.
 */
export async function askForData({ deps, policy }: Asking): Promise<void> {
  const kinds = kindsOf(policy)
  if (kinds.length === 0) return
  const report = skippedBy(deps, 'protection-data-requests')
  let after = 0
  for (;;) {
    const page = await readDocumented(deps.db, after, PAGE)
    const last = page.at(-1)
    if (!last) return
    await skipFailing(page, {
      run: (players) =>
        deps.db.begin(async (tx) => {
          const playerIds = await withoutExcluded(
            tx,
            players.map(({ playerId }) => playerId),
          )
          await writeEvents(tx, dataRequested, await insertDataRequests(tx, { playerIds, kinds }))
        }),
      skip: ({ playerId }, error) => report({ playerId }, error),
    })
    after = last.playerId
  }
}

async function withoutExcluded(sql: Sql, playerIds: readonly number[]): Promise<number[]> {
  const excluded = await readExcluded(sql, playerIds)
  return playerIds.filter((playerId) => !excluded.has(playerId))
}

/**
 * What blocks the top-ups of these players because of personal data: a request unanswered for a month, or a public
 * office that no operator has reviewed yet.
 */
export async function readPersonHolds(sql: Sql, policy: Asking['policy'], playerIds: readonly number[]) {
  const kinds = kindsOf(policy)
  const [overdue, accountsOf] = await Promise.all([
    kinds.length > 0 ? readOverdueData(sql, { playerIds, kinds }) : [],
    readJoined(sql, playerIds),
  ])
  const unreviewed = await readUnreviewed(sql, accountsOf)
  return { overdue: new Map(overdue.map(({ playerId, what }) => [playerId, what])), unreviewed }
}

/** All accounts of each player's person, as proved by payments; usually just their own. */
async function readJoined(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const accountsOf = new Map<number, readonly number[]>(playerIds.map((playerId) => [playerId, [playerId]]))
  for (const { playerId, accountIds } of await selectJoinedAccounts(sql, playerIds))
    accountsOf.set(playerId, accountIds)
  return accountsOf
}

/** Those of these players who count as politically exposed, in any account of their person. */
export const readExposedPersons = async (
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlySet<number>> => readExposed(sql, await readJoined(sql, playerIds))

export type PersonHolds = Awaited<ReturnType<typeof readPersonHolds>>

/** Refuses a top-up while the player owes an overdue answer. */
export function refuseOverdue({ overdue }: PersonHolds, playerId: number) {
  const what = overdue.get(playerId)
  if (what === undefined) return undefined
  return refuse(what === 'exposure' ? 'exposure_needed' : 'gender_needed')
}

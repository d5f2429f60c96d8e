import { areOfOneTree, readPlayers, readPlayerStatuses } from '../identity/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import type { Config } from '../platform/config.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import { writeEvents } from '../platform/outbox.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { cpfHash } from './breaks.ts'
import { suspensionChanged } from './events.ts'
import { selectListed } from './listed-queries.ts'
import {
  insertSuspensions,
  selectOpenSuspensions,
  selectSuspensions,
  type SuspensionRow,
  updateToLifted,
} from './suspension-queries.ts'

export type { SuspensionRow }
export { selectSuspensions as readSuspensions }

/** An operator's decision on an account, to suspend it or to lift the suspension. */
type Decision = { playerId: number; operatorId: number; reason: string }

type SuspendRefusal = 'not_found' | 'already_suspended'

/**
 * Suspends accounts at once, until operators lift the suspension. Takes the lock of the players' accounts that stakes,
 * orders, withdrawals and transfers also take: once this is committed, none that begins later is accepted on any server.
 * What was accepted before stays. Answers in the order asked.
 */
export async function suspendAccounts(
  tx: Tx,
  requests: readonly Decision[],
): Promise<Result<null, SuspendRefusal>[]> {
  const { known, open } = await lockSuspensions(tx, requests)
  const suspended: Decision[] = []
  const suspendedIds = new Set(open.keys())
  const answers = requests.map((request): Result<null, SuspendRefusal> => {
    if (!known.has(request.playerId)) return refuse('not_found')
    if (suspendedIds.has(request.playerId)) return refuse('already_suspended')
    suspendedIds.add(request.playerId)
    suspended.push(request)
    return ok(null)
  })
  if (suspended.length === 0) return answers
  const rows = await insertSuspensions(
    tx,
    suspended.map(({ operatorId, ...one }) => ({ ...one, suspendedBy: operatorId })),
  )
  await writeEvents(tx, suspensionChanged, rows.map(changed(true)))
  return answers
}

type LiftRefusal = 'not_found' | 'not_suspended' | 'person_listed' | 'four_eyes'

type Keyed = Pick<Config, 'PUBLIC_ID_SECRET'>

/**
 * Lifts suspensions, for an operator of another tree than the one who suspended, because nobody may decide alone on
 * money that is held. Refused for a listed person, who must be taken off the list first. Answers with what was lifted,
 * in the order asked.
 */
export async function liftSuspensions(
  tx: Tx,
  config: Keyed,
  requests: readonly Decision[],
): Promise<Result<SuspensionRow, LiftRefusal>[]> {
  const { known, open } = await lockSuspensions(tx, requests)
  const listed = await readListedPlayers(tx, config, [...open.keys()])
  const lifted: (Decision & { id: number })[] = []
  const answers: Result<SuspensionRow, LiftRefusal>[] = []
  for (const request of requests) {
    const row = open.get(request.playerId)
    if (!row) answers.push(refuse(known.has(request.playerId) ? 'not_suspended' : 'not_found'))
    else if (listed.has(request.playerId)) answers.push(refuse('person_listed'))
    else if (await areOfOneTree(tx, row.suspendedBy, request.operatorId)) answers.push(refuse('four_eyes'))
    else {
      open.delete(request.playerId)
      lifted.push({ ...request, id: row.id })
      answers.push(ok(row))
    }
  }
  if (lifted.length === 0) return answers
  await updateToLifted(tx, lifted)
  await writeEvents(tx, suspensionChanged, lifted.map(changed(false)))
  return answers
}

/** Locks the accounts of known players among these, and reads their open suspensions. */
async function lockSuspensions(tx: Tx, requests: readonly Decision[]) {
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const statuses = await readPlayerStatuses(tx, playerIds)
  const known = new Set(statuses.map(({ playerId }) => playerId))
  await lockAccounts(tx, [...known])
  const rows = await selectOpenSuspensions(tx, [...known])
  return { known, open: new Map(rows.map((row) => [row.playerId, row])) }
}

/**
 * Those of these players whose person is listed. Locks needed: their accounts, which a listing, a correction and a
 * reopening take before they suspend. So a listing that commits too late to be seen here suspends the account anew.
 */
async function readListedPlayers(
  tx: Tx,
  config: Keyed,
  playerIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const players = await readPlayers(tx, playerIds)
  const hashes = [...players.values()].flatMap(({ playerId, cpf }) =>
    cpf === null ? [] : [{ playerId, hash: cpfHash(config, cpf) }],
  )
  const rows = await selectListed(
    tx,
    hashes.map(({ hash }) => hash),
  )
  const listed = new Set(rows.map((row) => row.cpfHash))
  return new Set(hashes.flatMap(({ playerId, hash }) => (listed.has(hash) ? [playerId] : [])))
}

const changed =
  (isSuspended: boolean) =>
  ({ playerId, id }: { playerId: number; id: number }) => ({ playerId, isSuspended, suspensionId: id })

/** The open suspension of each of these players who has one. */
export const readOpenSuspensions = async (
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, SuspensionRow>> =>
  new Map((await selectOpenSuspensions(sql, playerIds)).map((row) => [row.playerId, row]))

import type { ExposureRelation } from '@palpite/contract'
import { audit } from '../../platform/audit.ts'
import type { Db, Sql, Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  type ExposureRow,
  insertStatements,
  type KeptStatement,
  lockExposed,
  selectExposed,
  selectExposures,
  selectLastStatements,
  updateExposureDecided,
  upsertExposures,
  type CheckedPerson,
  updateCheckedPersons,
} from './person-queries.ts'
import type { ExposureState, ExposureStatement } from './rules.ts'

type Statement = Omit<ExposureStatement, 'playerId'>

/**
 * The state after a statement, given the previous state and the same source's last statement; undefined if it repeats
 * that. A yes opens a case. A no removes nothing by itself: a confirmed player is reviewed again, because an office
 * counts for years after its end.
 */
export function exposureAfter(
  state: ExposureState | undefined,
  before: Statement | undefined,
  statement: Statement,
): ExposureState | undefined {
  const isSame =
    before !== undefined &&
    before.isExposed === statement.isExposed &&
    before.relation === statement.relation &&
    before.office === statement.office
  if (isSame) return undefined
  if (statement.isExposed || state === 'confirmed') return 'open'
  return state ?? 'none'
}

/**
 * Stores statements and their consequences in order; skips a source's repeated statement. Locks the players, so the
 * caller must already hold any ledger accounts it needs. Returns the new statements.
 */
async function noteExposures(tx: Tx, statements: readonly ExposureStatement[]): Promise<ExposureStatement[]> {
  if (statements.length === 0) return []
  const playerIds = [...new Set(statements.map(({ playerId }) => playerId))]
  await lockExposed(tx, playerIds)
  const states = new Map((await selectExposures(tx, playerIds)).map((row) => [row.playerId, row.state]))
  // A statement repeated after a year counts as new, because it was requested again. A repeated no of the register
  // does not.
  const last = new Map<string, Statement>(
    (await selectLastStatements(tx, playerIds)).flatMap((row) =>
      row.isOld && (row.source === 'declared' || row.isExposed)
        ? []
        : [[`${row.source} ${row.playerId}`, row]],
    ),
  )
  const before = new Map(states)
  const kept = statements.filter((statement) => {
    const { playerId, source } = statement
    const after = exposureAfter(states.get(playerId), last.get(`${source} ${playerId}`), statement)
    if (after === undefined) return false
    states.set(playerId, after)
    last.set(`${source} ${playerId}`, statement)
    return true
  })
  if (kept.length === 0) return []
  await insertStatements(tx, kept)
  const changed = [...states].filter(([playerId, state]) => before.get(playerId) !== state)
  if (changed.length > 0)
    await upsertExposures(
      tx,
      changed.map(([playerId, state]) => ({ playerId, state })),
    )
  return kept
}

/** Stores the register's statements about players; those it says nothing about are skipped. */
export const noteRegistered = (
  tx: Tx,
  answers: readonly { playerId: number; isExposed?: boolean | undefined }[],
) =>
  noteExposures(
    tx,
    answers.flatMap(({ playerId, isExposed }) =>
      isExposed === undefined
        ? []
        : [{ playerId, source: 'register' as const, isExposed, relation: null, office: null }],
    ),
  )

/** Writes the register's answers about identified players: their identity, and political exposure. */
export const writeCheckedPersons = (db: Db, persons: readonly CheckedPerson[]): Promise<void> =>
  db.begin(async (tx) => {
    const written = new Set((await updateCheckedPersons(tx, persons)).map(({ playerId }) => playerId))
    await noteRegistered(
      tx,
      persons.filter(({ playerId }) => written.has(playerId)),
    )
  })

type Declare = {
  playerId: number
  isExposed: boolean
  relation: ExposureRelation | null
  office: string | null
}

/** Stores a player's declaration. A yes says whose office it is and which. Repeating it changes nothing. */
export async function declareExposure(
  { db }: Pick<Deps, 'db'>,
  { playerId, isExposed, ...given }: Declare,
): Promise<Result<null, 'exposure_incomplete'>> {
  const office = given.office?.trim().replaceAll(/\s+/g, ' ') ?? ''
  if (isExposed && (given.relation === null || office === '')) return refuse('exposure_incomplete')
  await db.begin(async (tx) => {
    const kept = await noteExposures(tx, [
      {
        playerId,
        source: 'declared',
        isExposed,
        relation: isExposed ? given.relation : null,
        office: isExposed ? office : null,
      },
    ])
    if (kept.length === 0) return
    await audit(tx, {
      actor: { kind: 'player', id: playerId },
      action: 'exposure.declared',
      subject: `player:${playerId}`,
      // The office is in the statement, which is deleted with personal data; the audit chain is permanent.
      details: { isExposed, relation: isExposed ? given.relation : null },
    })
  })
  return ok(null)
}

/** The last statement of each source about a player, and the resulting state. */
export async function readExposure(
  sql: Sql,
  playerId: number,
): Promise<{ exposure: ExposureRow | undefined; statements: KeptStatement[] }> {
  const [[exposure], statements] = await Promise.all([
    selectExposures(sql, [playerId]),
    selectLastStatements(sql, [playerId]),
  ])
  return { exposure, statements }
}

/** The known accounts of each player's person, their own included. */
type AccountsOf = ReadonlyMap<number, readonly number[]>

/** Those of these players who count as politically exposed, reviewed or not. */
export const readExposed = (sql: Sql, accountsOf: AccountsOf): Promise<ReadonlySet<number>> =>
  readInStates(sql, accountsOf, ['open', 'confirmed'])

/** Those of these players who may be politically exposed and have not been reviewed. */
export const readUnreviewed = (sql: Sql, accountsOf: AccountsOf): Promise<ReadonlySet<number>> =>
  readInStates(sql, accountsOf, ['open'])

async function readInStates(sql: Sql, accountsOf: AccountsOf, states: readonly ExposureState[]) {
  const accounts = [...accountsOf].flatMap(([playerId, accountIds]) =>
    accountIds.map((accountId) => ({ playerId, accountId })),
  )
  return new Set((await selectExposed(sql, accounts, states)).map(({ playerId }) => playerId))
}

type Decide = {
  playerId: number
  operatorId: number
  isExposed: boolean
  /** The newest statement the operator saw: the decision covers nothing later. */
  statementId: number
  note: string
}

/**
 * An operator decides whether a player is exposed. Repeated by the same operator it answers the same. `asOperator`
 * locks the operator's row.
 */
export async function decideExposure(
  tx: Tx,
  { playerId, operatorId, isExposed, statementId, note }: Decide,
): Promise<
  Result<{ state: 'confirmed' | 'cleared' }, 'not_found' | 'exposure_decided' | 'exposure_changed'>
> {
  await lockExposed(tx, [playerId])
  const { exposure, statements } = await readExposure(tx, playerId)
  if (!exposure || exposure.state === 'none') return refuse('not_found')
  if (statements.at(-1)?.id !== statementId) return refuse('exposure_changed')
  const state = isExposed ? 'confirmed' : 'cleared'
  if (exposure.state !== 'open') {
    const isSame = exposure.state === state && exposure.decidedBy === operatorId
    return isSame ? ok({ state }) : refuse('exposure_decided')
  }
  await updateExposureDecided(tx, { playerId, state, operatorId, note })
  await audit(tx, {
    actor: { kind: 'operator', id: operatorId },
    action: `exposure.${state}`,
    subject: `player:${playerId}`,
    details: { statementId, note },
  })
  return ok({ state })
}

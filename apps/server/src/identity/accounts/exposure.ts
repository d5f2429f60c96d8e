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
  selectUnlooked,
  updateExposureDecided,
  upsertExposures,
  type CheckedPerson,
  updateCheckedPersons,
} from './person-queries.ts'
import type { ExposureState, ExposureStatement } from './rules.ts'

type Said = Omit<ExposureStatement, 'playerId'>

/**
 * What follows from a statement, given what followed before and what the same source said last; nothing where it says the same again.
 * A yes opens a case. A no takes nothing away by itself: who was confirmed is looked at again, for an office counts for years
 * after its end.
 */
export function exposureAfter(
  state: ExposureState | undefined,
  before: Said | undefined,
  said: Said,
): ExposureState | undefined {
  const isSame =
    before !== undefined &&
    before.isExposed === said.isExposed &&
    before.relation === said.relation &&
    before.office === said.office
  if (isSame) return undefined
  if (said.isExposed || state === 'confirmed') return 'open'
  return state ?? 'none'
}

/**
 * Keeps statements and what follows from them, one after the other; what a source says again is not kept twice. Locks the
 * players, so no account of the ledger may be asked for behind it by a caller that does not hold it. Answers what is new.
 */
async function noteExposures(tx: Tx, statements: readonly ExposureStatement[]): Promise<ExposureStatement[]> {
  if (statements.length === 0) return []
  const playerIds = [...new Set(statements.map(({ playerId }) => playerId))]
  await lockExposed(tx, playerIds)
  const states = new Map((await selectExposures(tx, playerIds)).map((row) => [row.playerId, row.state]))
  // What was said a year ago and is said again is news: it was asked for anew. A no of the register that it repeats is none.
  const last = new Map<string, Said>(
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

/** Keeps what the register of persons says of players; who is not named, and never was, gets no row. */
export const noteRegistered = (
  tx: Tx,
  said: readonly { playerId: number; isExposed?: boolean | undefined }[],
) =>
  noteExposures(
    tx,
    said.flatMap(({ playerId, isExposed }) =>
      isExposed === undefined
        ? []
        : [{ playerId, source: 'register' as const, isExposed, relation: null, office: null }],
    ),
  )

/** Writes what the register of persons answered of players who are known: who they are, and whether they are exposed. */
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

/** Keeps what a player declares. A yes says whose office it is and which. Said again, nothing more happens. */
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
      // The office stands in the statement, which goes with the person's data: the chain keeps it for good.
      details: { isExposed, relation: isExposed ? given.relation : null },
    })
  })
  return ok(null)
}

/** The last statement of each source about a player, and what follows. */
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

/** Of these players, those who count as politically exposed. */
export const readExposed = async (sql: Sql, playerIds: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set((await selectExposed(sql, playerIds)).map(({ playerId }) => playerId))

/**
 * Of these players, those who may be politically exposed and whom no operator has looked at yet; each with the accounts that are known
 * to be of the same person, the own one among them.
 */
export const readUnlooked = async (
  sql: Sql,
  accountsOf: ReadonlyMap<number, readonly number[]>,
): Promise<ReadonlySet<number>> => {
  const accounts = [...accountsOf].flatMap(([playerId, accountIds]) =>
    accountIds.map((accountId) => ({ playerId, accountId })),
  )
  return new Set((await selectUnlooked(sql, accounts)).map(({ playerId }) => playerId))
}

type Decide = {
  playerId: number
  operatorId: number
  isExposed: boolean
  /** The newest statement that the operator saw: a yes or no is of nothing that came later. */
  statementId: number
  note: string
}

/**
 * An operator says whether a player is exposed. Said again by the same operator it answers the same. The operator's row is held, by
 * `asOperator`.
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

import { type HarmReason, harmSteps } from '@palpite/contract'
import { readPlayers } from '../identity/index.ts'
import { readNetLossDays } from '../ledger/index.ts'
import { present } from '../platform/assert.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { writeEvents } from '../platform/outbox.ts'
import { harmStepTaken } from './events.ts'
import {
  closeQuietCases,
  insertDueRun,
  insertSteps,
  lockOpenCases,
  selectJudged,
  lockRun,
  selectActivePlayers,
  selectOwnDays,
  selectSpan,
  selectWithoutMarketing,
  type Span,
  updateRun,
  upsertCases,
} from './harm-queries.ts'
import { type DayFigures, type HarmFigures, harmReasons, nextGrade } from './harm-rules.ts'
import { readOnBreak } from './read-rules.ts'
import type { ProtectionSettings } from './settings.ts'

/** Top-ups of players by day: known to the module that takes the money. */
export type ReadTopUpDays = (
  sql: Sql,
  playerIds: readonly number[],
  span: Span,
) => Promise<
  readonly ({ playerId: number; day: string } & Pick<
    DayFigures,
    'depositedCents' | 'depositsAgain' | 'failedDeposits'
  >)[]
>

/** Bounds the rows of one transaction: 35 days of figures for each of these players. */
const PLAYERS_AT_ONCE = 200

type Detection = {
  readTopUpDays: ReadTopUpDays
  settings: Pick<ProtectionSettings, 'harm' | 'harmSteps'>
}

/**
 * Detects signs of harm on the last complete day, once per day: opens and escalates cases, and takes each step once. Works
 * through the players active that day, one batch per transaction; another server continues after the last batch of one that
 * stopped. Steps inform, offer and ask: none touches money or stops a withdrawal. Test accounts and players on a break get none.
 */
export async function detectHarm({ db }: Pick<Deps, 'db'>, detection: Detection): Promise<void> {
  await insertDueRun(db)
  while (await db.begin((tx) => detectInBatch(tx, detection)));
}

/** Returns whether more players are left for this server. */
async function detectInBatch(tx: Tx, detection: Detection): Promise<boolean> {
  const run = await lockRun(tx)
  if (!run) return false
  const { day, throughPlayer: after } = run
  const active = (await selectActivePlayers(tx, { day, after, max: PLAYERS_AT_ONCE })).map(
    ({ playerId }) => playerId,
  )
  if (active.length === 0) await closeQuietCases(tx, day, detection.settings.harmSteps.quietDays)
  else await raiseCases(tx, { ...detection, day, playerIds: active })
  await updateRun(tx, day, active.at(-1))
  return active.length > 0
}

type Raising = Detection & { day: string; playerIds: readonly number[] }

async function raiseCases(tx: Tx, { day, playerIds: active, readTopUpDays, settings }: Raising) {
  const [players, onBreak, judged] = await Promise.all([
    readPlayers(tx, active),
    readOnBreak(tx, active),
    selectJudged(tx, active, day),
  ])
  const left = new Set(judged.map(({ playerId }) => playerId))
  const playerIds = active.filter(
    (id) => !onBreak.has(id) && !left.has(id) && players.get(id)?.isTest !== true,
  )
  const [figures, cases] = await Promise.all([
    readFigures(tx, { day, playerIds, readTopUpDays }),
    lockOpenCases(tx, playerIds, day),
  ])
  const open = new Map(cases.map((one) => [one.playerId, one]))
  const raised = playerIds.flatMap((playerId) => {
    const reasons = harmReasons(figures.get(playerId) ?? nothing, settings.harm)
    if (reasons.length === 0) return []
    const known = open.get(playerId)
    const next = nextGrade(known, reasons, settings.harmSteps)
    return [{ playerId, reasons, grade: next ?? known?.grade ?? 1, isStep: next !== undefined }]
  })
  if (raised.length > 0) await writeCases(tx, day, raised)
}

type Raised = { playerId: number; reasons: HarmReason[]; grade: number; isStep: boolean }

async function writeCases(tx: Tx, day: string, raised: readonly Raised[]): Promise<void> {
  const written = await upsertCases(
    tx,
    raised.map(({ playerId, reasons, grade }) => ({
      playerId,
      grade,
      reasons: JSON.stringify(reasons),
      seenOn: day,
      steppedOn: day,
    })),
  )
  const idOf = new Map(written.map(({ id, playerId }) => [playerId, id]))
  const steps = raised
    .filter(({ isStep }) => isStep)
    .map(({ playerId, reasons, grade }) => ({
      playerId,
      caseId: present(idOf.get(playerId), 'the case of a step'),
      step: present(harmSteps[grade - 1], 'the step of a grade'),
      reasons,
    }))
  if (steps.length === 0) return
  await insertSteps(
    tx,
    steps.map((one) => ({ ...one, reasons: JSON.stringify(one.reasons) })),
  )
  await writeEvents(
    tx,
    harmStepTaken,
    steps.map(({ reasons, ...one }) => ({ ...one, signs: reasons.map(({ sign }) => sign) })),
  )
}

const nothing: HarmFigures = { week: [], before: [] }
const quietDay: DayFigures = {
  depositedCents: 0,
  depositsAgain: 0,
  failedDeposits: 0,
  activeMinutes: 0,
  nightMinutes: 0,
  limitsLoosened: 0,
  netLossCents: 0,
}

type Reading = Pick<Raising, 'day' | 'playerIds' | 'readTopUpDays'>

/** The figures of these players, the week until this day and the four weeks before it. */
async function readFigures(tx: Tx, { day: until, playerIds, readTopUpDays }: Reading) {
  const { from, weekFrom } = await selectSpan(tx, until)
  const span = { from, until }
  const parts = await Promise.all([
    readNetLossDays(tx, playerIds, span),
    readTopUpDays(tx, playerIds, span),
    selectOwnDays(tx, playerIds, span),
  ])
  const days = new Map<string, { playerId: number; day: string; figures: DayFigures }>()
  for (const { playerId, day, ...figures } of parts.flat()) {
    const key = `${playerId}:${day}`
    const known = days.get(key)?.figures ?? quietDay
    days.set(key, { playerId, day, figures: { ...known, ...figures } })
  }
  const byPlayer = new Map<number, { week: DayFigures[]; before: DayFigures[] }>()
  for (const { playerId, day, figures } of days.values()) {
    const own = byPlayer.get(playerId) ?? { week: [], before: [] }
    byPlayer.set(playerId, own)
    own[day >= weekFrom ? 'week' : 'before'].push(figures)
  }
  return byPlayer
}

/** Which of these players are sent nothing that advertises: those on a break, and those whose case has come to that step. */
export async function readWithoutMarketing(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (playerIds.length === 0) return new Set()
  const [onBreak, ofCases] = await Promise.all([
    readOnBreak(sql, playerIds),
    selectWithoutMarketing(sql, playerIds),
  ])
  return new Set([...onBreak.keys(), ...ofCases.map(({ playerId }) => playerId)])
}

import { type HarmReason, harmSteps } from '@palpite/contract'
import { readPlayers } from '../identity/index.ts'
import { readNetLossDays } from '../ledger/index.ts'
import { present } from '../platform/errors.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { writeEvents } from '../platform/outbox.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { followCursor, skippedBy, type Step } from '../platform/skip-failing.ts'
import { harmStepTaken, coolOffOffered } from './events.ts'
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
  insertCoolOffs,
  selectCoolOffSpan,
  selectOfferedToday,
  type CaseNote,
  insertNote,
  lockCase,
  updateCase,
} from './harm-queries.ts'
import { type DayFigures, type HarmFigures, harmReasons, nextGrade, coolOffFrom } from './harm-rules.ts'
import { readOnBreak } from './read-rules.ts'
import type { ProtectionSettings } from './settings.ts'

/** Reads top-ups of players by day; given by the module that takes the money. */
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

/** Bounds the rows per transaction: up to 35 days for each of these players. */
const PLAYERS_AT_ONCE = 200

type Detection = {
  readTopUpDays: ReadTopUpDays
  settings: Pick<ProtectionSettings, 'harm' | 'harmSteps'>
}

/**
 * Detects signs of harm on the last complete day, once per day: opens and escalates cases, and takes each step once.
 * Works through the players active that day, one batch per transaction; another server continues after the last batch of
 * one that stopped. Steps inform, offer and ask: none touches money or stops a withdrawal. Test accounts and players on
 * a break get none. A player whose figures fail is skipped, and judged again on the next day of play.
 */
export async function detectHarm(
  deps: Pick<Deps, 'db' | 'log' | 'metrics'>,
  detection: Detection,
): Promise<void> {
  const { db } = deps
  await insertDueRun(db)
  const report = skippedBy(deps, 'protection-harm')
  await followCursor({
    size: PLAYERS_AT_ONCE,
    step: (step: Step<JudgedRow>) => db.begin((tx) => detectInBatch(tx, detection, { ...step, report })),
  })
}

type JudgedRow = { day: string; playerId: number }

/** Returns whether more players are left for this server. */
async function detectInBatch(
  tx: Tx,
  detection: Detection,
  { max, failed, begin, report }: Step<JudgedRow> & { report: ReturnType<typeof skippedBy> },
): Promise<boolean> {
  const run = await lockRun(tx)
  if (!run) return false
  const { day, throughPlayer } = run
  // Another server may have moved the cursor since they failed here.
  const passed = failed.filter(({ row }) => row.day === day && row.playerId > throughPlayer)
  const after = passed.at(-1)?.row.playerId ?? throughPlayer
  const active = (await selectActivePlayers(tx, { day, after, max })).map(({ playerId }) => playerId)
  const [first] = active
  if (first !== undefined) begin({ day, playerId: first })
  if (active.length === 0) await closeQuietCases(tx, day, detection.settings.harmSteps.quietDays)
  else await raiseCases(tx, { ...detection, day, playerIds: active })
  await updateRun(tx, day, active.at(-1))
  tx.afterCommit(() => {
    for (const { row, error } of passed) report(row, error)
  })
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

/** The figures of these players: the week up to this day and the four weeks before. */
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

/**
 * Why these players receive no marketing: a break (a time-out, an exclusion, an impediment or a suspension), or a case
 * that has reached that step. Players who may receive it are omitted.
 */
export async function readWhyNoMarketing(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, 'break' | 'harm'>> {
  if (playerIds.length === 0) return new Map()
  const [onBreak, ofCases] = await Promise.all([
    readOnBreak(sql, playerIds),
    selectWithoutMarketing(sql, playerIds),
  ])
  return new Map([
    ...ofCases.map(({ playerId }) => [playerId, 'harm'] as const),
    ...[...onBreak.keys()].map((playerId) => [playerId, 'break'] as const),
  ])
}

/** Which of these players receive no marketing: those on a break, and those whose case has reached that step. */
export const readWithoutMarketing = async (
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlySet<number>> => new Set((await readWhyNoMarketing(sql, playerIds)).keys())

/**
 * Offers a pause to players whose settled loss of today reaches their bound: once a day, as a message and a dialog, and
 * never more than an offer. Skips players on a break and test accounts.
 */
export async function offerCoolOffs(
  { db }: Pick<Deps, 'db'>,
  settings: Pick<ProtectionSettings, 'coolOff'>,
  playerIds: readonly number[],
): Promise<void> {
  for (let at = 0; at < playerIds.length; at += PLAYERS_AT_ONCE)
    await db.begin((tx) => offer(tx, settings, playerIds.slice(at, at + PLAYERS_AT_ONCE)))
}

async function offer(tx: Tx, { coolOff }: Pick<ProtectionSettings, 'coolOff'>, asked: readonly number[]) {
  const [span, offered] = await Promise.all([selectCoolOffSpan(tx), selectOfferedToday(tx, asked)])
  const had = new Set(offered.map(({ playerId }) => playerId))
  const lossDays = await readNetLossDays(
    tx,
    asked.filter((id) => !had.has(id)),
    span,
  )
  const found = [...Map.groupBy(lossDays, ({ playerId }) => playerId)].flatMap(([playerId, days]) => {
    const netLossCents = days.find(({ day }) => day === span.until)?.netLossCents ?? 0
    const before = days.filter(({ day }) => day !== span.until).map((one) => one.netLossCents)
    const fromCents = coolOffFrom(before, coolOff)
    return netLossCents >= fromCents ? [{ playerId, day: span.until, netLossCents, fromCents }] : []
  })
  if (found.length === 0) return
  const ids = found.map(({ playerId }) => playerId)
  const [players, onBreak] = await Promise.all([readPlayers(tx, ids), readOnBreak(tx, ids)])
  const going = found.filter(
    ({ playerId }) => players.get(playerId)?.isTest !== true && !onBreak.has(playerId),
  )
  if (going.length === 0) return
  // If several servers check at once, one offers.
  const written = await insertCoolOffs(tx, going)
  await writeEvents(tx, coolOffOffered, written)
}

/**
 * Writes an operator's note on a case: text only, contact with the player, or the reason for closing. The same note
 * sent again changes nothing and is not new. A closed case accepts notes but stays closed; `did` is what happened to
 * the case.
 */
export async function noteCase(
  tx: Tx,
  note: CaseNote,
): Promise<Result<{ playerId: number; isNew: boolean; did: CaseNote['kind'] }, 'not_found'>> {
  const found = await lockCase(tx, note.caseId)
  if (!found) return refuse('not_found')
  const isNew = await insertNote(tx, note)
  if (isNew && !found.isClosed && note.kind !== 'note') await updateCase(tx, note)
  const did = found.isClosed && note.kind === 'closed' ? 'note' : note.kind
  return ok({ playerId: found.playerId, isNew, did })
}

import {
  balanceOf,
  balancesOf,
  type LedgerBatch,
  lifetimeTurnover,
  move,
  repayDebt,
} from '../ledger/index.ts'
import { present } from '../platform/errors.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import { type CompliancePolicy, readExcluded } from '../protection/index.ts'
import { type BonusEnded, bonusEnded } from './events.ts'
import {
  type RequirementRow,
  selectOpenRequirements,
  insertRequirements,
  updateRequirements,
} from './queries.ts'
import {
  isMet,
  mainLeft,
  movedSpans,
  type Progress,
  releasedBonus,
  type Span,
  withdrawable,
  withoutMain,
} from './rules.ts'
import { openSettings, type Settings } from '../platform/settings.ts'
import { writeEvents } from '../platform/outbox.ts'
import { type WageringSettings, wageringSettings, wageringSettingsDefinition } from './settings.ts'

type SpanColumns = 'fromContributedE4' | 'untilContributedE4'

/** The requirement of one grant. */
export type Requirement = Omit<RequirementRow, SpanColumns> & Span

/** A requirement with the decisions of the command about it. */
export type Decided = Requirement & { isNew: boolean; isChanged: boolean }

export type PlayerWagering = { progress: Progress; requirements: Decided[]; ended: BonusEnded[] }

/**
 * Requirements of players and the decisions of a command about them, so that the requests of one list are decided
 * one by one: the companion of the ledger batch. `writeWagering` writes it.
 */
export type WageringBatch = {
  readonly terms: Pick<CompliancePolicy['terms'], 'wagersTopUps'>
  readonly players: ReadonlyMap<number, PlayerWagering>
}

/** A grant by its kind and its id in the granting module. */
export type Grant = { playerId: number; source: string; sourceId: string }

/**
 * Reads the requirements and contributions of these players. A command must have locked their accounts; a reader that
 * writes nothing needs no lock.
 */
export async function readWagering(
  sql: Sql,
  { terms }: Pick<CompliancePolicy, 'terms'>,
  playerIds: readonly number[],
): Promise<WageringBatch> {
  const [rows, turnover] = await Promise.all([
    selectOpenRequirements(sql, playerIds),
    lifetimeTurnover(sql, playerIds),
  ])
  const players = new Map<number, PlayerWagering>(
    [...turnover].map(([playerId, progress]) => [playerId, { progress, requirements: [], ended: [] }]),
  )
  for (const row of rows) {
    ofPlayer({ players }, row.playerId).requirements.push({
      ...requirementOf(row),
      isNew: false,
      isChanged: false,
    })
  }
  return { terms, players }
}

const requirementOf = ({ fromContributedE4, untilContributedE4, ...row }: RequirementRow): Requirement => ({
  ...row,
  ...(row.hasBonusEnded ? { bonusCents: 0, bonusGrantCents: 0 } : {}),
  from: fromContributedE4,
  until: untilContributedE4,
})

/** The requirements of a player, including the decisions so far. */
export const ofPlayer = ({ players }: Pick<WageringBatch, 'players'>, playerId: number): PlayerWagering =>
  present(players.get(playerId), `what player ${playerId} has to wager`)

/** The open requirements of a player, whatever the policy requires of them. */
export const openOf = ({ requirements }: PlayerWagering) =>
  requirements.filter(({ status }) => status === 'open')

const metRequirements = ({ requirements }: PlayerWagering) =>
  requirements.filter(({ status }) => status === 'met')

/** What is open under the policy in force: if own money need not be wagered, only the bonus parts. */
const stillRequired = <T extends Requirement>({ terms }: WageringBatch, open: readonly T[]): readonly T[] =>
  terms.wagersTopUps ? open : withoutMain(open)

/** Open requirements of a player under the policy, oldest first, and the contribution so far. */
export function openRequirements(wagering: WageringBatch, playerId: number) {
  const own = ofPlayer(wagering, playerId)
  return { open: stillRequired<Requirement>(wagering, openOf(own)), progress: own.progress }
}

/**
 * Closes met requirements of these players and turns their bonuses into cash, each up to its grant; debts are repaid
 * from it. Later returns of open bets to a met bonus follow in the same way. The ledger batch must hold cash and
 * bonus.
 */
export function meetRequirements(
  wagering: WageringBatch,
  ledger: LedgerBatch,
  playerIds: readonly number[],
): void {
  for (const playerId of new Set(playerIds)) {
    const own = ofPlayer(wagering, playerId)
    const met = requirementsToClose(wagering, own)
    for (const one of met) close(one, 'met')
    // A requirement that the policy ends early makes room for later ones.
    if (met.some((one) => !isMet(one, own.progress))) moveUp(own)
    release(ledger, playerId, own)
  }
}

/** Open requirements with nothing left, under the policy. */
function requirementsToClose(wagering: WageringBatch, own: PlayerWagering): Decided[] {
  const open = openOf(own)
  const seen = stillRequired(wagering, open)
  return open.filter((_, at) => isMet(present(seen[at], 'a requirement as it stands'), own.progress))
}

/** Whether `meetRequirements` would change anything for this player with this much bonus. */
export function isDue(wagering: WageringBatch, playerId: number, bonusCents: number): boolean {
  const own = ofPlayer(wagering, playerId)
  const open = openOf(own)
  if (requirementsToClose(wagering, own).length > 0) return true
  return releasedBonus(bonusCents, { met: metRequirements(own), open }) > 0
}

/** Closes a requirement in the batch. */
export function close(requirement: Decided, status: RequirementRow['status']): void {
  requirement.status = status
  requirement.isChanged = true
}

function release(ledger: LedgerBatch, playerId: number, own: PlayerWagering): void {
  const met = metRequirements(own)
  const cents = releasedBonus(balanceOf(ledger, playerId, 'bonus'), { met, open: openOf(own) })
  if (cents === 0) return
  const [from, to] = [{ playerId, kind: 'bonus' } as const, { playerId, kind: 'cash' } as const]
  // The version of the balances increases with this transfer, so the key is unique.
  const key = `wagered:${playerId}:${balancesOf(ledger, playerId).version}`
  move(ledger, { key, from, to, cents })
  repayDebt(ledger, { playerId, key: `${key}:repaid` })
  let left = cents
  for (const one of met) {
    const part = Math.min(left, one.bonusGrantCents - one.releasedCents)
    if (part === 0) continue
    one.releasedCents += part
    one.isChanged = true
    left -= part
    recordEnd(own, one, 'met', part)
  }
}

/**
 * Notes the end of a bonus, for `writeWagering` to publish. A bonus without wagering belongs to the player at once: the
 * granting module publishes that.
 */
export function recordEnd(
  own: PlayerWagering,
  one: Decided,
  outcome: BonusEnded['outcome'],
  cents: number,
): void {
  const { playerId, source, sourceId, releasedCents } = one
  if (one.bonusCents > 0 && cents > 0) {
    own.ended.push({ playerId, source, sourceId, outcome, cents, releasedCents })
  }
}

/**
 * Reverts open grants: the bonus is taken back as far as it is left, their requirements end, and later ones move up,
 * so that the next settled stake counts for the oldest that is left. A met grant belongs to the player, and stays.
 * Returns the cents taken back.
 */
export function cancelGrants(wagering: WageringBatch, ledger: LedgerBatch, grants: readonly Grant[]): number {
  let backCents = 0
  for (const { playerId, source, sourceId } of grants) {
    const own = ofPlayer(wagering, playerId)
    const cancelled = openOf(own).find((one) => one.source === source && one.sourceId === sourceId)
    if (!cancelled) continue
    close(cancelled, 'cancelled')
    const cents = Math.min(cancelled.bonusGrantCents, balanceOf(ledger, playerId, 'bonus'))
    const bonus = { playerId, kind: 'bonus' } as const
    if (cents > 0) move(ledger, { key: `bonus-back:${source}:${sourceId}`, from: bonus, to: 'gifts', cents })
    backCents += cents
    moveUp(own)
    meetRequirements(wagering, ledger, [playerId])
  }
  return backCents
}

/** Moves the open spans of a player up to the end of those before them. */
export function moveUp(own: PlayerWagering): void {
  const left = openOf(own)
  const moved = movedSpans(left, own.progress.contributedE4)
  left.forEach((one, at) => {
    const span = present(moved[at], 'a moved span')
    if (span.from === one.from) return
    Object.assign(one, span)
    one.isChanged = true
  })
}

/** What bounds withdrawals: requirements, and the players whose own money may leave unwagered. */
type WithdrawalBounds = { wagering: WageringBatch; exempt: ReadonlySet<number> }

/**
 * Players whose own money may be withdrawn unwagered now: they excluded themselves or are in the national register,
 * and a player who may not stake cannot wager. Their requirements stay open, so a bonus stays a bonus, and the rest
 * is bound again after the exclusion. Reads only players with own money to wager. A command must have locked their
 * accounts.
 */
export function readExempt(sql: Sql, wagering: WageringBatch): Promise<ReadonlySet<number>> {
  const bound = [...wagering.players].filter(
    ([, own]) => mainLeft(stillRequired(wagering, openOf(own)), own.progress) > 0,
  )
  return readExcluded(
    sql,
    bound.map(([playerId]) => playerId),
  )
}

/** Withdrawable part of this much cash, after the decisions so far. */
export function withdrawableCents(
  { wagering, exempt }: WithdrawalBounds,
  playerId: number,
  cashCents: number,
): number {
  if (exempt.has(playerId)) return cashCents
  const own = ofPlayer(wagering, playerId)
  return withdrawable(cashCents, stillRequired(wagering, openOf(own)), own.progress)
}

/** The same before any decision: met requirements count as closed, and the bonus they free as cash. */
export function withdrawableOnceMet(
  { wagering, exempt }: WithdrawalBounds,
  playerId: number,
  { cashCents, bonusCents }: { cashCents: number; bonusCents: number },
): number {
  const own = ofPlayer(wagering, playerId)
  const { progress } = own
  const all: readonly Requirement[] = stillRequired(wagering, openOf(own))
  const open = all.filter((one) => !isMet(one, progress))
  const met = [...metRequirements(own), ...all.filter((one) => isMet(one, progress))]
  const freeCents = cashCents + releasedBonus(bonusCents, { met, open })
  return exempt.has(playerId) ? freeCents : withdrawable(freeCents, open, progress)
}

/**
 * Writes the decisions: one statement for new requirements, one for changed ones; and publishes which bonuses ended.
 */
export async function writeWagering(tx: Tx, { players }: WageringBatch): Promise<void> {
  const all = [...players.values()].flatMap(({ requirements }) => requirements)
  const opened = all.filter(({ isNew }) => isNew)
  const changed = all.filter(({ isNew, isChanged }) => isChanged && !isNew)
  const { bonusDays } = opened.length > 0 ? await settingsOf(tx).read(tx) : wageringSettings
  await Promise.all([
    opened.length > 0 && insertRequirements(tx, columnsOf(opened), bonusDays),
    changed.length > 0 && updateRequirements(tx, columnsOf(changed)),
  ])
  const ended = [...players.values()].flatMap((own) => own.ended)
  if (ended.length > 0) await writeEvents(tx, bonusEnded, ended)
}

const columnsOf = (requirements: readonly Decided[]) => ({
  playerIds: requirements.map(({ playerId }) => playerId),
  sources: requirements.map(({ source }) => source),
  sourceIds: requirements.map(({ sourceId }) => sourceId),
  mains: requirements.map(({ mainCents }) => mainCents),
  bonuses: requirements.map(({ bonusCents }) => bonusCents),
  bonusGrants: requirements.map(({ bonusGrantCents }) => bonusGrantCents),
  released: requirements.map(({ releasedCents }) => releasedCents),
  fromContributed: requirements.map(({ from }) => from),
  untilContributed: requirements.map(({ until }) => until),
  statuses: requirements.map(({ status }) => status),
  bonusesEnded: requirements.map(({ hasBonusEnded }) => hasBonusEnded),
})

/** The settings of wagering, opened once per database of this process. */
const inForce = new WeakMap<object, Settings<WageringSettings>>()

function settingsOf({ database }: Tx): Settings<WageringSettings> {
  const known = inForce.get(database) ?? openSettings(wageringSettingsDefinition)
  inForce.set(database, known)
  return known
}

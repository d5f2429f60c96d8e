import {
  balanceOf,
  balancesOf,
  type LedgerBatch,
  lifetimeTurnover,
  move,
  repayDebt,
} from '../ledger/index.ts'
import { present } from '../platform/assert.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import {
  insertRequirements,
  type RequirementStatus,
  selectOpenRequirements,
  updateRequirements,
  type WageringRequirement,
} from './queries.ts'
import {
  isMet,
  isReleasing,
  movedSpans,
  releasedBonus,
  spanStart,
  withdrawable,
  withoutMain,
} from './rules.ts'

/** One requirement with what the command has decided about it. */
type Decided = WageringRequirement & { isNew: boolean; isChanged: boolean }

type PlayerWagering = { settledCents: number; requirements: Decided[] }

/**
 * What players have to wager, and what a command has decided about it, so that requests of one list are decided one
 * after the other: the companion of the ledger's batch. `writeWagering` writes it.
 */
export type WageringBatch = {
  readonly terms: Pick<CompliancePolicy['terms'], 'wagersTopUps'>
  readonly players: ReadonlyMap<number, PlayerWagering>
}

/** A grant by what was granted and its id in the module that grants. */
export type Grant = { playerId: number; source: string; sourceId: string }

/** Reads what these players have to wager and how much of their stakes was settled. Commands hold their accounts. */
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
    [...turnover].map(([playerId, { settledCents }]) => [playerId, { settledCents, requirements: [] }]),
  )
  for (const row of rows) {
    ofPlayer({ players }, row.playerId).requirements.push({ ...row, isNew: false, isChanged: false })
  }
  return { terms, players }
}

const ofPlayer = ({ players }: Pick<WageringBatch, 'players'>, playerId: number): PlayerWagering =>
  present(players.get(playerId), `what player ${playerId} has to wager`)

const openOf = ({ requirements }: PlayerWagering) => requirements.filter(({ status }) => status === 'open')

/** What is open, as the policy in force has it: where own money need not be wagered, the parts of bonuses alone. */
const standing = <T extends WageringRequirement>(
  { terms }: WageringBatch,
  open: readonly T[],
): readonly T[] => (terms.wagersTopUps ? open : withoutMain(open))

/**
 * Closes the requirements of these players that are met, and moves the bonus that is free by then to cash, from which
 * debts are paid. Whoever has nothing left to wager has the whole bonus freed, also what a bet brought back since. The
 * ledger's batch holds cash and bonus.
 */
export function meetRequirements(
  wagering: WageringBatch,
  ledger: LedgerBatch,
  playerIds: readonly number[],
): void {
  for (const playerId of new Set(playerIds)) {
    const own = ofPlayer(wagering, playerId)
    const open = openOf(own)
    standing(wagering, open).forEach((one, at) => {
      const kept = open[at]
      if (kept && isMet(one, own.settledCents)) close(kept, 'met')
    })
    const left = openOf(own)
    if (isReleasing(open, left)) release(ledger, playerId, left)
  }
}

/** Whether `meetRequirements` would change anything for this player: something is met, or a bonus is there unclaimed. */
export function isDue(wagering: WageringBatch, playerId: number, bonusCents: number): boolean {
  const own = ofPlayer(wagering, playerId)
  const left = openOf(own)
  if (left.length === 0) return bonusCents > 0
  return standing(wagering, left).some((one) => isMet(one, own.settledCents))
}

function close(requirement: Decided, status: RequirementStatus): void {
  requirement.status = status
  requirement.isChanged = true
}

function release(ledger: LedgerBatch, playerId: number, left: readonly WageringRequirement[]): void {
  const cents = releasedBonus(balanceOf(ledger, playerId, 'bonus'), left)
  if (cents === 0) return
  const [from, to] = [{ playerId, kind: 'bonus' } as const, { playerId, kind: 'cash' } as const]
  // The version of the balances grows with this very move, so no other one has this key.
  const key = `wagered:${playerId}:${balancesOf(ledger, playerId).version}`
  move(ledger, { key, from, to, cents })
  repayDebt(ledger, { playerId, key: `${key}:repaid` })
}

type NewRequirement = Grant & { mainCents: number }

/** Opens what is to be wagered of money that came without a bonus. Nothing to be wagered opens nothing. */
export function openRequirement(wagering: WageringBatch, grant: NewRequirement): void {
  if (grant.mainCents > 0) open(wagering, { ...grant, bonusCents: 0, bonusGrantCents: 0 })
}

type BonusGrant = NewRequirement & { bonusGrantCents: number; bonusTimes: number }

/**
 * Gives a bonus, and opens what is to be wagered for it and for the money that it came with, so many times the bonus.
 * The caller's own row keeps a grant from being given twice; the requirement's key is the second guard.
 */
export function grantBonus(wagering: WageringBatch, ledger: LedgerBatch, grant: BonusGrant): void {
  const { bonusTimes, ...asked } = grant
  const { playerId, source, sourceId, bonusGrantCents } = asked
  const bonus = { playerId, kind: 'bonus' } as const
  move(ledger, { key: `bonus:${source}:${sourceId}`, from: 'gifts', to: bonus, cents: bonusGrantCents })
  open(wagering, { ...asked, bonusCents: bonusGrantCents * bonusTimes })
  // One that asks for nothing is met as it is given: no settled stake need come by.
  meetRequirements(wagering, ledger, [playerId])
}

type Opened = NewRequirement & { bonusCents: number; bonusGrantCents: number }

function open(wagering: WageringBatch, opened: Opened): void {
  const own = ofPlayer(wagering, opened.playerId)
  const fromSettledCents = spanStart(openOf(own), own.settledCents)
  const untilSettledCents = fromSettledCents + opened.mainCents + opened.bonusCents
  const { requirements } = own
  requirements.push({
    ...opened,
    fromSettledCents,
    untilSettledCents,
    status: 'open',
    isNew: true,
    isChanged: false,
  })
}

/**
 * Undoes grants that are still to be wagered: the bonus goes back as far as it is there, nothing more is to be wagered
 * of them, and the player's later ones move up, so that the next settled stake counts for the oldest that is left. One
 * that was met is the player's own, and stays.
 */
export function cancelGrants(wagering: WageringBatch, ledger: LedgerBatch, grants: readonly Grant[]): void {
  for (const { playerId, source, sourceId } of grants) {
    const own = ofPlayer(wagering, playerId)
    const cancelled = openOf(own).find((one) => one.source === source && one.sourceId === sourceId)
    if (!cancelled) continue
    close(cancelled, 'cancelled')
    const cents = Math.min(cancelled.bonusGrantCents, balanceOf(ledger, playerId, 'bonus'))
    const bonus = { playerId, kind: 'bonus' } as const
    if (cents > 0) move(ledger, { key: `bonus-back:${source}:${sourceId}`, from: bonus, to: 'gifts', cents })
    moveUp(own)
    meetRequirements(wagering, ledger, [playerId])
  }
}

function moveUp(own: PlayerWagering): void {
  const left = openOf(own)
  for (const { source, sourceId, fromSettledCents, untilSettledCents } of movedSpans(
    left,
    own.settledCents,
  )) {
    const moved = left.find((one) => one.source === source && one.sourceId === sourceId)
    if (moved) Object.assign(moved, { fromSettledCents, untilSettledCents, isChanged: true })
  }
}

/** What of so much cash the player may withdraw, after what was decided so far. */
export function withdrawableCents(wagering: WageringBatch, playerId: number, cashCents: number): number {
  const own = ofPlayer(wagering, playerId)
  return withdrawable(cashCents, standing(wagering, openOf(own)), own.settledCents)
}

/** The same before anything was decided: what is met counts as closed, and the bonus that it frees as cash. */
export function withdrawableOnceMet(
  wagering: WageringBatch,
  playerId: number,
  { cashCents, bonusCents }: { cashCents: number; bonusCents: number },
): number {
  const { settledCents, ...own } = ofPlayer(wagering, playerId)
  const all = standing(wagering, openOf({ settledCents, ...own }))
  const left = all.filter((one) => !isMet(one, settledCents))
  const released = isReleasing(all, left) ? releasedBonus(bonusCents, left) : 0
  return withdrawable(cashCents + released, left, settledCents)
}

/** Writes what was decided: one statement for what is new, one for what changed. */
export async function writeWagering(tx: Tx, { players }: WageringBatch): Promise<void> {
  const all = [...players.values()].flatMap(({ requirements }) => requirements)
  const opened = all.filter(({ isNew }) => isNew)
  const changed = all.filter(({ isNew, isChanged }) => isChanged && !isNew)
  await Promise.all([
    opened.length > 0 && insertRequirements(tx, columnsOf(opened)),
    changed.length > 0 && updateRequirements(tx, columnsOf(changed)),
  ])
}

const columnsOf = (requirements: readonly Decided[]) => ({
  playerIds: requirements.map(({ playerId }) => playerId),
  sources: requirements.map(({ source }) => source),
  sourceIds: requirements.map(({ sourceId }) => sourceId),
  mains: requirements.map(({ mainCents }) => mainCents),
  bonuses: requirements.map(({ bonusCents }) => bonusCents),
  bonusGrants: requirements.map(({ bonusGrantCents }) => bonusGrantCents),
  froms: requirements.map(({ fromSettledCents }) => fromSettledCents),
  statuses: requirements.map(({ status }) => status),
})

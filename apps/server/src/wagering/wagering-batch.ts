import {
  balanceOf,
  balancesOf,
  type LedgerBatch,
  lifetimeTurnover,
  move,
  repayDebt,
} from '../ledger/index.ts'
import { present } from '../platform/assert.ts'
import type { Sql } from '../platform/db/index.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import type { BonusEnded } from './events.ts'
import { type RequirementRow, selectStanding } from './queries.ts'
import {
  isMet,
  movedSpans,
  type Progress,
  releasedBonus,
  type Span,
  spanE4,
  spanStart,
  withdrawable,
  withoutMain,
} from './rules.ts'

type SpanColumns = 'fromContributedE4' | 'untilContributedE4'

/** What is to be wagered of one grant. */
export type Requirement = Omit<RequirementRow, SpanColumns> & Span

/** One requirement with what the command has decided about it. */
export type Decided = Requirement & { isNew: boolean; isChanged: boolean }

export type PlayerWagering = { progress: Progress; requirements: Decided[]; ended: BonusEnded[] }

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

/** Reads what these players have to wager and how much of their stakes counts. Commands hold their accounts. */
export async function readWagering(
  sql: Sql,
  { terms }: Pick<CompliancePolicy, 'terms'>,
  playerIds: readonly number[],
): Promise<WageringBatch> {
  const [rows, turnover] = await Promise.all([
    selectStanding(sql, playerIds),
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

/** What a player has to wager, with what was decided so far. */
export const ofPlayer = ({ players }: Pick<WageringBatch, 'players'>, playerId: number): PlayerWagering =>
  present(players.get(playerId), `what player ${playerId} has to wager`)

export const openOf = ({ requirements }: PlayerWagering) =>
  requirements.filter(({ status }) => status === 'open')

const metOf = ({ requirements }: PlayerWagering) => requirements.filter(({ status }) => status === 'met')

/** What is open, as the policy in force has it: where own money need not be wagered, the parts of bonuses alone. */
const standing = <T extends Requirement>({ terms }: WageringBatch, open: readonly T[]): readonly T[] =>
  terms.wagersTopUps ? open : withoutMain(open)

/** What of a player's requirements is open as the policy has it, oldest first, and what counts towards them. */
export function openRequirements(wagering: WageringBatch, playerId: number) {
  const own = ofPlayer(wagering, playerId)
  return { open: standing<Requirement>(wagering, openOf(own)), progress: own.progress }
}

/**
 * Closes the requirements of these players that are met, and moves of their bonuses what is there to cash, of each at
 * most what was granted; debts are paid from it. What a bet brings back later to a bonus that was met follows in the
 * same way. The ledger's batch holds cash and bonus.
 */
export function meetRequirements(
  wagering: WageringBatch,
  ledger: LedgerBatch,
  playerIds: readonly number[],
): void {
  for (const playerId of new Set(playerIds)) {
    const own = ofPlayer(wagering, playerId)
    const met = openAndMet(wagering, own)
    for (const one of met) close(one, 'met')
    // One that the policy lets go before its end makes room for those after it.
    if (met.some((one) => !isMet(one, own.progress))) moveUp(own)
    release(ledger, playerId, own)
  }
}

/** What is open of which, as the policy has it, nothing is left. */
function openAndMet(wagering: WageringBatch, own: PlayerWagering): Decided[] {
  const open = openOf(own)
  const seen = standing(wagering, open)
  return open.filter((_, at) => isMet(present(seen[at], 'a requirement as it stands'), own.progress))
}

/** Whether `meetRequirements` would change anything for this player who has so much bonus. */
export function isDue(wagering: WageringBatch, playerId: number, bonusCents: number): boolean {
  const own = ofPlayer(wagering, playerId)
  const open = openOf(own)
  if (openAndMet(wagering, own).length > 0) return true
  return releasedBonus(bonusCents, { met: metOf(own), open }) > 0
}

export function close(requirement: Decided, status: RequirementRow['status']): void {
  requirement.status = status
  requirement.isChanged = true
}

function release(ledger: LedgerBatch, playerId: number, own: PlayerWagering): void {
  const met = metOf(own)
  const cents = releasedBonus(balanceOf(ledger, playerId, 'bonus'), { met, open: openOf(own) })
  if (cents === 0) return
  const [from, to] = [{ playerId, kind: 'bonus' } as const, { playerId, kind: 'cash' } as const]
  // The version of the balances grows with this very move, so no other one has this key.
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
    tellEnd(own, one, 'met', part)
  }
}

/** What asked for no stake is the player's own as it is given: that is told by whoever gave it. */
export function tellEnd(
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

type NewRequirement = Grant & { mainCents: number }

/** Opens what is to be wagered of money that came without a bonus. Nothing to be wagered opens nothing. */
export function openRequirement(wagering: WageringBatch, grant: NewRequirement): void {
  if (grant.mainCents > 0) open(wagering, { ...grant, bonusGrantCents: 0, bonusTimes: 0 })
}

type BonusGrant = NewRequirement & { bonusGrantCents: number; bonusTimes: number }

/**
 * Gives a bonus, and opens what is to be wagered for it and for the money that it came with, so many times the bonus.
 * The caller's own row keeps a grant from being given twice; the requirement's key is the second guard.
 */
export function grantBonus(wagering: WageringBatch, ledger: LedgerBatch, grant: BonusGrant): void {
  const { playerId, source, sourceId, bonusGrantCents } = grant
  const bonus = { playerId, kind: 'bonus' } as const
  move(ledger, { key: `bonus:${source}:${sourceId}`, from: 'gifts', to: bonus, cents: bonusGrantCents })
  open(wagering, grant)
  // One that asks for nothing is met as it is given: no settled stake need come by.
  meetRequirements(wagering, ledger, [playerId])
}

function open(wagering: WageringBatch, { bonusTimes, ...asked }: BonusGrant): void {
  const own = ofPlayer(wagering, asked.playerId)
  const { progress, requirements } = own
  const from = spanStart(openOf(own), progress.contributedE4)
  const bonusCents = asked.bonusGrantCents * bonusTimes
  requirements.push({
    ...asked,
    bonusCents,
    releasedCents: 0,
    from,
    until: from + spanE4(asked.mainCents, bonusCents),
    status: 'open',
    expiresAt: null, // known once it is written
    isExpired: false,
    hasBonusEnded: false,
    isNew: true,
    isChanged: false,
  })
}

/**
 * Undoes grants that are still to be wagered: the bonus goes back as far as it is there, nothing more is to be wagered
 * of them, and the player's later ones move up, so that the next settled stake counts for the oldest that is left. One
 * that was met is the player's own, and stays. Answers how much went back.
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

/** Moves what is left of a player's open spans up to where those before them end. */
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

/** What of so much cash the player may withdraw, after what was decided so far. */
export function withdrawableCents(wagering: WageringBatch, playerId: number, cashCents: number): number {
  const own = ofPlayer(wagering, playerId)
  return withdrawable(cashCents, standing(wagering, openOf(own)), own.progress)
}

/** The same before anything was decided: what is met counts as closed, and the bonus that it frees as cash. */
export function withdrawableOnceMet(
  wagering: WageringBatch,
  playerId: number,
  { cashCents, bonusCents }: { cashCents: number; bonusCents: number },
): number {
  const own = ofPlayer(wagering, playerId)
  const { progress } = own
  const all: readonly Requirement[] = standing(wagering, openOf(own))
  const open = all.filter((one) => !isMet(one, progress))
  const met = [...metOf(own), ...all.filter((one) => isMet(one, progress))]
  return withdrawable(cashCents + releasedBonus(bonusCents, { met, open }), open, progress)
}

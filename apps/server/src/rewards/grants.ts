import { readPlayerStatuses } from '../identity/index.ts'
import { type LedgerBatch, lockAccounts, post } from '../ledger/index.ts'
import { present } from '../platform/errors.ts'
import type { Tx, Sql } from '../platform/db/index.ts'
import { writeEvents } from '../platform/outbox.ts'
import { refuse, ok, type Result } from '../platform/result.ts'
import { type OnBreak, readOnBreak, type RewardBasis } from '../protection/index.ts'
import {
  grantBonus,
  meetRequirements,
  readWagering,
  type WageringBatch,
  writeWagering,
} from '../wagering/index.ts'
import { grantGiven } from './events.ts'
import type { Rewards } from './settings.ts'
import { type GrantKind, type GrantRow, insertGrants, type Place, selectGrantPage } from './queries.ts'
import type { Calls } from '@palpite/contract'

type NewGrant = Pick<GrantRow, 'playerId' | 'kind' | 'sourceKey' | 'step' | 'amountCents' | 'requestId'>

/** The state on which a list of grants is decided, and the grants decided so far. `writeGrants` writes it. */
export type GrantBatch = {
  readonly rewards: Rewards
  readonly players: ReadonlyMap<number, { isTest: boolean; isIdentified: boolean; isClosed: boolean }>
  /** Players on a break or suspended: until it ends they receive only what they paid for. */
  readonly onBreak: ReadonlyMap<number, OnBreak>
  readonly ledger: LedgerBatch
  readonly wagering: WageringBatch
  readonly given: NewGrant[]
}

const bases: Record<GrantKind, RewardBasis> = {
  vip: 'levels',
  ladder: 'referrals',
  commission: 'referrals',
  activity: 'promotions',
  check_in: 'promotions',
  game_bonus: 'stakes',
}

/** What a grant of this kind depends on: the policy allows or forbids rewards by it. */
export const basisOf = (kind: GrantKind): RewardBasis => bases[kind]

/** Locks the accounts of these players and reads the state that grants depend on. */
export async function lockGrants(
  rewards: Rewards,
  tx: Tx,
  playerIds: readonly number[],
): Promise<GrantBatch> {
  const ids = [...new Set(playerIds)]
  const [ledger, wagering, standings, onBreak] = await Promise.all([
    lockAccounts(tx, ids),
    readWagering(tx, rewards.policy, ids),
    readPlayerStatuses(tx, ids),
    readOnBreak(tx, ids),
  ])
  // Close met requirements first: the turnover of a new requirement starts where the last open one ends.
  meetRequirements(wagering, ledger, ids)
  const players = new Map(standings.map((one) => [one.playerId, one]))
  return { rewards, players, onBreak, ledger, wagering, given: [] }
}

/**
 * Whether this player may receive a grant of this kind now: the account is open, no break is running, and the policy
 * allows it.
 */
export function mayReceive(
  batch: Pick<GrantBatch, 'rewards' | 'players' | 'onBreak'>,
  playerId: number,
  kind: GrantKind,
) {
  if (batch.players.get(playerId)?.isClosed) return refuse('blocked_by_policy')
  return batch.onBreak.get(playerId) ?? isAllowed(batch, playerId, kind)
}

/**
 * Whether the policy allows this player grants of this kind. For a grant that the player paid for, this is the only
 * condition.
 */
export function isAllowed(
  { rewards, players }: Pick<GrantBatch, 'rewards' | 'players'>,
  playerId: number,
  kind: GrantKind,
) {
  const { isTest, isIdentified } = present(players.get(playerId), `player ${playerId}`)
  return rewards.policy.canReward(basisOf(kind), { isTestAccount: isTest, isIdentified })
}

/**
 * Decides to grant bonus money, to be wagered before it becomes cash. The caller has checked that it was not granted
 * before.
 */
export function decideGrant(batch: GrantBatch, grant: NewGrant): void {
  const { playerId, kind, sourceKey, amountCents } = grant
  grantBonus(batch.wagering, batch.ledger, {
    playerId,
    source: kind,
    sourceId: sourceKey,
    mainCents: 0,
    bonusGrantCents: amountCents,
    bonusTimes: wageredTimesOf(batch.rewards, kind),
  })
  batch.given.push(grant)
}

/**
 * The panel's bonus is wagered once, like the top-up that pays for it (SPEC §9); all others as often as the settings
 * say.
 */
export const wageredTimesOf = ({ settings }: Pick<Rewards, 'settings'>, kind: GrantKind): number =>
  kind === 'game_bonus' ? 1 : settings.wageredTimes

/** The entry types of SPEC §3: 14 for a new level, 141 for every other grant. */
const entryTypeOf = (kind: GrantKind): 14 | 141 => (kind === 'vip' ? 14 : 141)

/** Writes what was decided, one statement per table. A source that was granted before violates the unique key. */
export async function writeGrants(tx: Tx, { rewards, ledger, wagering, given }: GrantBatch): Promise<void> {
  await writeWagering(tx, wagering)
  await post(tx, ledger)
  if (given.length === 0) return
  const rows = given.map((grant) => ({
    ...grant,
    entryType: entryTypeOf(grant.kind),
    bonusTimes: wageredTimesOf(rewards, grant.kind),
    policyVersion: rewards.policy.version,
  }))
  await insertGrants(tx, rows)
  await writeEvents(
    tx,
    grantGiven,
    rows.map(({ playerId, kind, step, entryType, amountCents, bonusTimes }) => ({
      playerId,
      kind,
      step,
      entryType,
      amountCents,
      wageredTimes: bonusTimes,
    })),
  )
}

type Records = Calls['GET /api/app/rewards/records']['data']

/** A place after all rows: the year 2255 in microseconds, near the largest safe integer. */
const newest: Place = { micros: 9_000_000_000_000_000, key: '~' }
const PAGE = 20

type Request = { playerId: number; type: '14' | '141' | undefined; cursor: string | undefined }

/** A player's reward grants, newest first, one page at a time. */
export async function readRecords(sql: Sql, request: Request): Promise<Result<Records, 'bad_request'>> {
  const { playerId, type, cursor } = request
  const before = cursor === undefined ? newest : placeOf(cursor)
  if (!before) return refuse('bad_request', { values: { field: 'cursor' }, detail: { field: 'cursor' } })
  const rows = await selectGrantPage(sql, { playerId, entryType: Number(type ?? 0), before, max: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  const next = last && rows.length > PAGE ? `${last.micros}_${last.key}` : null
  return ok({ records: page.map(shown), next })
}

function placeOf(cursor: string): Place | undefined {
  const [, micros, key] = /^(\d{1,16})_([a-z_]+\.[A-Za-z0-9-]{1,60})$/.exec(cursor) ?? []
  if (micros === undefined || key === undefined || Number(micros) > newest.micros) return undefined
  return { micros: Number(micros), key }
}

const shown = (row: GrantRow & Place): Records['records'][number] => ({
  id: row.key,
  type: row.entryType === 14 ? '14' : '141',
  kind: row.kind,
  step: row.step,
  amountCents: row.amountCents,
  wageredTimes: row.bonusTimes,
  at: row.grantedAt.toISOString(),
})

/** A reward that a player can claim once: claimable, claimed, not yet reached, or missed because its activity is over. */
export type ClaimableReward = {
  /** `vip-3`, `ladder-2`, `activity-welcome-1`. */
  awardId: string
  kind: 'vip' | 'ladder' | 'activity'
  /** The source key under which it is granted once. */
  sourceKey: string
  step: number
  amountCents: number
  state: 'ahead' | 'ready' | 'claimed' | 'missed'
  claimedAt: Date | null
  endsAt: Date | null
  /** The activity it belongs to. */
  activityId: string | null
}

/** The rewards of each player, with their states. */
export type RewardsByPlayer = ReadonlyMap<number, readonly ClaimableReward[]>

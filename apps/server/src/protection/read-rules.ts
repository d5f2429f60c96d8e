import { present } from '../platform/errors.ts'
import type { Sql } from '../platform/db/index.ts'
import { type LimitInForce, selectActivity, selectLimits, selectRulesInForce } from './queries.ts'
import {
  type LimitName,
  limitNames,
  type LimitState,
  type OwnBreak,
  type OwnLimit,
  type PlayerRules,
  refuseOnBreak,
  wholeMinutes,
} from './rules.ts'

/**
 * The limits and breaks in force of these players, limits in the order in which they are checked; players without any
 * are omitted. For a person with several accounts it lists them, and a time limit counts the minutes of all. To decide
 * a stake, call it inside the stake's transaction, after the players' accounts are locked, so that no other stake or
 * limit request of theirs intervenes.
 */
export async function readRules(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, PlayerRules>> {
  const rules = new Map<number, { limits: OwnLimit[]; breaks: OwnBreak[]; accountIds: readonly number[] }>()
  for (const row of await selectRulesInForce(sql, playerIds)) {
    const own = rules.get(row.playerId) ?? { limits: [], breaks: [], accountIds: [] }
    rules.set(row.playerId, own)
    if (row.accountIds !== null) own.accountIds = row.accountIds
    else if (row.amount === null) {
      const { kind, product, startsAt, endsAt } = row
      own.breaks.push({ kind, product, startsAt, endsAt })
    } else own.limits.push(limitOf(row))
  }
  for (const { limits } of rules.values()) limits.sort((one, other) => placeOf(one) - placeOf(other))
  await addTimeElsewhere(sql, rules)
  return rules
}

/**
 * Adds to time limits the minutes used in the person's other accounts. Skips the query if every person has one
 * account.
 */
async function addTimeElsewhere(
  sql: Sql,
  rules: ReadonlyMap<number, { limits: readonly OwnLimit[]; accountIds: readonly number[] }>,
): Promise<void> {
  const timed = [...rules].flatMap(([playerId, { limits, accountIds }]) => {
    const others = accountIds.filter((id) => id !== playerId)
    return limits.flatMap((limit) => (limit.kind === 'time' && others.length > 0 ? [{ limit, others }] : []))
  })
  if (timed.length === 0) return
  const activity = await selectActivity(sql, [...new Set(timed.flatMap(({ others }) => others))])
  for (const { limit, others } of timed)
    for (const { playerId, period, activeMs } of activity)
      if (period === limit.period && others.includes(playerId)) limit.usedMinutes += wholeMinutes(activeMs)
}

/** A time-out, exclusion, impediment or suspension in force, as refused to the player. */
export type OnBreak = NonNullable<ReturnType<typeof refuseOnBreak>>

/**
 * Which of these players are on a time-out, excluded, impeded or suspended: they get no gift, discount, prompt or
 * marketing mail or push. Messages about their money, settlements and withdrawals continue.
 */
export async function readOnBreak(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, OnBreak>> {
  const onBreak = new Map<number, OnBreak>()
  if (playerIds.length === 0) return onBreak
  for (const [playerId, { breaks }] of await readRules(sql, playerIds)) {
    const refused = refuseOnBreak(breaks)
    if (refused) onBreak.set(playerId, refused)
  }
  return onBreak
}

/**
 * Which of these players are excluded for months or permanently, by themselves or by the national register; a
 * time-out does not count. Where money depends on it, call it after locking the players' accounts: exclusions and
 * register answers are written under that lock.
 */
export async function readExcluded(sql: Sql, playerIds: readonly number[]): Promise<ReadonlySet<number>> {
  return readWithBreak(sql, playerIds, ['exclusion', 'impeded'])
}

/**
 * Which of these accounts are suspended by operators. Where money depends on it, call it after locking the players'
 * accounts: suspensions are written under that lock.
 */
export const readSuspended = (sql: Sql, playerIds: readonly number[]): Promise<ReadonlySet<number>> =>
  readWithBreak(sql, playerIds, ['suspended'])

/** Which of these players have a break of one of these kinds. */
async function readWithBreak(
  sql: Sql,
  playerIds: readonly number[],
  kinds: readonly OwnBreak['kind'][],
): Promise<ReadonlySet<number>> {
  if (playerIds.length === 0) return new Set()
  const rules = await readRules(sql, playerIds)
  return new Set(
    [...rules].filter(([, { breaks }]) => breaks.some(({ kind }) => kinds.includes(kind))).map(([id]) => id),
  )
}

const limitOf = ({ kind, period, amount, usedMs }: LimitInForce): OwnLimit =>
  kind === 'time'
    ? { kind, period, amount, usedMinutes: wholeMinutes(usedMs ?? 0) }
    : { kind, period, amount }

const placeOf = (of: LimitName) =>
  limitNames.findIndex(({ kind, period }) => kind === of.kind && period === of.period)

/** The key of a player's limit. */
export const limitKey = ({ playerId, kind, period }: LimitName & { playerId: number }) =>
  `${playerId}:${kind}:${period}`

/** Limits in force and waiting, by `limitKey`, to show and change. A limit never set is omitted. */
export async function readLimitStates(
  sql: Sql,
  playerIds: readonly number[],
  confirmWithinSeconds: number,
): Promise<Map<string, LimitState>> {
  const rows = await selectLimits(sql, playerIds, confirmWithinSeconds)
  return new Map(
    rows.map((row) => [
      limitKey(row),
      {
        amount: row.amount,
        pending: row.pendingStartsAt && {
          amount: row.pendingAmount,
          startsAt: row.pendingStartsAt,
          endsAt: present(row.pendingEndsAt, 'the end of a wait'),
          isDue: row.isDue,
        },
      },
    ]),
  )
}

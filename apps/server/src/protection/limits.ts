import { isDeepStrictEqual } from 'node:util'
import { isMoneyLimit } from '@palpite/contract'
import { readUnproven, readAllAccountsOf, readPlayers, readSharedCpfs } from '../identity/index.ts'
import { present } from '../platform/errors.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { writeEvents } from '../platform/outbox.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { skipFailing, skippedBy } from '../platform/skip-failing.ts'
import { limitChanged, limitDecided } from './events.ts'
import {
  insertChanges,
  selectPersonAccounts,
  selectRequestCounts,
  selectWait,
  upsertDailyLosses,
  upsertOwnLimits,
  upsertPersonAccounts,
} from './queries.ts'
import { limitKey, readLimitStates } from './read-rules.ts'
import {
  changedLimit,
  confirmedLimit,
  isLooser,
  type LimitName,
  type LimitState,
  noLimit,
  type Wait,
  limitNames,
} from './rules.ts'
import { withWholePersons, type Person, type ReadProven } from './same-person.ts'
import type { ProtectionSettings } from './settings.ts'

/** A requested limit, null for none; or the confirmation of a looser one that waited. */
export type SetLimit = LimitName & {
  playerId: number
  /** The session of the request, if any: a looser limit needs a fresh second factor there. */
  sessionId?: number
} & ({ amount: number | null } | { confirms: true })

export type SetLimitRefusal = 'limit_out_of_bounds' | 'limit_not_due' | 'step_up_needed' | 'too_many_requests'

/** Each request is a row kept for good. After this many a day only those of `isUrgent` are accepted. */
const MAX_REQUESTS_A_DAY = 50

/** A player's limit before and after. */
type Change = LimitName & {
  playerId: number
  before: LimitState
  requested: number | null
  after: LimitState
  isConfirmation: boolean
}

/**
 * Sets limits, in the order of the requests: tighter at once, looser after the wait and a confirmation. Locks the
 * players' accounts, as stakes and orders do: once this returns, every later decision uses the new limit. A player
 * with fifty requests in a day can only tighten, confirm, or cancel a looser limit that waits. A tighter limit applies
 * to all open accounts linked to the same person; a looser one only to the account that asked.
 */
export const setLimits = (
  deps: Deps,
  { settings, policyVersion }: { settings: ProtectionSettings; policyVersion: string },
  requests: readonly SetLimit[],
) =>
  withWholePersons(
    deps.db,
    requests.map(({ playerId }) => playerId),
    async (tx, accounts): Promise<Result<null, SetLimitRefusal>[]> => {
      const playerIds = [...new Set([...accounts.values()].flat())]
      const [states, wait, earlier, unproven, joined] = await Promise.all([
        readLimitStates(tx, playerIds, settings.confirmWithinSeconds),
        selectWait(tx, settings),
        selectRequestCounts(tx, playerIds),
        readUnproven(
          tx,
          requests.flatMap(({ sessionId }) => sessionId ?? []),
        ),
        playerIds.length > accounts.size ? selectPersonAccounts(tx, playerIds) : [],
      ])
      const changes: Change[] = []
      const counts = new Map(earlier.map((row) => [row.playerId, row.times]))
      const answers = requests.map((request) => {
        const before = states.get(limitKey(request)) ?? noLimit
        const decided = decide(request, before, { settings, wait, unproven })
        if (!decided.ok) return decided
        const { playerId, kind, period } = request
        // Already in force: not a request.
        if (isDeepStrictEqual(decided.value.after, before)) return ok(null)
        const times = counts.get(playerId) ?? 0
        if (times >= MAX_REQUESTS_A_DAY && !isUrgent(request, before)) return refuse('too_many_requests')
        counts.set(playerId, times + 1)
        const { after, requested } = decided.value
        states.set(limitKey(request), after)
        changes.push({
          playerId,
          kind,
          period,
          before,
          after,
          requested,
          isConfirmation: 'confirms' in request,
        })
        if (isLooser(before.amount, after.amount))
          changes.push(
            ...tightenElsewhere(states, { kind, period, after }, othersOf(playerId, accounts, joined)),
          )
        return ok(null)
      })
      if (changes.length > 0) await writeChanges(tx, { changes, states, policyVersion })
      return answers
    },
  )

type Joined = readonly { playerId: number; personId: number }[]

/** The other open accounts linked to this player's person. */
function othersOf(playerId: number, accounts: ReadonlyMap<number, readonly number[]>, joined: Joined) {
  const personId = joined.find((one) => one.playerId === playerId)?.personId
  return joined
    .filter((one) => one.personId === personId && one.playerId !== playerId)
    .map((one) => one.playerId)
    .filter((other) => accounts.get(playerId)?.includes(other))
}

/** Applies a limit to these accounts where theirs is looser; updates the states. */
function tightenElsewhere(
  states: Map<string, LimitState>,
  { kind, period, after }: LimitName & { after: LimitState },
  playerIds: readonly number[],
): Change[] {
  return playerIds.flatMap((playerId) => {
    const name = { playerId, kind, period }
    const before = states.get(limitKey(name)) ?? noLimit
    if (!isLooser(before.amount, after.amount)) return []
    states.set(limitKey(name), after)
    return [{ ...name, before, after, requested: after.amount, isConfirmation: false }]
  })
}

type Deciding = { settings: ProtectionSettings; wait: Wait; unproven: ReadonlySet<number> }
type Decided = { after: LimitState; requested: number | null }

function decide(
  request: SetLimit,
  before: LimitState,
  { settings, wait, unproven }: Deciding,
): Result<Decided, SetLimitRefusal> {
  const lacksStepUp = request.sessionId !== undefined && unproven.has(request.sessionId)
  if ('confirms' in request) {
    const after = confirmedLimit(before)
    if (after && lacksStepUp) return refuse('step_up_needed')
    return after ? ok({ after, requested: after.amount }) : refuse('limit_not_due')
  }
  const { kind, amount: requested } = request
  if (isMoneyLimit(kind) && requested !== null && requested < settings.minDailyLossCents)
    return tooLow(settings)
  if (lacksStepUp && isLooser(requested, before.amount)) return refuse('step_up_needed')
  return ok({ after: changedLimit(before, requested, wait), requested })
}

/**
 * Whether a request is accepted past the daily count: tighter than the limit in force, cancelling a looser one that
 * waits, or a confirmation, which its request bounds.
 */
const isUrgent = (request: SetLimit, { amount, pending }: LimitState): boolean =>
  'confirms' in request ||
  isLooser(amount, request.amount) ||
  (pending !== null && !isLooser(request.amount, amount))

const tooLow = ({ minDailyLossCents }: ProtectionSettings) =>
  refuse('limit_out_of_bounds', { values: { minCents: minDailyLossCents } })

type Writing = { changes: readonly Change[]; states: ReadonlyMap<string, LimitState>; policyVersion: string }

const isDailyLoss = ({ kind, period }: LimitName) => kind === 'loss' && period === 'day'

/** A requested daily loss limit has an event of its own (`limitChanged`), which is older than the other limits. */
const isAskedDailyLoss = (change: Change) => isDailyLoss(change) && !change.isConfirmation

/** Writes changed limits, their requests, and their events. */
async function writeChanges(tx: Tx, { changes, states, policyVersion }: Writing): Promise<void> {
  const rows = [...new Map(changes.map((change) => [limitKey(change), change])).values()].map((last) => {
    const { playerId, kind, period } = last
    const { amount, pending } = present(states.get(limitKey(last)), 'the state of a changed limit')
    const pendingAmount = pending?.amount ?? null
    return { playerId, kind, period, amount, pendingAmount, pendingStartsAt: pending?.startsAt ?? null }
  })
  const dailyLosses = rows.filter(isDailyLoss)
  const others = rows.filter((row) => !isDailyLoss(row))
  await Promise.all([
    dailyLosses.length > 0 &&
      upsertDailyLosses(
        tx,
        dailyLosses.map(({ playerId, amount, pendingAmount, pendingStartsAt }) => ({
          playerId,
          dailyLossCents: amount,
          pendingDailyLossCents: pendingAmount,
          pendingStartsAt,
        })),
      ),
    others.length > 0 && upsertOwnLimits(tx, others),
    insertChanges(tx, {
      playerIds: changes.map(({ playerId }) => playerId),
      kinds: changes.map(({ kind }) => kind),
      periods: changes.map(({ period }) => period),
      before: changes.map(({ before }) => before.amount),
      requested: changes.map(({ requested }) => requested),
      startsAt: changes.map(({ after }) => after.pending?.startsAt ?? null),
      confirmations: changes.map(({ isConfirmation }) => isConfirmation),
      policyVersion,
    }),
    writeEvents(
      tx,
      limitChanged,
      changes.filter(isAskedDailyLoss).map(({ playerId, requested, after }) => ({
        playerId,
        dailyLossCents: requested,
        waits: after.pending !== null,
      })),
    ),
    writeEvents(
      tx,
      limitDecided,
      changes
        .filter((change) => !isAskedDailyLoss(change))
        // No event if no limit was set and none is set now.
        .filter(({ before, requested }) => before.amount !== null || requested !== null)
        .map(({ playerId, kind, period, requested, after }) => ({
          playerId,
          kind,
          period,
          amount: requested,
          waits: after.pending !== null,
        })),
    ),
  ])
}

type Joining = { policyVersion: string; readProven: ReadProven }

/**
 * Links accounts whose shared CPF each has proved: from then on a limit of one counts activity of all. Each gets the
 * tightest of every limit. Locks needed: all accounts with these CPFs. Accounts already linked stay so and nothing is
 * written.
 */
export async function joinAccounts(
  tx: Tx,
  persons: readonly Person[],
  { policyVersion, readProven }: Joining,
): Promise<void> {
  const byCpf = Map.groupBy(persons, ({ cpf }) => cpf)
  const several = [...byCpf.values()]
    .map((accounts) => [...new Set(accounts.map(({ playerId }) => playerId))])
    .filter((playerIds) => playerIds.length > 1)
  if (several.length === 0) return
  const proven = await readProven(tx, several.flat())
  const groups = several
    .map((playerIds) => playerIds.filter((playerId) => proven.has(playerId)))
    .filter((playerIds) => playerIds.length > 1)
  const known = new Map(
    (await selectPersonAccounts(tx, groups.flat())).map((row) => [row.playerId, row.personId]),
  )
  const fresh = groups.filter((playerIds) => new Set(playerIds.map((id) => known.get(id) ?? id)).size > 1)
  if (fresh.length === 0) return
  await upsertPersonAccounts(
    tx,
    fresh.flatMap((playerIds) => {
      const personId = Math.min(...playerIds.map((id) => known.get(id) ?? id))
      return playerIds.map((playerId) => ({ playerId, personId }))
    }),
  )
  const states = await readLimitStates(tx, fresh.flat(), 0)
  const changes = fresh.flatMap((playerIds) => tightestOf(states, playerIds))
  if (changes.length > 0) await writeChanges(tx, { changes, states, policyVersion })
}

/** The changes that give each account the tightest of every limit. */
function tightestOf(states: Parameters<typeof tightenElsewhere>[0], playerIds: readonly number[]): Change[] {
  return limitNames.flatMap(({ kind, period }) => {
    const amounts = playerIds.flatMap(
      (playerId) => (states.get(limitKey({ playerId, kind, period })) ?? noLimit).amount ?? [],
    )
    if (amounts.length === 0) return []
    const after = { amount: Math.min(...amounts), pending: null }
    return tightenElsewhere(states, { kind, period, after }, playerIds)
  })
}

/**
 * Links these players' accounts with the others of their persons, closed ones included: otherwise closing an account
 * would shed its limits and losses.
 */
export async function joinPlayers(deps: Deps, playerIds: readonly number[], joining: Joining): Promise<void> {
  const players = await readPlayers(deps.db, playerIds)
  const cpfs = [...new Set([...players.values()].flatMap(({ cpf }) => cpf ?? []))]
  const byCpf = Map.groupBy(await readAllAccountsOf(deps.db, cpfs), ({ cpf }) => cpf)
  const ofSeveral = [...byCpf.values()].filter(({ length }) => length > 1).flat()
  if (ofSeveral.length === 0) return
  await withWholePersons(
    deps.db,
    ofSeveral.map(({ playerId }) => playerId),
    async (tx, accounts) => {
      const all = [...new Set([...accounts.values()].flat())]
      const now = await readPlayers(tx, all)
      const persons = [...now.values()].flatMap(({ playerId, cpf }) => (cpf ? [{ playerId, cpf }] : []))
      await joinAccounts(tx, persons, joining)
    },
  )
}

/** Persons per page when walking all players. */
const PAGE = 200

/**
 * Links the accounts of all persons with several: those from before linking existed, and those with a corrected CPF. A
 * person whose accounts cannot be linked is skipped and tried again in the next walk.
 */
export async function joinWholeBase(deps: Deps, joining: Joining): Promise<void> {
  const report = skippedBy(deps, 'protection-whole-persons')
  let after = ''
  for (;;) {
    const shared = await readSharedCpfs(deps.db, after, PAGE)
    const last = shared.at(-1)
    if (!last) return
    // One item is all accounts of a person: they are linked together.
    await skipFailing([...Map.groupBy(shared, ({ cpf }) => cpf).values()], {
      run: (persons) =>
        joinPlayers(
          deps,
          persons.flat().map(({ playerId }) => playerId),
          joining,
        ),
      skip: ([one], error) => report({ playerId: one?.playerId }, error),
    })
    after = last.cpf
  }
}

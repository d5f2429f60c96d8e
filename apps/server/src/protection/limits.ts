import { isDeepStrictEqual } from 'node:util'
import { isMoneyLimit } from '@palpite/contract'
import { readUnproven, readAllAccountsOf, readPlayers, readSharedCpfs } from '../identity/index.ts'
import { present } from '../platform/errors.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { writeEvents } from '../platform/outbox.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { limitChanged, limitDecided } from './events.ts'
import {
  insertChanges,
  selectPersonAccounts,
  selectWait,
  selectWishes,
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

/** A wish for a limit, null for none; or the second yes to the looser one that waited. */
export type SetLimit = LimitName & {
  playerId: number
  /** In which it is asked for, where a session asks: a looser limit takes a fresh second factor there. */
  sessionId?: number
} & ({ amount: number | null } | { confirms: true })

export type SetLimitRefusal = 'limit_out_of_bounds' | 'limit_not_due' | 'step_up_needed' | 'too_many_requests'

/** Each wish is a row that is kept for good. Past so many within a day only what is tighter is taken. */
const MAX_WISHES_A_DAY = 50

/** A limit of a player before and after. */
type Change = LimitName & {
  playerId: number
  before: LimitState
  wished: number | null
  after: LimitState
  isConfirmation: boolean
}

/**
 * Sets limits, in the order asked: tighter at once, looser after the wait and a second yes. Under the lock of the players'
 * accounts, as stakes are admitted and orders opened: once this is answered, all that is still to be decided is held to
 * the new limit. A player who wished fifty times within a day can only be tighter, or confirm. What is tighter holds in all open
 * accounts that are known to be one person's; a looser limit only where it was asked for.
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
      const [states, wait, wished, unproven, joined] = await Promise.all([
        readLimitStates(tx, playerIds, settings.confirmWithinSeconds),
        selectWait(tx, settings),
        selectWishes(tx, playerIds),
        readUnproven(
          tx,
          requests.flatMap(({ sessionId }) => sessionId ?? []),
        ),
        playerIds.length > accounts.size ? selectPersonAccounts(tx, playerIds) : [],
      ])
      const changes: Change[] = []
      const wishes = new Map(wished.map((row) => [row.playerId, row.times]))
      const answers = requests.map((request) => {
        const before = states.get(limitKey(request)) ?? noLimit
        const decided = decide(request, before, { settings, wait, unproven })
        if (!decided.ok) return decided
        const { playerId, kind, period } = request
        // What stands so already is no wish.
        if (isDeepStrictEqual(decided.value.after, before)) return ok(null)
        const times = wishes.get(playerId) ?? 0
        if (times >= MAX_WISHES_A_DAY && !isUrgent(request, before)) return refuse('too_many_requests')
        wishes.set(playerId, times + 1)
        const { after, wished } = decided.value
        states.set(limitKey(request), after)
        changes.push({ playerId, kind, period, before, after, wished, isConfirmation: 'confirms' in request })
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

/** The other open accounts that are known to be of this player's person. */
function othersOf(playerId: number, accounts: ReadonlyMap<number, readonly number[]>, joined: Joined) {
  const personId = joined.find((one) => one.playerId === playerId)?.personId
  return joined
    .filter((one) => one.personId === personId && one.playerId !== playerId)
    .map((one) => one.playerId)
    .filter((other) => accounts.get(playerId)?.includes(other))
}

/** Holds these accounts to a limit, where theirs lets more through; writes it into the states. */
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
    return [{ ...name, before, after, wished: after.amount, isConfirmation: false }]
  })
}

type Deciding = { settings: ProtectionSettings; wait: Wait; unproven: ReadonlySet<number> }
type Decided = { after: LimitState; wished: number | null }

function decide(
  request: SetLimit,
  before: LimitState,
  { settings, wait, unproven }: Deciding,
): Result<Decided, SetLimitRefusal> {
  const lacksStepUp = request.sessionId !== undefined && unproven.has(request.sessionId)
  if ('confirms' in request) {
    const after = confirmedLimit(before)
    if (after && lacksStepUp) return refuse('step_up_needed')
    return after ? ok({ after, wished: after.amount }) : refuse('limit_not_due')
  }
  const { kind, amount: wished } = request
  if (isMoneyLimit(kind) && wished !== null && wished < settings.minDailyLossCents) return tooLow(settings)
  if (lacksStepUp && isLooser(wished, before.amount)) return refuse('step_up_needed')
  return ok({ after: changedLimit(before, wished, wait), wished })
}

/** Tighter than what holds, or ending the wait of what is looser; and the second yes, which a first one bounds. */
const isUrgent = (request: SetLimit, { amount, pending }: LimitState): boolean =>
  'confirms' in request ||
  isLooser(amount, request.amount) ||
  (pending !== null && !isLooser(request.amount, amount))

const tooLow = ({ minDailyLossCents }: ProtectionSettings) =>
  refuse('limit_out_of_bounds', { values: { minCents: minDailyLossCents } })

type Writing = { changes: readonly Change[]; states: ReadonlyMap<string, LimitState>; policyVersion: string }

const isDailyLoss = ({ kind, period }: LimitName) => kind === 'loss' && period === 'day'

/** Told by an event of its own, which is older than the other limits. */
const isAskedDailyLoss = (change: Change) => isDailyLoss(change) && !change.isConfirmation

/** Writes changed limits, who asked for them, and the events that tell of it. */
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
      wished: changes.map(({ wished }) => wished),
      startsAt: changes.map(({ after }) => after.pending?.startsAt ?? null),
      confirmations: changes.map(({ isConfirmation }) => isConfirmation),
      policyVersion,
    }),
    writeEvents(
      tx,
      limitChanged,
      changes.filter(isAskedDailyLoss).map(({ playerId, wished, after }) => ({
        playerId,
        dailyLossCents: wished,
        waits: after.pending !== null,
      })),
    ),
    writeEvents(
      tx,
      limitDecided,
      changes
        .filter((change) => !isAskedDailyLoss(change))
        // No event where no limit was set and none is set now.
        .filter(({ before, wished }) => before.amount !== null || wished !== null)
        .map(({ playerId, kind, period, wished, after }) => ({
          playerId,
          kind,
          period,
          amount: wished,
          waits: after.pending !== null,
        })),
    ),
  ])
}

type Joining = { policyVersion: string; readProven: ReadProven }

/**
 * Joins accounts with the same CPF that each of them has proved: from then on a limit of one counts what all of them did. Each gets the
 * tightest of each limit that any of them has. These are all accounts with their CPFs, and are locked. Who is joined already stays
 * so, and nothing is written.
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

/** What changes where each of these accounts gets the tightest of each limit that one of them has. */
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
 * Joins the accounts of these players with the others of their persons, where there are any; closed ones too, or who closes an account
 * would leave its limits, and what was lost there, behind.
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

/** Persons of one page of the whole base. */
const PAGE = 200

/** Joins the accounts of all persons who have several: those of before they were joined, and those whose CPF was corrected. */
export async function joinWholeBase(deps: Deps, joining: Joining): Promise<void> {
  let after = ''
  for (;;) {
    const shared = await readSharedCpfs(deps.db, after, PAGE)
    const last = shared.at(-1)
    if (!last) return
    await joinPlayers(
      deps,
      shared.map(({ playerId }) => playerId),
      joining,
    )
    after = last.cpf
  }
}

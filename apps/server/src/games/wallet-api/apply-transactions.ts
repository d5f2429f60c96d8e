import { post, lockAccounts } from '../../ledger/index.ts'
import { assert } from '../../platform/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { skipFailingInPages, skippedBy } from '../../platform/skip-failing.ts'
import { admitStakes, type CompliancePolicy } from '../../protection/index.ts'
import { readWagering, type WageringSettings, writeWagering } from '../../wagering/index.ts'
import { studioRoundEnded } from '../events.ts'
import { selectFreeRounds, updateFreeRounds } from '../free-rounds/queries.ts'
import { selectSessions, updateSessions } from '../sessions/queries.ts'
import {
  addToDays,
  type DayChange,
  insertTransactions,
  type RoundRow,
  selectStudioAccounts,
  selectStudioRounds,
  selectTransactions,
  type TransactionRow,
  upsertRounds,
  nothingOnThatDay,
  selectUnended,
  type UnendedRound,
} from './queries.ts'
import { decideTransactions, endByRule } from './rules.ts'
import type { WalletAnswer, WalletRequest } from './wallet-state.ts'

type WalletNeeds = { policy: CompliancePolicy; wagering: WageringSettings; freeRoundTimes: number }

const MAX_LIST = 1024

/**
 * Applies studio requests to the wallet: debits stakes, pays returns, refunds stakes, ends rounds. Answers in the
 * order of the requests; a transaction already done repeats its answer.
 */
export async function applyTransactions(
  { db, activity }: Pick<Deps, 'db' | 'activity'>,
  { policy, wagering, freeRoundTimes }: WalletNeeds,
  requests: readonly WalletRequest[],
): Promise<WalletAnswer[]> {
  assert(requests.length <= MAX_LIST, `a list of transactions is at most ${MAX_LIST} long`)
  if (requests.length === 0) return []
  const sessionIds = [...new Set(requests.map(({ session }) => session))]
  // A session never changes its player, so it may be read before the locks.
  const owners = new Map((await selectSessions(db, sessionIds)).map(({ id, playerId }) => [id, playerId]))
  const roundKeys = requests.flatMap(({ studioId, session, roundId }) => {
    const playerId = owners.get(session)
    return playerId === undefined ? [] : [{ studioId, playerId, roundId }]
  })
  const free = requests.filter((request) => request.kind === 'free')
  const givenTo = [...new Set(free.flatMap(({ session }) => owners.get(session) ?? []))]
  return db.begin(async (tx) => {
    const [gate, sessions, earlier, rounds, accounts, grants, gifts] = await Promise.all([
      admitStakes(tx, { policy, bonusRules: wagering, activity }, [...owners.values()]),
      // Once more, under the lock: it may have been closed.
      selectSessions(tx, sessionIds),
      selectTransactions(tx, requests.flatMap(namedBy)),
      selectStudioRounds(tx, roundKeys),
      selectStudioAccounts(tx, [...new Set(requests.map(({ studioId }) => studioId))]),
      // Lists without a free round, nearly all, need no further query.
      free.length > 0 ? selectFreeRounds(tx, [...new Set(free.map(({ grant }) => grant))], givenTo) : [],
      free.length > 0 ? readWagering(tx, policy, givenTo) : undefined,
    ])
    const before = new Map(sessions.map((row) => [row.id, { ...row }]))
    const {
      answers,
      transactions,
      rounds: changed,
      ended,
    } = decideTransactions(requests, {
      gate,
      sessions: new Map(sessions.map((row) => [row.id, row])),
      accounts: new Map(accounts.map(({ id, accountId }) => [id, accountId])),
      earlier,
      rounds,
      wagering,
      grants: new Map(grants.map((row) => [row.id, row])),
      gifts,
      freeRoundTimes,
    })
    if (transactions.length === 0 && changed.length === 0) return answers
    await Promise.all([
      transactions.length > 0 && insertTransactions(tx, transactions),
      changed.length > 0 && upsertRounds(tx, changed),
      updateSessions(
        tx,
        sessions.map(({ id, stakedCents, returnedCents }) => ({
          id,
          stakedCents: stakedCents - (before.get(id)?.stakedCents ?? 0),
          returnedCents: returnedCents - (before.get(id)?.returnedCents ?? 0),
        })),
      ),
      writeEvents(tx, studioRoundEnded, ended.map(toEvent)),
      grants.length > 0 && updateFreeRounds(tx, grants),
      gifts && writeWagering(tx, gifts),
      // Last: they lock the days and accounts of studios, which the next list waits for until this one is committed.
      transactions.length > 0 && addToDays(tx, dayChanges(transactions)),
      post(tx, gate.batch),
    ])
    return answers
  })
}

/** The transactions a request depends on. */
function namedBy(request: WalletRequest): { studioId: string; id: string }[] {
  const { studioId } = request
  if (request.kind === 'end') return []
  const own = { studioId, id: request.transactionId }
  return request.kind === 'rollback' ? [own, { studioId, id: request.refersTo }] : [own]
}

/** What transactions add to each studio's day, by ascending studio. */
function dayChanges(transactions: readonly TransactionRow[]): DayChange[] {
  const days = new Map<string, DayChange>()
  for (const { studioId, kind, cents } of transactions) {
    const day = days.get(studioId) ?? { ...nothingOnThatDay, studioId }
    days.set(studioId, {
      ...day,
      [`${kind}s`]: day[`${kind}s`] + 1,
      [`${kind}Cents`]: day[`${kind}Cents`] + cents,
    })
  }
  return [...days.values()].toSorted((one, other) => (one.studioId < other.studioId ? -1 : 1))
}

/** The event of an ended round. */
const toEvent = ({
  playerId,
  gameCode,
  roundId,
  stakedCents,
  bonusStakedCents,
  returnedCents,
}: RoundRow) => ({
  playerId,
  game: gameCode,
  roundId,
  stakeCents: stakedCents,
  bonusStakeCents: bonusStakedCents,
  payoutCents: returnedCents,
})

const MAX_ENDED = 500

/**
 * Ends rounds their studio has not ended within this many hours: the player may withdraw again. Their stakes count as
 * settled once the studio says how they ended. The studio's statement lists them; a later return still arrives. A round
 * that cannot be ended is skipped and tried again in the next run. Returns how many.
 */
export async function endUnendedRounds(
  deps: Pick<Deps, 'db' | 'log' | 'metrics'>,
  hours: number,
): Promise<number> {
  const report = skippedBy(deps, 'studio-sessions')
  const ended = await skipFailingInPages({
    size: MAX_ENDED,
    read: (after: UnendedRound | undefined) =>
      selectUnended(deps.db, { hours, after: after ?? { id: 0, atMicros: 0 }, max: MAX_ENDED }),
    run: (unended) => endList(deps, unended),
    skip: ({ studioId, playerId, roundId }, error) => report({ studioId, playerId, roundId }, error),
  })
  return ended.reduce((sum, count) => sum + count, 0)
}

function endList({ db, log }: Pick<Deps, 'db' | 'log'>, unended: readonly UnendedRound[]): Promise<number> {
  return db.begin(async (tx) => {
    const [, rounds] = await Promise.all([
      lockAccounts(
        tx,
        unended.map(({ playerId }) => playerId),
      ),
      selectStudioRounds(tx, unended),
    ])
    const ended = rounds.filter(({ status }) => status === 'open').map(endByRule)
    if (ended.length === 0) return 0
    await Promise.all([upsertRounds(tx, ended), writeEvents(tx, studioRoundEnded, ended.map(toEvent))])
    log.warn({ rounds: ended.length }, 'ended rounds abandoned by their studio')
    return ended.length
  })
}

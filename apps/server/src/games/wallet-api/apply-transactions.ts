import { post, lockAccounts } from '../../ledger/index.ts'
import { assert } from '../../platform/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
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
} from './queries.ts'
import { decideTransactions, endRound } from './rules.ts'
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
 * Ends rounds their studio has not ended within so many hours: stakes count as settled, and the player may withdraw
 * again. The studio's statement lists them; a later return still arrives. Returns how many.
 */
export async function endUnendedRounds(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { hours, wagering }: { hours: number; wagering: WageringSettings },
): Promise<number> {
  const unended = await selectUnended(db, { hours, max: MAX_ENDED })
  if (unended.length === 0) return 0
  return db.begin(async (tx) => {
    const [batch, rounds] = await Promise.all([
      lockAccounts(
        tx,
        unended.map(({ playerId }) => playerId),
      ),
      selectStudioRounds(tx, unended),
    ])
    const ended = rounds
      .filter(({ status }) => status === 'open')
      .map((round) => endRound({ gate: { batch }, wagering }, round, 'rule'))
    if (ended.length === 0) return 0
    await Promise.all([
      upsertRounds(tx, ended),
      writeEvents(tx, studioRoundEnded, ended.map(toEvent)),
      post(tx, batch),
    ])
    log.warn({ rounds: ended.length }, 'ended rounds abandoned by their studio')
    return ended.length
  })
}

import { findPlayers, readPlayerStatuses, readSecured, type SessionProof } from '../../identity/index.ts'
import {
  balanceOf,
  type LedgerBatch,
  lockAccounts,
  move,
  owedCents,
  post,
  repayDebt,
} from '../../ledger/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { requestDigest } from '../../platform/crypto.ts'
import type { Closed } from '../../platform/maintenance.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  meetRequirements,
  readWagering,
  type WageringBatch,
  withdrawableCents,
  writeWagering,
} from '../../wagering/index.ts'
import type { Cashier, OpenGame } from '../cashier.ts'
import { secretWaitsUntil } from './payout-rules.ts'
import { selectMoment, insertTransfers, selectSentToday, selectTransfers } from './queries.ts'
import { spendStepUp } from './rules.ts'
import { transferReceived } from '../events.ts'
import { type CompliancePolicy, readSuspended } from '../../protection/index.ts'
import type { CashierSettings } from '../settings.ts'

export type TransferMoney = {
  playerId: number
  /** The session of the request, with what the player verified in it. */
  sessionId: number
  requestId: string
  /** The e-mail of the receiver. */
  user: string
  amountCents: number
  /** Maintenance, which refuses it unless it was made before. */
  closed?: Closed | undefined
}

type Transfer = {
  id: string
  playerId: number
  requestId: string
  requestDigest: string | null
  recipientId: number
  amountCents: number
}

type State = {
  cashier: Cashier
  batch: LedgerBatch
  wagering: WageringBatch
  locked: ReadonlyMap<number, readonly OpenGame[]>
  proofs: Map<number, SessionProof>
  /** Sessions whose second factor this list has used. */
  spent: Set<number>
  /** Players with a new password or e-mail. */
  fresh: ReadonlySet<number>
  suspended: ReadonlySet<number>
  parties: ReadonlyMap<number, Party>
  idByEmail: ReadonlyMap<string, number>
  sent: Map<number, number>
  /** The transfers of request ids, including those of this list. */
  known: Map<string, Transfer>
  made: Transfer[]
  /** By transfer, how much of it repaid a debt of its receiver. */
  repaid: Map<string, number>
}

/**
 * Transfers withdrawable money to other players, once per request id. Needs the password re-entered in that session,
 * and a second factor where there is one, which authorises one transfer. Answers in the order asked.
 */
export async function transferMoney(
  cashier: Cashier,
  requests: readonly TransferMoney[],
): Promise<Result<{ transferId: string }, TransferRefusal>[]> {
  const { db } = cashier.deps
  const emails = requests.map(({ user }) => user)
  const senderIds = [...new Set(requests.map(({ playerId }) => playerId))]
  // Read before any lock: the player who has the e-mail when the request arrives gets the money.
  const found = await findPlayers(db, { emails, playerIds: senderIds })
  return db.begin(async (tx) => {
    const playerIds = found.map(({ playerId }) => playerId)
    const batch = await lockAccounts(tx, playerIds, ['cash', 'bonus'])
    const [wagering, locked, standings, proofs, secured, { now }, sent, known, suspended] = await Promise.all(
      [
        readWagering(tx, cashier.policy, senderIds),
        cashier.inGame(tx, senderIds),
        readPlayerStatuses(tx, playerIds),
        cashier.proofs.read(tx, [...new Set(requests.map(({ sessionId }) => sessionId))]),
        readSecured(tx, senderIds),
        selectMoment(tx),
        selectSentToday(tx, senderIds),
        selectTransfers(
          tx,
          senderIds,
          requests.map(({ requestId }) => requestId),
        ),
        readSuspended(tx, playerIds),
      ],
    )
    // Skips an account that closed since it was found: closing locks these accounts too.
    const open = standings.filter(({ isClosed }) => !isClosed)
    const openIds = new Set(open.map(({ playerId }) => playerId))
    const state: State = {
      cashier,
      batch,
      wagering,
      locked,
      proofs: new Map(proofs),
      spent: new Set(),
      fresh: new Set(
        secured
          .filter(({ securedAt }) => secretWaitsUntil(cashier.settings, { now, securedAt, isOwnKey: false }))
          .map(({ playerId }) => playerId),
      ),
      suspended,
      parties: new Map(
        open.map(({ playerId, isTest, isIdentified, hasDocuments }) => [
          playerId,
          { isTestAccount: isTest, isIdentified, hasDocuments },
        ]),
      ),
      idByEmail: new Map(
        found.filter(({ playerId }) => openIds.has(playerId)).map(({ email, playerId }) => [email, playerId]),
      ),
      sent: new Map(sent.map(({ playerId, sentCents }) => [playerId, sentCents])),
      known: new Map(known.map((row) => [requestKeyOf(row), row])),
      made: [],
      repaid: new Map(),
    }
    meetRequirements(wagering, batch, senderIds)
    const answers = requests.map((request) => decide(state, request))
    await writeWagering(tx, wagering)
    await post(tx, batch)
    await cashier.proofs.spend(tx, [...state.spent])
    if (state.made.length > 0) {
      await insertTransfers(tx, state.made)
      await writeEvents(
        tx,
        transferReceived,
        state.made.map(({ id, recipientId, amountCents }) => {
          const repaidCents = state.repaid.get(id)
          const received = { playerId: recipientId, transferId: id, amountCents }
          return { ...received, ...(repaidCents !== undefined && { repaidCents }) }
        }),
      )
    }
    return answers
  })
}

/** A transfer is no withdrawal: unwagered money of a self-excluded player can leave only to the player. */
const nobody: ReadonlySet<number> = new Set()

const digestOf = ({ user, amountCents }: TransferMoney): string =>
  requestDigest({ user: user.trim().toLowerCase(), amountCents })

const requestKeyOf = ({ playerId, requestId }: { playerId: number; requestId: string }) =>
  `${playerId} ${requestId}`

function decide(state: State, request: TransferMoney): Result<{ transferId: string }, TransferRefusal> {
  const { cashier, batch, wagering, sent, known } = state
  const { playerId, amountCents, requestId } = request
  const before = known.get(requestKeyOf(request))
  const recipientId = state.idByEmail.get(request.user.trim().toLowerCase())
  if (before !== undefined) {
    // Compares the content, not who has the e-mail now. Rows from before digests were stored are compared by their
    // columns.
    const isSame =
      before.requestDigest === null
        ? before.amountCents === amountCents && before.recipientId === recipientId
        : before.requestDigest === digestOf(request)
    return isSame ? ok({ transferId: before.id }) : refuse('request_mismatch')
  }
  if (request.closed) return request.closed
  const sentTodayCents = sent.get(playerId) ?? 0
  const refusal = transferRefusal(
    cashier,
    {
      sender: state.parties.get(playerId),
      recipient: recipientId === undefined ? undefined : state.parties.get(recipientId),
      isToSelf: recipientId === playerId,
      isSuspended: state.suspended.has(playerId),
      isToSuspended: recipientId !== undefined && state.suspended.has(recipientId),
      isLocked: state.locked.has(playerId),
      proof: state.proofs.get(request.sessionId),
      isFresh: state.fresh.has(playerId),
      withdrawableCents: withdrawableCents(
        { wagering, exempt: nobody },
        playerId,
        balanceOf(batch, playerId, 'cash'),
      ),
      owesCents: owedCents(batch, playerId),
      sentTodayCents,
    },
    amountCents,
  )
  if (refusal) return refusal
  const id = cashier.deps.random.hex(16)
  const [from, to] = [
    { playerId, kind: 'cash' } as const,
    { playerId: recipientId ?? 0, kind: 'cash' } as const,
  ]
  move(batch, { key: `transfer:${id}`, from, to, cents: amountCents })
  const repaidCents = Math.min(
    amountCents,
    repayDebt(batch, { playerId: to.playerId, key: `transfer:${id}:repaid` }),
  )
  if (repaidCents > 0) state.repaid.set(id, repaidCents)
  sent.set(playerId, sentTodayCents + amountCents)
  const made = {
    id,
    playerId,
    requestId,
    requestDigest: digestOf(request),
    recipientId: to.playerId,
    amountCents,
  }
  known.set(requestKeyOf(request), made)
  state.made.push(made)
  spendStepUp(state, request.sessionId)
  return ok({ transferId: id })
}

type TransferRefusal =
  | 'under_maintenance'
  | 'account_suspended'
  | 'transfer_closed'
  | 'transfer_unknown_user'
  | 'transfer_below_min'
  | 'transfer_day_bound'
  | 'withdraw_locked'
  | 'withdraw_nothing'
  | 'withdraw_above_max'
  | 'owes_money'
  | 'kyc_needed'
  | 'documents_needed'
  | 'password_needed'
  | 'step_up_needed'
  | 'request_mismatch'

/** Sender or receiver of a transfer. */
type Party = { isTestAccount: boolean; isIdentified: boolean; hasDocuments: boolean } | undefined

/** The state that decides a transfer, read while both players' accounts are locked. */
type TransferState = {
  sender: Party
  recipient: Party
  isToSelf: boolean
  isSuspended: boolean
  isToSuspended: boolean
  isLocked: boolean
  proof: SessionProof | undefined
  /** Whether the password or the e-mail is new. */
  isFresh: boolean
  withdrawableCents: number
  owesCents: number
  sentTodayCents: number
}

type Rules = { policy: CompliancePolicy; settings: CashierSettings }

/** Whether transfers between players are available: the operator enables them and the policy allows them. */
export const areTransfersOpen = ({ policy, settings }: Rules): boolean =>
  settings.takesTransfers && !policy.terms.ownNameOnly

/** The refusal of a transfer, if any. A receiver who may not get transfers looks like one who does not exist. */
function transferRefusal(
  rules: Rules,
  state: TransferState,
  amountCents: number,
): Extract<Result<never, TransferRefusal>, { ok: false }> | undefined {
  const { settings } = rules
  const { sender, recipient, withdrawableCents } = state
  if (!areTransfersOpen(rules) || !sender || sender.isTestAccount) return refuse('transfer_closed')
  if (state.isSuspended) return refuse('account_suspended')
  if (state.isFresh) return refuse('transfer_closed')
  if (!sender.isIdentified) return refuse('kyc_needed')
  // A transfer to another player needs the same documents as a withdrawal.
  const waits = rules.policy.terms.documentsBefore.includes('withdrawal')
  if (waits && !sender.hasDocuments) return refuse('documents_needed')
  if (state.isLocked) return refuse('withdraw_locked')
  if (state.owesCents > 0) return refuse('owes_money')
  if (withdrawableCents <= 0) return refuse('withdraw_nothing')
  if (amountCents < settings.transferMinCents) {
    return refuse('transfer_below_min', { values: { minCents: settings.transferMinCents } })
  }
  if (amountCents > withdrawableCents) {
    return refuse('withdraw_above_max', { values: { maxCents: withdrawableCents } })
  }
  if (state.sentTodayCents + amountCents > settings.transferDayMaxCents) {
    return refuse('transfer_day_bound', { values: { maxCents: settings.transferDayMaxCents } })
  }
  // Only a player with password, second factor and enough money learns whether the receiver exists, so addresses
  // cannot be harvested.
  if (!state.proof?.hasPassword) return refuse('password_needed')
  if (state.proof.factor === 'missing') return refuse('step_up_needed')
  const isThere =
    recipient?.isIdentified && !recipient.isTestAccount && !state.isToSelf && !state.isToSuspended
  return isThere ? undefined : refuse('transfer_unknown_user')
}

import {
  type BankQuestions,
  readBankMessages,
  readOrderAtBank,
  readParkedWebhooks,
  readWebhook,
  type WebhookSummary,
} from '../cashier/index.ts'
import { asOperator, isKeptRequest, isOtherRequest, keepRequest } from '../identity/index.ts'
import { type AuditEntry, audit } from '../platform/audit.ts'
import type { Db } from '../platform/db/index.ts'
import type { OperatorSession } from '../platform/http/callers.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { maskedWords } from './rules.ts'

const PAGE = 50

/** The operators' calls for messages of banks, and for asking banks again. */
export function bankRoutes(api: OperatorApi, db: Db, bank: BankQuestions): void {
  serveOperator(api, 'GET /api/backoffice/bank/orders/:orderId', ({ caller, params: { orderId } }) =>
    asOperator(db, caller, async (tx) => {
      const words = await readBankMessages(tx, orderId)
      if (!words) return refuse('not_found')
      const { order, payments, webhooks, isMore } = words
      await audit(tx, {
        ...by(caller),
        action: 'bank.looked_at',
        subject: `player:${order.playerId}`,
        details: { orderId, isMasked: isMasked(caller) },
      })
      return ok({
        ...order,
        createdAt: order.createdAt.toISOString(),
        endedAt: order.endedAt?.toISOString() ?? null,
        asksAt: order.asksAt?.toISOString() ?? null,
        payments: payments.map(({ providerRef, state, amountCents, reversedCents, ...row }) => ({
          providerRef,
          state,
          amountCents,
          reversedCents,
          bonusCents: row.bonusGrantCents,
          paidAt: row.paidAt.toISOString(),
        })),
        webhooks: webhooks.map((row) => ({ ...toWire(row), ...wordsFor(caller, row) })),
        isMore,
      })
    }),
  )

  askingRoutes(api, db, bank)

  serveOperator(api, 'GET /api/backoffice/bank/webhooks/parked', async ({ query: { cursor } }) => {
    const below = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
    const rows = await readParkedWebhooks(db, below, PAGE + 1)
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return ok({
      items: page.map((row) => ({ ...toWire(row), about: row.about, why: row.why })),
      nextCursor: last && rows.length > PAGE ? String(last.id) : null,
    })
  })

  serveOperator(api, 'GET /api/backoffice/bank/webhooks/:webhookId', ({ caller, params }) =>
    asOperator(db, caller, async (tx) => {
      const webhook = await readWebhook(tx, Number(params.webhookId))
      if (!webhook) return refuse('not_found')
      await audit(tx, {
        ...by(caller),
        action: 'webhook.looked_at',
        subject: `webhook:${webhook.id}`,
        details: { isMasked: isMasked(caller) },
      })
      return ok({ ...toWire(webhook), ...wordsFor(caller, webhook) })
    }),
  )
}

/**
 * The operators' calls that ask a bank. The audit entry is written first, because a bank may be slow and no lock is
 * held meanwhile.
 */
function askingRoutes(api: OperatorApi, db: Db, bank: BankQuestions): void {
  serveOperator(api, 'POST /api/backoffice/bank/orders/:orderId/ask', async ({ caller, params, body }) => {
    const { orderId } = params
    const { operatorId } = caller
    const written = await asOperator(db, caller, async (tx) => {
      const call = 'POST /api/backoffice/bank/orders/:orderId/ask'
      const operatorRequest = { call, operatorId, requestId: body.requestId, asked: { orderId } } as const
      if (await isOtherRequest(tx, operatorRequest)) return refuse('request_mismatch')
      const [order] = await readOrderAtBank(tx, orderId)
      if (!order) return refuse('not_found')
      const subject = `player:${order.playerId}`
      if (await keepRequest(tx, operatorRequest))
        await audit(tx, { ...by(caller), action: 'bank.asked_again', subject, details: { orderId } })
      return ok(null)
    })
    return written.ok ? ok({ heard: await bank.ask(orderId) }) : written
  })

  serveOperator(api, 'POST /api/backoffice/bank/webhooks/:webhookId/replay', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const webhookId = Number(params.webhookId)
      const call = 'POST /api/backoffice/bank/webhooks/:webhookId/replay'
      const operatorRequest = { call, operatorId, requestId: body.requestId, asked: { webhookId } } as const
      if (await isOtherRequest(tx, operatorRequest)) return refuse('request_mismatch')
      if (await isKeptRequest(tx, operatorRequest)) return ok({ state: 'replayed' as const })
      if (!(await readWebhook(tx, webhookId))) return refuse('not_found')
      const replayed = await bank.replay(tx, [webhookId])
      if (replayed.length === 0) return ok({ state: 'not_parked' as const })
      await keepRequest(tx, operatorRequest)
      await audit(tx, { ...by(caller), action: 'webhook.replayed', subject: `webhook:${webhookId}` })
      return ok({ state: 'replayed' as const })
    }),
  )
}

const by = ({ operatorId }: OperatorSession): Pick<AuditEntry, 'actor'> => ({
  actor: { kind: 'operator', id: operatorId },
})

/** Operators who may correct names and tax ids see those of payers; all others see them masked. */
const isMasked = ({ permissions }: OperatorSession): boolean => !permissions.has('players.correct')

const wordsFor = (caller: OperatorSession, { body, isCut }: { body: string; isCut: boolean }) => ({
  body: isMasked(caller) ? maskedWords(body) : body,
  isCut,
})

const toWire = (row: WebhookSummary) => ({
  id: row.id,
  provider: row.provider,
  receivedAt: row.receivedAt.toISOString(),
  sentAt: row.sentAt.toISOString(),
  copies: row.copies,
  attempts: row.attempts,
  replays: row.replays,
  state: row.state,
  outcome: row.outcome,
  handledAt: row.handledAt?.toISOString() ?? null,
})

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { batches } from '../../platform/batches.ts'
import { takesQuery } from '../../platform/http/plain-routes.ts'
import { headerOf, refuseWith } from '../../platform/http/serve.ts'
import type { Cashier } from '../cashier.ts'
import { isSignature } from '../rails/webhook-signature.ts'
import { createHash } from 'node:crypto'
import { insertWebhooks, type NewWebhook } from './queries.ts'

/** The webhook address for a bank; the bank appends `/pix`, as API Pix requires. */
export const webhookPath = (provider: string): string => `/api/hooks/${provider}`

/**
 * Room for hundreds of Pix; banks send one or a few. A longer body is rejected, and its payments are found in
 * the bank's listing.
 */
const BODY_BYTES = 128 * 1024
/** Webhooks per second from one address: far above any bank. */
const WEBHOOKS_A_SECOND = 2_000
/** Forged webhooks per minute from one address; then nothing from it is read for the rest of the minute. */
const FORGED_A_MINUTE = 60
/** Reading and discarding a body of this size is cheaper than closing the connection and opening another. */
const SMALL_BYTES = 16 * 1024

/** Some banks add their own query parameter to the address. It is ignored. */
const bankQuery = z.record(z.string(), z.string().check(z.maxLength(500)))

/**
 * The webhook routes. Bodies are read as raw bytes of any content type, because the signature covers the bytes.
 * Without a signature, or from an address that forges, the body is not read.
 */
export function hookRoutes(app: FastifyInstance, cashier: Cashier): void {
  const { config, limits } = cashier.deps
  const all = limits.limiter('webhooks', WEBHOOKS_A_SECOND, 1)
  const forged = limits.limiter('forged-webhooks', FORGED_A_MINUTE, 60)

  const keep = batches({
    patienceMs: config.PATIENCE_MS,
    run: (webhooks: readonly NewWebhook[]) => keepWebhooks(cashier, webhooks),
  })

  const turnAway = async (request: FastifyRequest, reply: FastifyReply) => {
    const { ip } = request
    if (!(await forged.consume(ip, 0)) || !(await all.consume(ip))) {
      closeUnreadConnection(request, reply)
      return refuseWith(reply, request, { code: 'too_many_requests' })
    }
    if (isSignature(headerOf(request, 'x-signature'))) return undefined
    cashier.alarm('forged_webhook', { why: 'no signature' })
    await forged.consume(ip)
    closeUnreadConnection(request, reply)
    return reply.code(401).send()
  }

  void app.register(async (api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    const options = { bodyLimit: BODY_BYTES, onRequest: turnAway, ...takesQuery(bankQuery) }
    for (const { name: provider } of cashier.providers.all) {
      api.post(`${webhookPath(provider)}/pix`, options, async (request, reply) => {
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const signature = headerOf(request, 'x-signature')
        const received = await receiveWebhook(cashier, keep, { provider, raw, signature })
        if (received === 'forged') await forged.consume(request.ip)
        return reply.code(received === 'kept' ? 200 : 401).send()
      })
    }
  })
}

/** Closes the connection after an answer whose request body was not read. */
function closeUnreadConnection({ headers }: FastifyRequest, reply: FastifyReply): void {
  const isSmall =
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BYTES
  if (!isSmall) void reply.header('connection', 'close')
}

/** The result: stored (again), or rejected. */
type Received = 'kept' | 'forged'

/**
 * Receives a webhook. It is stored only with a valid and recent signature over these bytes; money moves only after
 * its content was confirmed at the bank. Answers as soon as it is stored.
 */
async function receiveWebhook(
  { providers, alarm, wakeHooks }: Cashier,
  keep: (webhook: NewWebhook) => Promise<Kept>,
  { provider, raw, signature }: { provider: string; raw: Buffer; signature: string | undefined },
): Promise<Received> {
  const webhook = providers.named(provider).gateway.verifyWebhook(raw, signature)
  if (!webhook) {
    alarm('forged_webhook', { why: 'signature' })
    return 'forged'
  }
  const { sentAtSeconds, items, unreadable } = webhook
  const sha256 = createHash('sha256').update(raw).digest('hex')
  const kept = await keep({ provider, sha256, body: raw.toString('hex'), sentAtSeconds, items })
  if (kept === 'stale') {
    alarm('forged_webhook', { why: 'age' })
    return 'forged'
  }
  if (unreadable > 0 && kept === 'new') alarm('unreadable_webhook', { unreadable })
  wakeHooks()
  return 'kept'
}

/** Whether a webhook is new, a copy, or stale: signed too long ago or too far ahead, and not stored. */
type Kept = 'new' | 'copy' | 'stale'

/**
 * Stores webhooks with a valid signature, once per body, also when copies come together. Each copy is as old as its own
 * signature: one that is too old makes none of the others so. Answers in the order given.
 */
async function keepWebhooks({ deps, settings }: Cashier, webhooks: readonly NewWebhook[]): Promise<Kept[]> {
  const { webhookAgeSeconds } = settings
  const rows = await insertWebhooks(deps.db, webhooks, webhookAgeSeconds)
  const stored = new Map(rows.map((row) => [keyOf(row), row]))
  const isRecent = ({ sentAtSeconds, ...webhook }: NewWebhook): boolean => {
    const row = stored.get(keyOf(webhook))
    return row !== undefined && Math.abs(row.clock - sentAtSeconds) <= webhookAgeSeconds
  }
  const recent = Map.groupBy(webhooks.filter(isRecent), keyOf)
  return webhooks.map((webhook): Kept => {
    if (!isRecent(webhook)) return 'stale'
    const same = recent.get(keyOf(webhook)) ?? []
    return stored.get(keyOf(webhook))?.copies === same.length && webhook === same[0] ? 'new' : 'copy'
  })
}

const keyOf = ({ provider, sha256 }: Pick<NewWebhook, 'provider' | 'sha256'>): string =>
  `${provider} ${sha256}`

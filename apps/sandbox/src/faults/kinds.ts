import { z } from 'zod'

/** The bank's calls that can fail on purpose, by their names in `on`. */
const OPERATIONS = [
  'token',
  'cob.create',
  'cob.read',
  'cob.revise',
  'cob.list',
  'pix.read',
  'pix.list',
  'devolucao.create',
  'devolucao.read',
  'webhook.write',
  'webhook.read',
  'payout.create',
  'payout.batch',
  'payout.read',
  'balance.read',
  'chain.call',
] as const

export type Operation = (typeof OPERATIONS)[number]

/** The subjects of webhooks. */
const SUBJECTS = ['pix', 'devolucao', 'payout'] as const

export type Subject = (typeof SUBJECTS)[number]

const LONGEST_MS = 600_000

const times = z.int().min(1).max(1000).default(1)
const of = z.enum(SUBJECTS).optional()
const on = z.array(z.enum(OPERATIONS)).min(1).optional()
const when = z.enum(['before', 'after'])
const valor = z.string().regex(/^\d{1,10}\.\d{2}$/)
const motivo = z.string().min(1).max(140)

/** Every fault that can be armed. `times` is the number of matching operations it affects. */
export const faultShape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('webhook_late'), times, of, delayMs: z.int().min(1).max(LONGEST_MS) }),
  z.strictObject({
    kind: z.literal('webhook_duplicated'),
    times,
    of,
    copies: z.int().min(1).max(20).default(1),
  }),
  z.strictObject({ kind: z.literal('webhook_reordered'), times, of }),
  z.strictObject({ kind: z.literal('webhook_lost'), times, of }),
  z.strictObject({
    kind: z.literal('api_timeout'),
    times,
    on,
    when,
    how: z.enum(['hang', 'drop']).default('hang'),
    holdMs: z.int().min(1).max(LONGEST_MS).default(60_000),
  }),
  z.strictObject({
    kind: z.literal('api_error'),
    times,
    on,
    when,
    status: z.union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)]).default(503),
  }),
  z.strictObject({
    kind: z.literal('api_html'),
    times,
    on,
    when,
    status: z.union([z.literal(200), z.literal(403), z.literal(404), z.literal(502)]).default(200),
  }),
  z.strictObject({
    kind: z.literal('payout_rejected'),
    times,
    when: z.enum(['now', 'later']),
    codigo: z.string().min(1).max(10).default('AC03'),
    motivo: motivo.default('Conta do usuário recebedor inexistente ou inválida'),
  }),
  z.strictObject({
    kind: z.literal('refund_rejected'),
    times,
    motivo: motivo.default('Saldo insuficiente para realizar a devolução.'),
  }),
  z.strictObject({ kind: z.literal('amount_paid'), times, valor }),
  z.strictObject({ kind: z.literal('payer_masked'), times }),
  z.strictObject({ kind: z.literal('paid_after_end'), times }),
])

export type Fault = z.infer<typeof faultShape>
export type FaultKind = Fault['kind']
export type FaultOf<K extends FaultKind> = Extract<Fault, { kind: K }>

import { cents, type Cents } from '@palpite/money'
import { z } from 'zod'
import type { Payout, IncomingPayment, Refund, WebhookItem } from './payment-gateway.ts'

// The bank's responses, parsed tolerantly: fields we do not need may change, and unknown values never count as paid.
// The published schema of API Pix 2.9 has defects, so validators are not generated from it.

/** "100.00" as cents. The standard writes amounts as text, never as a JSON number. */
const amount = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform((text): Cents => cents(Number(text.replace('.', ''))))

/** Called for an impossible item in a response: the item is left out, the rest of the response is used. */
export type OnInvalidResponse = (what: InvalidItem, ids: Readonly<Record<string, unknown>>) => void

type InvalidItem =
  | 'unreadable_pix'
  | 'unreadable_refund'
  | 'unreadable_charge'
  | 'unreadable_payout'
  | 'unreadable_balance'

const name = z.string().regex(/^[A-Za-z0-9]{1,64}$/)

const refundShape = z.object({
  id: name,
  valor: amount,
  status: z.string(),
  natureza: z.string().default('ORIGINAL'),
})

/** The bank's own example has a single refund where its schema has a list. */
const refunds = z.preprocess(
  (value) => (value === undefined || value === null || Array.isArray(value) ? (value ?? []) : [value]),
  z.array(z.unknown()),
)

const payer = z.object({ cpf: z.string().optional(), cnpj: z.string().optional() })

const pixShape = z.object({
  endToEndId: name,
  txid: name.optional(),
  valor: amount,
  horario: z.string(),
  chave: z.string().optional(),
  devolucoes: refunds,
  gnExtras: z.object({ pagador: payer.optional() }).optional(),
})

const refundStates: Record<string, Refund['state']> = { DEVOLVIDO: 'returned', NAO_REALIZADO: 'failed' }

/** One refund of a response; undefined if it cannot be read. */
export function readRefund(body: unknown): Refund | undefined {
  const read = refundShape.safeParse(body)
  return read.success ? refundOf(read.data) : undefined
}

const refundOf = ({ id, valor, status, natureza }: z.output<typeof refundShape>): Refund => ({
  id,
  amountCents: valor,
  state: refundStates[status] ?? 'pending',
  nature: natureza,
})

const namedShape = z.object({ endToEndId: name })

/** The end-to-end id of an item, as far as it can be read: for an alarm. */
const e2eidOf = (body: unknown): string | undefined => {
  const read = namedShape.safeParse(body)
  return read.success ? read.data.endToEndId : undefined
}

/** A received Pix and its key; some banks leave the key out. */
export type ReadPix = { payment: IncomingPayment; key: string | undefined }

/**
 * One received Pix of a response; undefined if it cannot be read, for example with three decimals. An invalid refund
 * (negative, for example) does not invalidate its Pix.
 */
export function readPix(body: unknown, onInvalid: OnInvalidResponse): ReadPix | undefined {
  const read = pixShape.safeParse(body)
  if (!read.success) {
    onInvalid('unreadable_pix', { e2eid: e2eidOf(body) })
    return undefined
  }
  const { endToEndId, txid, valor, horario, chave, devolucoes, gnExtras } = read.data
  const paidAt = new Date(horario)
  if (Number.isNaN(paidAt.getTime())) {
    onInvalid('unreadable_pix', { e2eid: endToEndId })
    return undefined
  }
  const payment = {
    providerRef: endToEndId,
    chargeRef: txid,
    amountCents: valor,
    paidAt,
    payerTaxId: gnExtras?.pagador?.cpf ?? gnExtras?.pagador?.cnpj,
    refunds: devolucoes.flatMap((one) => {
      const refund = readRefund(one)
      if (!refund) onInvalid('unreadable_refund', { e2eid: endToEndId })
      return refund ?? []
    }),
  }
  return { payment, key: chave }
}

const chargeShape = z.object({
  txid: name,
  status: z.string(),
  valor: z.object({ original: amount }),
  location: z.string().optional(),
  loc: z.object({ location: z.string().optional() }).optional(),
  pixCopiaECola: z.string().optional(),
  pix: z.array(z.unknown()).default([]),
})

export type ChargeBody = z.output<typeof chargeShape>

/** A charge of a response; undefined if it cannot be read. */
export function readCharge(body: unknown): ChargeBody | undefined {
  const read = chargeShape.safeParse(body)
  return read.success ? read.data : undefined
}

const payoutShape = z.object({
  idEnvio: name,
  status: z.string(),
  valor: amount.optional(),
  e2eId: z.string().optional(),
  endToEndId: z.string().optional(),
})

const payoutStates: Record<string, Payout['state']> = {
  EM_PROCESSAMENTO: 'processing',
  REALIZADO: 'paid',
  NAO_REALIZADO: 'failed',
}

/** A payout of a response; one with an unknown state is undefined. */
export function readPayout(body: unknown): Payout | undefined {
  const read = payoutShape.safeParse(body)
  if (!read.success) return undefined
  const { idEnvio, status, valor, e2eId, endToEndId } = read.data
  const state = payoutStates[status]
  if (!state) return undefined
  return { payoutId: idEnvio, state, amountCents: valor, providerRef: e2eId ?? endToEndId }
}

const batchShape = z.object({ pagamentos: z.array(z.unknown()) })
const batchItemShape = z.object({ idEnvio: name, erro: z.unknown().optional() })

type BatchItem = { payoutId: string } & (
  | { kind: 'known'; payout: Payout }
  | { kind: 'refused'; why: string }
  | { kind: 'unreadable' }
)

/** The bank's answers for the payouts of a batch. */
export function readBatch(status: number, body: unknown): BatchItem[] {
  const read = batchShape.safeParse(body)
  return read.success ? read.data.pagamentos.flatMap((item) => batchItemOf(status, item)) : []
}

function batchItemOf(status: number, item: unknown): BatchItem[] {
  const read = batchItemShape.safeParse(item)
  if (!read.success) return []
  const { idEnvio: payoutId, erro } = read.data
  if (erro !== undefined) return [{ payoutId, kind: 'refused', why: readProblem(status, erro) }]
  const payout = readPayout(item)
  return [payout ? { payoutId, kind: 'known', payout } : { payoutId, kind: 'unreadable' }]
}

const balanceShape = z.object({
  saldo: z.string().regex(/^-?\d{1,12}\.\d{2}$/),
})

/** Our balance, in cents; undefined if it cannot be read. */
export const readBalance = (body: unknown): number | undefined => {
  const read = balanceShape.safeParse(body)
  return read.success ? cents(Number(read.data.saldo.replace('.', ''))) : undefined
}

const pageShape = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.int().min(0) }) }),
})

/** The number of pages of a listing; 1 if the bank does not say. */
export const pageCount = (body: unknown): number => {
  const read = pageShape.safeParse(body)
  return read.success ? Math.max(1, read.data.parametros.paginacao.quantidadeDePaginas) : 1
}

const problemShape = z.object({
  type: z.string().optional(),
  title: z.string().optional(),
  nome: z.string().optional(),
  violacoes: z.array(z.object({ propriedade: z.string().default('') })).default([]),
})

/** Why the bank refused, in short and without values: safe for a log. */
export function readProblem(status: number, body: unknown): string {
  const read = problemShape.safeParse(body)
  if (!read.success) return String(status)
  const { type, title, nome, violacoes } = read.data
  const fields = violacoes.map(({ propriedade }) => propriedade).join(' ')
  return [status, nome ?? type?.split('/').at(-1) ?? title ?? '', fields].join(' ').trim()
}

const MAX_ITEMS = 1000

const bodyShape = z.object({ pix: z.array(z.unknown()).max(MAX_ITEMS) })

const payoutItem = z.object({ gnExtras: z.object({ idEnvio: name.max(35) }) })
const pixItem = z.object({ endToEndId: name, txid: name.optional().catch(undefined) })

/** The items of a webhook; an invalid item does not invalidate the others. */
export function readWebhook(raw: Buffer): { items: WebhookItem[]; unreadable: number } {
  const body = bodyShape.safeParse(parse(raw))
  if (!body.success) return { items: [], unreadable: 1 }
  const items = body.data.pix.flatMap(readItem)
  return { items, unreadable: body.data.pix.length - items.length }
}

function readItem(item: unknown): WebhookItem[] {
  const payout = payoutItem.safeParse(item)
  if (payout.success) return [{ kind: 'payout', payoutId: payout.data.gnExtras.idEnvio }]
  const pix = pixItem.safeParse(item)
  if (!pix.success) return []
  const { endToEndId: e2eid, txid: chargeRef } = pix.data
  return [{ kind: 'pix', e2eid, ...(chargeRef !== undefined && { chargeRef }) }]
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8')) as unknown
  } catch {
    return undefined // signed but not JSON: counted as unreadable by the caller
  }
}

import { Fault } from '../../platform/errors.ts'
import { type BankAccess, type BankClient, openBankClient, type Reply } from './bank-client.ts'
import type { Charge, PaymentGateway, PayoutAnswer, PayoutRequest, Span } from './payment-gateway.ts'
import {
  readWebhook,
  type ChargeBody,
  type OnInvalidResponse,
  pageCount,
  readBalance,
  readBatch,
  readCharge,
  readPayout,
  readPix,
  type ReadPix,
  readProblem,
  readRefund,
} from './pix-wire.ts'
import { signedAt } from './webhook-signature.ts'
import { type Cents, plainReais } from '@palpite/money'
import { parseBrCode } from '@palpite/money/brcode'

type PixSettings = BankAccess & {
  /** The key on which we receive, and whose account pays. */
  pixKey: string
  webhookSecret: string
  /** Whether the bank can restrict the payer of a charge to one CPF. */
  restrictsPayer: boolean
  /** The largest payout batch that the bank accepts; 0 where it accepts only single payouts. */
  payoutBatch: number
  /** Called for each impossible answer. */
  onInvalid: OnInvalidResponse
}

/** The client of a bank, the callback for invalid answers, and the bank's configured terms. */
type Bank = Pick<PixSettings, 'pixKey' | 'restrictsPayer' | 'payoutBatch' | 'onInvalid'> & {
  client: BankClient
}

/** A payment provider with Banco Central's API Pix 2.9, and payouts in Efí's format. */
export function openPixGateway(settings: PixSettings): PaymentGateway {
  const { pixKey, webhookSecret } = settings
  const client = openBankClient(settings)
  const bank: Bank = { ...settings, client }
  return {
    ...chargesOf(bank),
    ...paymentsOf(bank),
    ...payoutsOf(bank),
    readBalance: () => balanceOf(bank),
    verifyWebhook: (raw, signature) => {
      const sentAtSeconds = signedAt(webhookSecret, raw, signature)
      return sentAtSeconds === undefined ? undefined : { sentAtSeconds, ...readWebhook(raw) }
    },
    registerWebhook: async (webhookUrl) => {
      const { status, body } = await client.call('PUT', `/webhook/${encodeURIComponent(pixKey)}`, {
        webhookUrl,
      })
      if (status >= 300) throw new Fault(`the bank took no webhook: ${readProblem(status, body)}`)
    },
  }
}

type Charges = Pick<PaymentGateway, 'createCharge' | 'getCharge' | 'removeCharge'>

const states: Record<string, Charge['state']> = {
  CONCLUIDA: 'paid',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'removed',
  REMOVIDA_PELO_PSP: 'removed',
}

/** Immediate charges of API Pix (`/cob`), under our own txid. */
function chargesOf(bank: Bank): Charges {
  const { client, pixKey, restrictsPayer } = bank
  const getCharge = async (txid: string) => {
    const reply = await client.call('GET', `/cob/${encodeURIComponent(txid)}`)
    if (reply.status === 404) return undefined
    return readChargeOf(bank, reply, txid)
  }
  return {
    getCharge,
    createCharge: async ({ chargeRef: txid, amountCents, lifeSeconds, payer, isPayerOnly, text }) => {
      const reply = await client.call('PUT', `/cob/${encodeURIComponent(txid)}`, {
        calendario: { expiracao: lifeSeconds },
        devedor: { cpf: payer.cpf, nome: payer.name },
        // Nothing in the standard restricts the payer: `devedor` only names one.
        ...(restrictsPayer && isPayerOnly ? { restricaoPagador: { cpf: payer.cpf } } : {}),
        valor: { original: plainReais(amountCents) },
        chave: pixKey,
        solicitacaoPagador: text,
      })
      if (reply.status === 200 || reply.status === 201) {
        return { kind: 'open', charge: sameAmount(readChargeOf(bank, reply, txid), amountCents) }
      }
      // A txid in use is refused even if the charge is ours: an earlier call succeeded, but its answer was lost.
      const known = await getCharge(txid)
      if (known) return { kind: 'open', charge: sameAmount(known, amountCents) }
      return { kind: 'refused', why: readProblem(reply.status, reply.body) }
    },
    removeCharge: async (txid) => {
      const reply = await client.call('PATCH', `/cob/${encodeURIComponent(txid)}`, {
        status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
      })
      // A charge that is no longer open needs no removal; any other error is worth a retry.
      if (reply.status >= 400 && (await getCharge(txid))?.state === 'open') {
        throw new Fault(`the bank did not remove a charge: ${readProblem(reply.status, reply.body)}`)
      }
    },
  }
}

function sameAmount(charge: Charge, amountCents: number): Charge {
  if (charge.amountCents !== amountCents) throw new Fault('the charge at the bank has another amount')
  return charge
}

function readChargeOf(bank: Bank, reply: Reply, txid: string): Charge {
  const body = readCharge(reply.body)
  if (reply.status < 300 && !body) bank.onInvalid('unreadable_charge', { txid })
  if (reply.status >= 400 || !body) {
    throw new Fault(`the bank's charge cannot be read: ${readProblem(reply.status, reply.body)}`)
  }
  if (body.txid !== txid) throw new Fault('the bank answered with another charge')
  return chargeOf(bank, body)
}

function chargeOf(bank: Bank, body: ChargeBody): Charge {
  const { txid, valor, pixCopiaECola = '' } = body
  const amountCents = valor.original
  const state = states[body.status] ?? 'open'
  const location = body.location ?? body.loc?.location
  const flaw = state === 'open' ? brCodeFlaw(pixCopiaECola, { amountCents, txid, location }) : undefined
  if (flaw !== undefined) throw new Fault(`the bank's code for a charge is not right: ${flaw}`)
  const payments = body.pix.flatMap((item) => {
    const pix = readPix(item, bank.onInvalid)
    return pix && isOurs(bank, pix) ? [{ ...pix.payment, chargeRef: pix.payment.chargeRef ?? txid }] : []
  })
  return { state, amountCents, brCode: pixCopiaECola, payments }
}

type Expected = { amountCents: Cents; txid: string; location: string | undefined }

/**
 * Why a copy-and-paste code must not be shown to a player; undefined if it is valid: its check sum is right,
 * its currency is the real, and it has this amount and this charge (by the address the bank gave, or by our
 * txid).
 */
export function brCodeFlaw(code: string, { amountCents, txid, location }: Expected): string | undefined {
  const read = parseBrCode(code)
  if (!read.ok) return read.reason
  const { value } = read
  if (value.amountCents !== amountCents) return 'another amount'
  if (value.kind === 'dynamic') {
    if (location === undefined) return 'no address to compare'
    return bare(value.url ?? '') === bare(location) ? undefined : 'another address'
  }
  // A static code holds at most 25 letters of a txid.
  return value.txid === txid || value.txid === txid.slice(0, 25) ? undefined : 'another txid'
}

const bare = (address: string) => address.replace(/^https?:\/\//, '')

/** Whether a Pix came in on our own key; a bank that reports no key is trusted. */
const isOurs = ({ pixKey }: Bank, { key }: ReadPix): boolean => key === undefined || key === pixKey

type Payments = Pick<PaymentGateway, 'getPayment' | 'listPayments' | 'refund'>

/** Received Pix and their refunds (`/pix`). */
function paymentsOf(bank: Bank): Payments {
  const { client, onInvalid } = bank
  return {
    getPayment: async (e2eid) => {
      const { status, body } = await client.call('GET', `/pix/${encodeURIComponent(e2eid)}`)
      if (status === 404) return undefined
      const pix = status === 200 ? readPix(body, onInvalid) : undefined
      if (!pix) throw new Fault(`a Pix cannot be read: ${readProblem(status, body)}`)
      if (pix.payment.providerRef !== e2eid) throw new Fault('the bank answered with another Pix')
      return isOurs(bank, pix) ? pix.payment : 'foreign'
    },
    listPayments: async (span, only) => {
      const more = only ? { devolucaoPresente: 'true' } : {}
      const items = await readAllPages(client, { path: '/pix', span, list: 'pix', more })
      return items.flatMap((item) => {
        const pix = readPix(item, onInvalid)
        return pix && isOurs(bank, pix) ? pix.payment : []
      })
    },
    refund: async ({ providerRef: e2eid, id, amountCents }) => {
      const path = `/pix/${encodeURIComponent(e2eid)}/devolucao/${encodeURIComponent(id)}`
      const made = await client.call('PUT', path, { valor: plainReais(amountCents) })
      const refund = readRefund(made.body)
      if (made.status < 300 && refund) return refund
      if (made.status < 300) onInvalid('unreadable_refund', { e2eid, refund: id })
      // An id in use is refused even for the same refund: read it and compare.
      const { status, body } = await client.call('GET', path)
      const known = readRefund(body)
      if (status === 200 && known?.amountCents === amountCents) return known
      if (status === 404 && made.status >= 400) {
        return { state: 'refused', why: readProblem(made.status, made.body) }
      }
      throw new Fault(`a refund cannot be read: ${readProblem(status, body)}`)
    },
  }
}

type Payouts = Pick<PaymentGateway, 'createPayout' | 'payoutBatch' | 'getPayout'>

/** Statuses that prove this payout was not accepted. Other refusals may have another cause. */
const DEFINITE = new Set([400, 404, 422])

/** Payouts as Efí offers them, and batches as the sandbox accepts them: Banco Central's standard has neither. */
function payoutsOf(bank: Bank): Payouts {
  const { client, pixKey, payoutBatch: batchMax } = bank
  const bodyOf = ({ amountCents, key, payee }: Omit<PayoutRequest, 'payoutId'>) => ({
    valor: plainReais(amountCents),
    pagador: { chave: pixKey },
    favorecido: { chave: key, ...payee },
  })
  const createBatch = async (requests: readonly PayoutRequest[]) => {
    const pagamentos = requests.map((one) => ({ idEnvio: one.payoutId, ...bodyOf(one) }))
    try {
      const reply = await client.call('POST', '/v3/gn/pix/lote', { pagamentos })
      // The batch as a whole was refused, which proves nothing about any single payout.
      if (reply.status >= 300) return undefined
      return answersOf(bank, reply, requests)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const { message: why } = error
      return requests.map((): PayoutAnswer => ({ kind: 'unknown', why }))
    }
  }
  return {
    payoutBatch: batchMax > 1 ? { max: batchMax, create: createBatch } : undefined,
    createPayout: ({ payoutId, ...request }) =>
      certainly(async () => {
        const path = `/v3/gn/pix/${encodeURIComponent(payoutId)}`
        const reply = await client.call('PUT', path, bodyOf(request))
        if (DEFINITE.has(reply.status)) return { kind: 'refused', why: readProblem(reply.status, reply.body) }
        return readAnswer(bank, reply, payoutId)
      }),
    getPayout: (payoutId) =>
      certainly(async () => {
        const path = `/v2/gn/pix/enviados/id-envio/${encodeURIComponent(payoutId)}`
        const reply = await client.call('GET', path)
        // Only the bank's own body proves that it does not know an id: a proxy before it answers 404 without one.
        const isAbsent = reply.status === 404 && typeof reply.body === 'object' && reply.body !== null
        return isAbsent ? { kind: 'absent' } : readAnswer(bank, reply, payoutId)
      }),
  }
}

function readAnswer({ onInvalid }: Bank, { status, body }: Reply, payoutId: string): PayoutAnswer {
  const payout = status < 300 ? readPayout(body) : undefined
  if (status < 300 && payout?.payoutId !== payoutId) onInvalid('unreadable_payout', { payoutId })
  if (payout?.payoutId === payoutId) return { kind: 'known', payout }
  return { kind: 'unknown', why: readProblem(status, body) }
}

/** The bank's answer for each payout of a batch; missing or repeated ones are unknown. */
function answersOf(
  { onInvalid }: Bank,
  { status, body }: Reply,
  requests: readonly PayoutRequest[],
): PayoutAnswer[] {
  const items = readBatch(status, body)
  return requests.map(({ payoutId }): PayoutAnswer => {
    const [item, ...more] = items.filter((one) => one.payoutId === payoutId)
    if (item?.kind === 'refused' && more.length === 0) return { kind: 'refused', why: item.why }
    if (item?.kind === 'known' && more.length === 0) return { kind: 'known', payout: item.payout }
    onInvalid('unreadable_payout', { payoutId })
    return { kind: 'unknown', why: 'the bank answered a batch and left this out' }
  })
}

/** A time-out, a broken connection or a 5xx leaves the outcome unknown. */
async function certainly(call: () => Promise<PayoutAnswer>): Promise<PayoutAnswer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Fault) return { kind: 'unknown', why: error.message }
    throw error
  }
}

/** Our balance at the bank, in Efí's format: Banco Central's standard has no such call. */
async function balanceOf({ client, onInvalid }: Bank): Promise<number> {
  const { status, body } = await client.call('GET', '/v2/gn/saldo')
  const balanceCents = status === 200 ? readBalance(body) : undefined
  if (balanceCents === undefined && status === 200) onInvalid('unreadable_balance', {})
  if (balanceCents === undefined)
    throw new Fault(`the bank does not say what we have: ${readProblem(status, body)}`)
  return balanceCents
}

type Listing = { path: string; span: Span; list: string; more?: Readonly<Record<string, string>> }

const ITEMS_A_PAGE = 500
/** A listing with more pages is a fault; its callers read days at most. */
const MAX_PAGES = 200

/** All items of a paged API Pix listing for a span. */
async function readAllPages(client: BankClient, listing: Listing): Promise<unknown[]> {
  const items: unknown[] = []
  for (let page = 0; ; page += 1) {
    const body = await readPage(client, listing, page)
    const list = (body as Record<string, unknown> | undefined)?.[listing.list]
    if (!Array.isArray(list)) throw new Fault('the bank’s listing cannot be read')
    items.push(...(list as unknown[]))
    if (page + 1 >= pageCount(body)) return items
    if (page + 1 >= MAX_PAGES) throw new Fault('the bank’s listing has too many pages')
  }
}

async function readPage(client: BankClient, { path, span, more }: Listing, page: number): Promise<unknown> {
  const query = new URLSearchParams({
    inicio: span.from.toISOString(),
    fim: span.to.toISOString(),
    ...more,
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(ITEMS_A_PAGE),
  })
  const { status, body } = await client.call('GET', `${path}?${query.toString()}`)
  if (status !== 200) throw new Fault(`the bank refused a listing: ${readProblem(status, body)}`)
  return body
}

import { parseBrCode } from '@palpite/money/brcode'
import type { World } from '../../world.ts'
import { chargeEndsAt, type Charge } from '../charges/charge.ts'
import { readCharge, readChargeByToken } from '../charges/queries.ts'

export type PaymentRefusal = 'unreadable' | 'unknown' | 'expired' | 'removed' | 'paid' | 'amount' | 'payer'

/** Why a code cannot be paid, as text for the payer. */
export const REFUSAL_TEXTS: Readonly<Record<PaymentRefusal, string>> = {
  unreadable: 'Este código PIX está incompleto ou foi alterado. Copie o código inteiro e tente de novo.',
  unknown: 'Este código PIX não pertence a nenhuma cobrança deste banco.',
  expired: 'Este código PIX expirou. Peça um código novo.',
  removed: 'Esta cobrança foi cancelada por quem a criou.',
  paid: 'Este código PIX já foi pago.',
  payer: 'Só quem fez o pedido pode pagar este código PIX: use uma conta no CPF da cobrança.',
  amount: 'O valor a pagar precisa ser maior que zero.',
}

export type FoundCharge = Readonly<{ ok: true; charge: Charge } | { ok: false; refusal: PaymentRefusal }>

/** The charge of a copy-and-paste code, in any state. */
export const findCharge = (world: World, code: string): FoundCharge => {
  const read = parseBrCode(code.trim())
  if (!read.ok) return { ok: false, refusal: 'unreadable' }
  const token = /\/qr\/v2\/([0-9a-f]{32})$/.exec(read.value.url ?? '')?.[1]
  const charge = token === undefined ? undefined : readChargeByToken(world.store, token)
  return charge ? { ok: true, charge } : { ok: false, refusal: 'unknown' }
}

/** The charge with this txid. */
export const findChargeByTxid = (world: World, txid: string): FoundCharge => {
  const charge = readCharge(world.store, txid)
  return charge ? { ok: true, charge } : { ok: false, refusal: 'unknown' }
}

/** Why this charge cannot be paid now; undefined if it can. */
export const paymentRefusal = (charge: Charge, now: number): PaymentRefusal | undefined => {
  if (charge.status === 'CONCLUIDA') return 'paid'
  if (charge.status !== 'ATIVA') return 'removed'
  return now > chargeEndsAt(charge) ? 'expired' : undefined
}

import type { Cents } from '@palpite/money'
import { useFault } from '../../faults/index.ts'
import { endToEndId, PAYER_ISPB } from '../../web/ids.ts'
import { announce } from '../../webhooks/index.ts'
import type { World } from '../../world.ts'
import type { Charge } from '../charges/charge.ts'
import { readCharge, writePaid } from '../charges/queries.ts'
import { readValor } from '../valor.ts'
import { paymentRefusal, type PaymentRefusal } from './find-charge.ts'
import { insertPix, type Pix } from './queries.ts'
import { pixBody } from './wire.ts'

type Payer = Readonly<{ name: string; taxId: string }>

export type Payment = Readonly<{
  txid: string
  /** By default the charge's own debtor, or the sandbox's payer. */
  payer?: Payer | undefined
  /** An amount other than the charge's. */
  valueCents?: Cents | undefined
  info?: string | undefined
}>

export type PaymentResult = Readonly<{ ok: true; pix: Pix } | { ok: false; refusal: PaymentRefusal }>

/** The Central Bank's own example CPF: valid check digits, nobody's number. */
const SANDBOX_PAYER: Payer = { name: 'Cliente do Sandbox', taxId: '12345678909' }

/** Pays a charge: the Pix, the end of the charge and the webhook are stored together or not at all. */
export const payCharge = (world: World, payment: Payment): PaymentResult =>
  world.store.atomically(() => {
    const charge = readCharge(world.store, payment.txid)
    if (charge === undefined) return { ok: false, refusal: 'unknown' }
    const refusal = paymentRefusal(charge, world.now())
    if (refusal !== undefined && !mayArriveLate(world, refusal)) return { ok: false, refusal }
    const payer = payerOf(charge, payment)
    const { onlyPayer } = charge.terms
    if (onlyPayer !== undefined && payer.taxId !== onlyPayer) return { ok: false, refusal: 'payer' }
    const valueCents = amountPaid(world, charge, payment)
    if (valueCents <= 0) return { ok: false, refusal: 'amount' }
    const pix = receivePix(world, charge, { ...payment, payer, valueCents })
    return { ok: true, pix }
  })

/** A payment that began in time may arrive after the end of the charge; here only a fault causes that. */
const mayArriveLate = (world: World, refusal: PaymentRefusal): boolean =>
  refusal !== 'paid' && useFault(world, 'paid_after_end') !== undefined

const amountPaid = (world: World, charge: Charge, payment: Payment): Cents =>
  readValor(useFault(world, 'amount_paid')?.valor) ?? payment.valueCents ?? charge.terms.valueCents

const payerOf = (charge: Charge, payment: Payment): Payer => {
  const { debtor } = charge.terms
  const debtorTaxId = debtor?.cpf ?? debtor?.cnpj
  const owner =
    debtor && debtorTaxId !== undefined ? { name: debtor.nome, taxId: debtorTaxId } : SANDBOX_PAYER
  return payment.payer ?? owner
}

const receivePix = (
  world: World,
  charge: Charge,
  { payer, ...payment }: Payment & { payer: Payer; valueCents: Cents },
): Pix => {
  const pix: Pix = {
    endToEndId: endToEndId(PAYER_ISPB, world.now()),
    txid: charge.txid,
    valueCents: payment.valueCents,
    paidAt: world.now(),
    pixKey: charge.terms.pixKey,
    payerName: payer.name,
    payerTaxId: payer.taxId,
    payerMasked: useFault(world, 'payer_masked') !== undefined,
    payerInfo: payment.info,
  }
  insertPix(world.store, pix)
  writePaid(world.store, charge.txid)
  announce(world, { pixKey: pix.pixKey, subject: 'pix', item: pixBody(world.store, pix) })
  return pix
}

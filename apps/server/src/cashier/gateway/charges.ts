import { plainReais } from '@palpite/money'
import { Fault } from '../../platform/fault.ts'
import type { BankClient } from './bank-client.ts'
import type { Reply } from './bank-request.ts'
import { brCodeFlaw } from './checked-br-code.ts'
import type { Charge, PaymentGateway } from './payment-gateway.ts'
import { readAllPages } from './read-all-pages.ts'
import { type ChargeBody, readCharge, readPix, readProblem, type OnInvalidResponse } from './wire.ts'

type Charges = Pick<PaymentGateway, 'createCharge' | 'getCharge' | 'removeCharge' | 'listCharges'>

const states: Record<string, Charge['state']> = {
  CONCLUIDA: 'paid',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'removed',
  REMOVIDA_PELO_PSP: 'removed',
}

/** Immediate charges of API Pix (`/cob`), under our own txid. */
export function chargesOver(
  client: BankClient,
  { pixKey, restrictsPayer }: { pixKey: string; restrictsPayer: boolean },
  odd: OnInvalidResponse,
): Charges {
  const chargeFrom = (reply: Reply, txid: string) => readChargeOf(reply, txid, odd)
  const getCharge = async (txid: string) => {
    const reply = await client.call('GET', `/cob/${encodeURIComponent(txid)}`)
    if (reply.status === 404) return undefined
    return chargeFrom(reply, txid)
  }
  return {
    getCharge,
    createCharge: async ({ txid, amountCents, lifeSeconds, payer, isPayerOnly, text }) => {
      const reply = await client.call('PUT', `/cob/${encodeURIComponent(txid)}`, {
        calendario: { expiracao: lifeSeconds },
        devedor: { cpf: payer.cpf, nome: payer.name },
        // Nothing of the standard binds the payer: `devedor` only names one.
        ...(restrictsPayer && isPayerOnly ? { restricaoPagador: { cpf: payer.cpf } } : {}),
        valor: { original: plainReais(amountCents) },
        chave: pixKey,
        solicitacaoPagador: text,
      })
      if (reply.status === 200 || reply.status === 201) {
        return { kind: 'open', charge: sameAmount(chargeFrom(reply, txid), amountCents) }
      }
      // A txid in use is refused even when the charge is ours: an earlier call got through unheard.
      const known = await getCharge(txid)
      if (known) return { kind: 'open', charge: sameAmount(known, amountCents) }
      return { kind: 'refused', why: readProblem(reply.status, reply.body) }
    },
    removeCharge: async (txid) => {
      const reply = await client.call('PATCH', `/cob/${encodeURIComponent(txid)}`, {
        status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
      })
      // What is no longer open needs no removing; anything else is a failure worth another try.
      if (reply.status >= 400 && (await getCharge(txid))?.state === 'open') {
        throw new Fault(`the bank did not remove a charge: ${readProblem(reply.status, reply.body)}`)
      }
    },
    listCharges: async (span) => {
      const items = await readAllPages(client, { path: '/cob', span, list: 'cobs' })
      return items.map(readCharge).flatMap((body) => (body ? [chargeOf(body, odd)] : []))
    },
  }
}

function sameAmount(charge: Charge, amountCents: number): Charge {
  if (charge.amountCents !== amountCents) throw new Fault('the charge at the bank has another amount')
  return charge
}

function readChargeOf(reply: Reply, txid: string, odd: OnInvalidResponse): Charge {
  const body = readCharge(reply.body)
  if (reply.status < 300 && !body) odd('unreadable_charge', { txid })
  if (reply.status >= 400 || !body) {
    throw new Fault(`the bank's charge cannot be read: ${readProblem(reply.status, reply.body)}`)
  }
  if (body.txid !== txid) throw new Fault('the bank answered with another charge')
  return chargeOf(body, odd)
}

function chargeOf(body: ChargeBody, odd: OnInvalidResponse): Charge {
  const { txid, valor, pixCopiaECola = '' } = body
  const amountCents = valor.original
  const state = states[body.status] ?? 'open'
  const location = body.location ?? body.loc?.location
  const flaw = state === 'open' ? brCodeFlaw(pixCopiaECola, { amountCents, txid, location }) : undefined
  if (flaw !== undefined) throw new Fault(`the bank's code for a charge is not right: ${flaw}`)
  const pixes = body.pix.flatMap((item) => {
    const pix = readPix(item, odd)
    return pix ? [{ ...pix, txid: pix.txid ?? txid }] : []
  })
  return { txid, state, amountCents, brCode: pixCopiaECola, pixes }
}

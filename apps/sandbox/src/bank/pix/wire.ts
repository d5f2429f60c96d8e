import { plainReais } from '@palpite/money'
import { hideTaxId } from '@palpite/money/taxid'
import { written } from '../../clock/rfc3339.ts'
import type { Store } from '../../store/index.ts'
import { readRefunds } from '../refunds/queries.ts'
import { refundBody } from '../refunds/wire.ts'
import type { Pix } from './queries.ts'

/**
 * A received Pix as API Pix shows it, in answers and webhooks alike. The standard does not name the payer; like Efí,
 * this bank adds `gnExtras.pagador`, whose tax id is sometimes masked.
 */
export const pixBody = (store: Store, pix: Pix): object => {
  const refunds = readRefunds(store, pix.endToEndId)
  const value = plainReais(pix.valueCents)
  return {
    endToEndId: pix.endToEndId,
    txid: pix.txid,
    valor: value,
    componentesValor: { original: { valor: value } },
    chave: pix.pixKey,
    horario: written(pix.paidAt),
    ...(pix.payerInfo === undefined ? {} : { infoPagador: pix.payerInfo }),
    ...(refunds.length > 0 ? { devolucoes: refunds.map(refundBody) } : {}),
    gnExtras: { pagador: payer(pix) },
  }
}

const payer = ({ payerName, payerTaxId, payerMasked }: Pix): object => ({
  nome: payerName,
  [payerTaxId.length === 11 ? 'cpf' : 'cnpj']: payerMasked ? hideTaxId(payerTaxId) : payerTaxId,
})

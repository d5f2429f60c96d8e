import { plainReais } from '@palpite/money'
import { written } from '../../clock/rfc3339.ts'
import type { Charge } from './charge.ts'

const shared = ({ txid, revision, status, terms }: Charge): object => ({
  txid,
  revisao: revision,
  status,
  ...(terms.debtor ? { devedor: terms.debtor } : {}),
  ...(terms.onlyPayer === undefined ? {} : { restricaoPagador: { cpf: terms.onlyPayer } }),
  valor: {
    original: plainReais(terms.valueCents),
    ...(terms.payerMayAlter ? { modalidadeAlteracao: 1 } : {}),
  },
  chave: terms.pixKey,
  ...(terms.payerRequest === undefined ? {} : { solicitacaoPagador: terms.payerRequest }),
  ...(terms.extras === undefined ? {} : { infoAdicionais: terms.extras }),
})

/** A charge as API Pix shows it to its receiver (CobCompleta), with the Pix that paid it. */
export const chargeBody = (charge: Charge, pix: readonly object[]): object => ({
  ...shared(charge),
  calendario: { criacao: written(charge.createdAt), expiracao: charge.terms.expirySeconds },
  loc: {
    id: charge.id,
    txid: charge.txid,
    location: charge.location,
    tipoCob: 'cob',
    criacao: written(charge.createdAt),
  },
  location: charge.location,
  pixCopiaECola: charge.brCode,
  ...(pix.length > 0 ? { pix } : {}),
})

/** A charge as the payer's bank reads it from its location (CobPayload). */
export const payloadBody = (charge: Charge, shownAt: number): object => ({
  ...shared(charge),
  calendario: {
    criacao: written(charge.createdAt),
    apresentacao: written(shownAt),
    expiracao: charge.terms.expirySeconds,
  },
})

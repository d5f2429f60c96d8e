import { plainReais } from '@palpite/money'
import { hideTaxId, taxIdKind } from '@palpite/money/taxid'
import { written } from '../clock/rfc3339.ts'
import type { Payout } from './queries.ts'

/** The answer to a payout request. */
export const payoutReceipt = (payout: Payout): object => ({
  idEnvio: payout.sendId,
  e2eId: payout.endToEndId,
  valor: plainReais(payout.request.valueCents),
  horario: { solicitacao: written(payout.requestedAt) },
  status: payout.status,
})

/** A payout as its query answers it. Does not say why one failed: only the webhook does, as at Efí. */
export const payoutBody = (payout: Payout): object => ({
  endToEndId: payout.endToEndId,
  idEnvio: payout.sendId,
  valor: plainReais(payout.request.valueCents),
  chave: payout.request.payerKey,
  status: payout.status,
  ...(payout.request.payerInfo === undefined ? {} : { infoPagador: payout.request.payerInfo }),
  horario: {
    solicitacao: written(payout.requestedAt),
    ...(payout.status === 'REALIZADO' && payout.settledAt !== undefined
      ? { liquidacao: written(payout.settledAt) }
      : {}),
  },
  favorecido: payeeBody(payout),
})

const payeeBody = ({ request: { payee } }: Payout): object => {
  if (payee.account !== undefined) return { contaBanco: payee.account }
  const key = payee.key ?? ''
  const taxId = payee.taxId ?? (taxIdKind(key) === undefined ? undefined : key)
  return {
    chave: key,
    ...(taxId === undefined
      ? {}
      : {
          identificacao: {
            nome: 'Titular da chave',
            [taxId.length === 11 ? 'cpf' : 'cnpj']: hideTaxId(taxId),
          },
        }),
  }
}

/** The webhook item about the end of a payout. */
export const payoutNotice = (payout: Payout): object => ({
  endToEndId: payout.endToEndId,
  chave: payout.request.payerKey,
  tipo: 'SOLICITACAO',
  status: payout.status,
  valor: plainReais(payout.request.valueCents),
  horario: payout.failure || payout.settledAt === undefined ? null : written(payout.settledAt),
  ...(payout.request.payerInfo === undefined ? {} : { infoPagador: payout.request.payerInfo }),
  gnExtras: {
    idEnvio: payout.sendId,
    ...(payout.failure
      ? {
          erro: {
            codigo: payout.failure.code,
            origem: 'PSP do usuário recebedor',
            motivo: payout.failure.reason,
          },
        }
      : {}),
  },
})

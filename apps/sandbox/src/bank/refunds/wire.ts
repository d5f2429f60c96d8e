import { plainReais } from '@palpite/money'
import { written } from '../../clock/rfc3339.ts'
import type { Refund } from './queries.ts'

/** A refund as API Pix shows it (Devolucao). */
export const refundBody = (refund: Refund): object => ({
  id: refund.id,
  rtrId: refund.returnId,
  valor: plainReais(refund.valueCents),
  natureza: refund.nature,
  ...(refund.description === undefined ? {} : { descricao: refund.description }),
  horario: {
    solicitacao: written(refund.requestedAt),
    ...(refund.settledAt === undefined || refund.status !== 'DEVOLVIDO'
      ? {}
      : { liquidacao: written(refund.settledAt) }),
  },
  status: refund.status,
  ...(refund.status === 'NAO_REALIZADO' && refund.failure !== undefined ? { motivo: refund.failure } : {}),
})

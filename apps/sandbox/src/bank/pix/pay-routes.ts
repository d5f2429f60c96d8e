import { plainReais } from '@palpite/money'
import { isValidCnpj, isValidCpf } from '@palpite/money/taxid'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { written } from '../../clock/rfc3339.ts'
import { readShape } from '../../web/read-shape.ts'
import { Refusal } from '../../web/refusal.ts'
import type { World } from '../../world.ts'
import { readValor } from '../valor.ts'
import { findCharge, REFUSAL_TEXTS, type PaymentRefusal } from './find-charge.ts'
import { payCharge } from './pay-charge.ts'

const nome = z.string().min(1).max(200)

const payAsk = z.strictObject({
  code: z.string().min(1).max(1024),
  payer: z
    .union([
      z.strictObject({ nome, cpf: z.string().refine(isValidCpf) }),
      z.strictObject({ nome, cnpj: z.string().refine(isValidCnpj) }),
    ])
    .optional(),
  valor: z
    .string()
    .refine((valor) => readValor(valor) !== undefined)
    .optional(),
  infoPagador: z.string().max(140).optional(),
})

const STATUSES: Readonly<Record<PaymentRefusal, number>> = {
  unreadable: 400,
  amount: 400,
  payer: 403,
  unknown: 404,
  expired: 409,
  removed: 409,
  paid: 409,
}

/** Pays a code without a browser, for tests and for the payment page's own button. */
export const payRoutes = (web: FastifyInstance, world: World): void => {
  web.post('/sandbox/pay', async (request) => {
    const input = readShape(payAsk, request.body)
    const found = findCharge(world, input.code)
    if (!found.ok) throw refused(found.refusal)
    const paid = payCharge(world, {
      txid: found.charge.txid,
      payer: input.payer && {
        name: input.payer.nome,
        taxId: 'cpf' in input.payer ? input.payer.cpf : input.payer.cnpj,
      },
      valueCents: readValor(input.valor),
      info: input.infoPagador,
    })
    if (!paid.ok) throw refused(paid.refusal)
    const { pix } = paid
    return {
      endToEndId: pix.endToEndId,
      txid: pix.txid,
      valor: plainReais(pix.valueCents),
      horario: written(pix.paidAt),
    }
  })
}

const refused = (reason: PaymentRefusal): Refusal =>
  new Refusal(STATUSES[reason], { reason, message: REFUSAL_TEXTS[reason] })

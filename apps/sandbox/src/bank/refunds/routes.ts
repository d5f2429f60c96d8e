import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readShape } from '../../web/read-shape.ts'
import { problem } from '../../web/refusal.ts'
import type { World } from '../../world.ts'
import { readValor } from '../valor.ts'
import { requestRefund, refused } from './request-refund.ts'
import { clawBack } from './claw-back.ts'
import { readRefund } from './queries.ts'
import { refundBody } from './wire.ts'

type WithIds = { Params: { e2eid: string; id: string } }

const CREATE = { config: { operation: 'devolucao.create', scope: 'pix.write' } } as const
const READ = { config: { operation: 'devolucao.read', scope: 'pix.read' } } as const
const PATH = '/pix/:e2eid/devolucao/:id'

const refundShape = z.object({
  valor: z.string(),
  natureza: z.enum(['ORIGINAL', 'RETIRADA']).default('ORIGINAL'),
  descricao: z.string().max(140).optional(),
})

/** Refunds that the receiver requests and reads. */
export const refundRoutes = (bank: FastifyInstance, world: World): void => {
  bank.put<WithIds>(PATH, CREATE, async (request, reply) => {
    const { e2eid, id } = request.params
    if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) throw refused('id', 'O id da devolução não respeita o schema.')
    const read = refundShape.safeParse(request.body ?? {})
    if (!read.success) {
      const field = read.error.issues[0]?.path.join('.') ?? 'valor'
      throw refused(`devolucao.${field}`, `O campo devolucao.${field} não respeita o schema.`)
    }
    const valueCents = readValor(read.data.valor)
    if (valueCents === undefined || valueCents === 0) {
      throw refused('devolucao.valor', 'O campo devolucao.valor não respeita o schema.')
    }
    const { natureza, descricao } = read.data
    const input = { endToEndId: e2eid, id, valueCents, nature: natureza, description: descricao }
    return reply.code(201).send(refundBody(requestRefund(world, input)))
  })
  bank.get<WithIds>(PATH, READ, async (request) => {
    const refund = readRefund(world.store, request.params.e2eid, request.params.id)
    if (refund === undefined) throw problem('PixDevolucaoNaoEncontrada')
    return refundBody(refund)
  })
}

const clawBackAsk = z.strictObject({
  endToEndId: z.string().length(32),
  valor: z
    .string()
    .refine((valor) => readValor(valor) !== undefined)
    .optional(),
})

/** Makes the bank take a Pix back, for tests and demonstrations. */
export const clawBackRoutes = (web: FastifyInstance, world: World): void => {
  web.post('/sandbox/clawback', async (request, reply) => {
    const input = readShape(clawBackAsk, request.body)
    return reply.code(201).send(refundBody(clawBack(world, input.endToEndId, readValor(input.valor))))
  })
}

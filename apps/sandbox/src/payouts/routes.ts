import type { FastifyInstance } from 'fastify'
import { Refusal } from '../web/refusal.ts'
import type { World } from '../world.ts'
import { payoutRefusal, readBatch, readPayoutRequest } from './payout-shape.ts'
import { readPayout } from './queries.ts'
import { refuseNow, sendPayout } from './send-payout.ts'
import { payoutBody, payoutReceipt } from './wire.ts'

type WithSendId = { Params: { idEnvio: string } }

const CREATE = { config: { operation: 'payout.create', scope: 'pix.send' } } as const
const BATCH = { config: { operation: 'payout.batch', scope: 'pix.send' } } as const
const READ = { config: { operation: 'payout.read', scope: 'gn.pix.send.read' } } as const

/** Payouts by Pix, which Banco Central's API does not cover: Efí's calls, and our own call for a batch. */
export const payoutRoutes = (bank: FastifyInstance, world: World): void => {
  bank.put<WithSendId>('/v3/gn/pix/:idEnvio', CREATE, async (request, reply) => {
    return reply.code(201).send(acceptPayout(world, request.params.idEnvio, request.body))
  })
  bank.post('/v3/gn/pix/lote', BATCH, async (request, reply) => {
    const pagamentos = readBatch(request.body).map(({ idEnvio, ...one }) => batchItem(world, idEnvio, one))
    return reply.code(201).send({ pagamentos })
  })
  bank.get<WithSendId>('/v2/gn/pix/enviados/id-envio/:idEnvio', READ, async (request) => {
    const payout = readPayout(world.store, request.params.idEnvio)
    if (payout === undefined) {
      throw payoutRefusal(404, 'pix_nao_encontrado', 'Nenhum pix encontrado para o identificador informado')
    }
    return payoutBody(payout)
  })
}

function acceptPayout(world: World, sendId: string, body: unknown): object {
  if (!/^[a-zA-Z0-9]{1,35}$/.test(sendId)) {
    throw payoutRefusal(400, 'valor_invalido', 'Campo idEnvio não respeita o schema')
  }
  const input = readPayoutRequest(body)
  refuseNow(world, sendId)
  return payoutReceipt(sendPayout(world, sendId, input))
}

/** One payout of a batch, accepted or refused independently of the others. */
function batchItem(world: World, idEnvio: string, body: unknown): object {
  try {
    return acceptPayout(world, idEnvio, body)
  } catch (error) {
    if (error instanceof Refusal) return { idEnvio, erro: error.body }
    throw error
  }
}

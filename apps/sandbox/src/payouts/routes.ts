import type { FastifyInstance } from 'fastify'
import type { World } from '../world.ts'
import { payoutRefusal, readPayoutRequest } from './payout-shape.ts'
import { readPayout } from './queries.ts'
import { refuseNow, sendPayout } from './send-payout.ts'
import { payoutBody, payoutReceipt } from './wire.ts'

type WithSendId = { Params: { idEnvio: string } }

const CREATE = { config: { operation: 'payout.create', scope: 'pix.send' } } as const
const READ = { config: { operation: 'payout.read', scope: 'gn.pix.send.read' } } as const

/** Sending money by Pix, which Banco Central's API does not cover: the calls of Efí. */
export const payoutRoutes = (bank: FastifyInstance, world: World): void => {
  bank.put<WithSendId>('/v3/gn/pix/:idEnvio', CREATE, async (request, reply) => {
    const { idEnvio } = request.params
    if (!/^[a-zA-Z0-9]{1,35}$/.test(idEnvio)) {
      throw payoutRefusal(400, 'valor_invalido', 'Campo idEnvio não respeita o schema')
    }
    const input = readPayoutRequest(request.body)
    refuseNow(world, idEnvio)
    return reply.code(201).send(payoutReceipt(sendPayout(world, idEnvio, input)))
  })
  bank.get<WithSendId>('/v2/gn/pix/enviados/id-envio/:idEnvio', READ, async (request) => {
    const payout = readPayout(world.store, request.params.idEnvio)
    if (payout === undefined) {
      throw payoutRefusal(404, 'pix_nao_encontrado', 'Nenhum pix encontrado para o identificador informado')
    }
    return payoutBody(payout)
  })
}

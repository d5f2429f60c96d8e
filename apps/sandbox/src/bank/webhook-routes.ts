import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { written } from '../clock/rfc3339.ts'
import { problem } from '../web/refusal.ts'
import { deleteTarget, readTarget, writeTarget } from '../webhooks/index.ts'
import type { World } from '../world.ts'
import { isPixKey } from './pix-key.ts'
import { RECEIVER } from './receiver.ts'

type WithKey = { Params: { chave: string } }

const registration = z.object({ webhookUrl: z.url({ protocol: /^https?$/ }).max(500) })

/** Registers, shows and removes the webhook address of a PIX key. */
export const webhookTargetRoutes = (bank: FastifyInstance, world: World): void => {
  const write = { config: { operation: 'webhook.write', scope: 'webhook.write' } } as const
  const read = { config: { operation: 'webhook.read', scope: 'webhook.read' } } as const
  bank.put<WithKey>('/webhook/:chave', write, async (request, reply) => {
    const pixKey = request.params.chave
    const read = registration.safeParse(request.body ?? {})
    if (!isPixKey(pixKey))
      throw refused('chave', 'O parâmetro {chave} não corresponde a uma chave DICT válida.')
    if (!read.success)
      throw refused('webhook.webhookUrl', 'O campo webhook.webhookUrl não respeita o schema.')
    writeTarget(world.store, { pixKey, url: read.data.webhookUrl, createdAt: world.now() })
    return reply.code(200).send({ webhookUrl: read.data.webhookUrl })
  })
  bank.get<WithKey>('/webhook/:chave', read, async (request) => {
    const target = readTarget(world.store, request.params.chave)
    if (target === undefined) throw problem('NaoEncontrado')
    return {
      webhookUrl: target.url,
      chave: target.pixKey,
      cnpj: RECEIVER.cnpj,
      criacao: written(target.createdAt),
    }
  })
  bank.delete<WithKey>('/webhook/:chave', write, async (request, reply) => {
    if (deleteTarget(world.store, request.params.chave) === 0) throw problem('NaoEncontrado')
    return reply.code(204).send()
  })
}

const refused = (propriedade: string, razao: string): Error =>
  problem('WebhookOperacaoInvalida', [{ propriedade, razao }])

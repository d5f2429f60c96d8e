import type { FastifyInstance } from 'fastify'
import { written } from '../clock/rfc3339.ts'
import { readShape } from '../web/read-shape.ts'
import { Refusal } from '../web/refusal.ts'
import type { World } from '../world.ts'
import { faultShape } from './kinds.ts'
import { deleteFault, deleteFaults, insertFault, readFaults, type ArmedFault } from './queries.ts'

const shown = ({ id, remaining, used, armedAt, fault }: ArmedFault): object => ({
  id,
  ...fault,
  remaining,
  used,
  armedAt: written(armedAt),
})

/** Arms, lists and clears faults. */
export const faultRoutes = (web: FastifyInstance, world: World): void => {
  web.post('/sandbox/faults', async (request, reply) => {
    const fault = readShape(faultShape, request.body)
    const id = insertFault(world.store, fault, world.now())
    return reply
      .code(201)
      .send({ id, ...fault, remaining: fault.times, used: 0, armedAt: written(world.now()) })
  })
  web.get('/sandbox/faults', async () => ({ faults: readFaults(world.store).map(shown) }))
  web.delete('/sandbox/faults', async (_request, reply) => {
    deleteFaults(world.store)
    return reply.code(204).send()
  })
  web.delete<{ Params: { id: string } }>('/sandbox/faults/:id', async (request, reply) => {
    const removed = deleteFault(world.store, Number(request.params.id))
    if (removed === 0) throw new Refusal(404, { reason: 'not_found', message: 'No such fault.' })
    return reply.code(204).send()
  })
}

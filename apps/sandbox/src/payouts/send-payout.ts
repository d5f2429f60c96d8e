import { useFault } from '../faults/index.ts'
import { endToEndId, OUR_ISPB } from '../web/ids.ts'
import type { World } from '../world.ts'
import { payoutRefusal } from './payout-shape.ts'
import { insertPayout, readPayout, type Payout, type PayoutRequest } from './queries.ts'

/**
 * Accepts a payout under the caller's id. The same id with the same content is a retry and gets the payout's current
 * state; with other content it is refused. No id moves money twice.
 */
export const sendPayout = (world: World, sendId: string, request: PayoutRequest): Payout =>
  world.store.atomically(() => {
    const known = readPayout(world.store, sendId)
    if (known !== undefined) return retried(known, request)
    const rejected = useFault(world, 'payout_rejected', (fault) => fault.when === 'later')
    const payout: Payout = {
      sendId,
      endToEndId: endToEndId(OUR_ISPB, world.now()),
      request,
      status: 'EM_PROCESSAMENTO',
      failure: rejected && { code: rejected.codigo, reason: rejected.motivo },
      requestedAt: world.now(),
      settlesAt: world.now() + world.settings.payoutDelayMs,
      settledAt: undefined,
    }
    insertPayout(world.store, payout)
    world.wake()
    return payout
  })

/**
 * Refuses a payout at once if that fault is armed. Separate from `sendPayout`, so that the refusal does not roll back
 * the use of the fault; an accepted payout can no longer be refused.
 */
export const refuseNow = (world: World, sendId: string): void => {
  if (readPayout(world.store, sendId) !== undefined) return
  const fault = useFault(world, 'payout_rejected', ({ when }) => when === 'now')
  if (fault !== undefined) throw payoutRefusal(422, 'pagamento_negado', fault.motivo)
}

const retried = (known: Payout, request: PayoutRequest): Payout => {
  if (JSON.stringify(known.request) === JSON.stringify(request)) return known
  throw payoutRefusal(
    409,
    'id_envio_duplicado',
    'O id de envio informado já foi utilizado em outro pagamento',
  )
}

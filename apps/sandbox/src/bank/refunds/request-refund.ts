import type { Cents } from '@palpite/money'
import { useFault } from '../../faults/index.ts'
import { returnId } from '../../web/ids.ts'
import { problem, type Refusal } from '../../web/refusal.ts'
import type { World } from '../../world.ts'
import { readPix } from '../pix/queries.ts'
import { insertRefund, readRefund, readRefunds, type Refund } from './queries.ts'

/** A Pix can be refunded for this long after it was received. */
const REFUND_WINDOW_MS = 90 * 24 * 3600 * 1000

export type RefundRequest = Readonly<{
  endToEndId: string
  id: string
  valueCents: Cents
  nature: string
  description: string | undefined
}>

/**
 * Accepts a refund, which is made (or fails) a little later. A used id is refused even for the same amount: the
 * caller reads the refund to see whether it is the intended one.
 */
export const requestRefund = (world: World, request: RefundRequest): Refund =>
  world.store.atomically(() => {
    const pix = readPix(world.store, request.endToEndId)
    if (pix === undefined) throw problem('PixNaoEncontrado')
    if (readRefund(world.store, request.endToEndId, request.id) !== undefined) {
      throw refused('id', 'Este id já foi utilizado por outra devolução deste Pix.')
    }
    if (world.now() - pix.paidAt > REFUND_WINDOW_MS) {
      throw refused('e2eid', 'O prazo de 90 dias para devolver este Pix já passou.')
    }
    const promised = promisedBack(readRefunds(world.store, request.endToEndId))
    if (request.valueCents + promised > pix.valueCents) {
      throw refused('devolucao.valor', 'As devoluções excederiam o valor do Pix.')
    }
    const refund: Refund = {
      ...request,
      returnId: returnId(world.now()),
      status: 'EM_PROCESSAMENTO',
      failure: useFault(world, 'refund_rejected')?.motivo,
      requestedAt: world.now(),
      settlesAt: world.now() + world.settings.refundDelayMs,
      settledAt: undefined,
    }
    insertRefund(world.store, refund)
    world.wake()
    return refund
  })

/** The sum of refunds made or in progress: all but the failed ones. */
export const promisedBack = (refunds: readonly Refund[]): number =>
  refunds
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, { valueCents }) => sum + valueCents, 0)

/** A PixDevolucaoInvalida about one field. */
export const refused = (propriedade: string, razao: string): Refusal =>
  problem('PixDevolucaoInvalida', [{ propriedade, razao }])

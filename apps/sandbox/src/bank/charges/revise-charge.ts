import { problem } from '../../web/refusal.ts'
import type { World } from '../../world.ts'
import type { Charge } from './charge.ts'
import { chargeCode } from './create-charge.ts'
import { keepRevision, readCharge, writeRevision } from './queries.ts'
import { refused, worthSomething, type Revision } from './terms.ts'

/** Changes or removes a charge that is ATIVA; its revision number grows by one. */
export const reviseCharge = (world: World, txid: string, revision: Revision): Charge =>
  world.store.atomically(() => {
    const charge = readCharge(world.store, txid)
    if (charge === undefined) throw problem('CobNaoEncontrado')
    if (charge.status !== 'ATIVA') {
      throw refused('cob.status', 'A cobrança não está ATIVA, e a presente requisição busca alterá-la.')
    }
    const terms = worthSomething({ ...charge.terms, ...revision.changes })
    const revised: Charge = {
      ...charge,
      terms,
      revision: charge.revision + 1,
      status: revision.removed ? 'REMOVIDA_PELO_USUARIO_RECEBEDOR' : 'ATIVA',
      brCode: chargeCode(charge.location, terms),
    }
    keepRevision(world.store, txid)
    writeRevision(world.store, revised)
    return revised
  })

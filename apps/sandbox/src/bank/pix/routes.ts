import type { FastifyInstance } from 'fastify'
import { problem } from '../../web/refusal.ts'
import type { World } from '../../world.ts'
import { listingBody, readListing } from '../listing.ts'
import { countPix, readPix, readPixes } from './queries.ts'
import { pixBody } from './wire.ts'

const READ = { config: { operation: 'pix.read', scope: 'pix.read' } } as const
const LIST = { config: { operation: 'pix.list', scope: 'pix.read' } } as const

/** Received Pix: one by its end-to-end id, or a page of them. */
export const pixRoutes = (bank: FastifyInstance, world: World): void => {
  bank.get<{ Params: { e2eid: string } }>('/pix/:e2eid', READ, async (request) => {
    const pix = readPix(world.store, request.params.e2eid)
    if (pix === undefined) throw problem('PixNaoEncontrado')
    return pixBody(world.store, pix)
  })
  bank.get('/pix', LIST, async (request) => {
    const listing = readListing(request.query, 'PixConsultaInvalida')
    const filter = {
      from: listing.inicio,
      to: listing.fim,
      txid: listing.txid,
      taxId: listing.taxId,
      refunded: listing.devolucaoPresente,
      limit: listing.limit,
      offset: listing.offset,
    }
    // Every Pix of this bank pays a charge, so all of them have a txid.
    const isEmpty = listing.txIdPresente === false
    const total = isEmpty ? 0 : countPix(world.store, filter)
    const found = isEmpty ? [] : readPixes(world.store, filter)
    return {
      parametros: listingBody(request.query, listing, total),
      pix: found.map((pix) => pixBody(world.store, pix)),
    }
  })
}

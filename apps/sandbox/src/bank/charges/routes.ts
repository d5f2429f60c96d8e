import type { FastifyInstance } from 'fastify'
import { bankTxid } from '../../web/ids.ts'
import { goneProblem, problem } from '../../web/refusal.ts'
import type { World } from '../../world.ts'
import { listingBody, readListing } from '../listing.ts'
import { pixesOfCharge } from '../pix/pixes-of-charge.ts'
import { chargeEndsAt, type Charge } from './charge.ts'
import { createCharge } from './create-charge.ts'
import { countCharges, readCharge, readChargeByToken, readCharges, readRevisionOf } from './queries.ts'
import { reviseCharge } from './revise-charge.ts'
import { readRevision, readTerms, refused } from './terms.ts'
import { chargeBody, payloadBody } from './wire.ts'

type WithTxid = { Params: { txid: string } }

const CREATE = { config: { operation: 'cob.create', scope: 'cob.write' } } as const
const REVISE = { config: { operation: 'cob.revise', scope: 'cob.write' } } as const
const READ = { config: { operation: 'cob.read', scope: 'cob.read' } } as const
const LIST = { config: { operation: 'cob.list', scope: 'cob.read' } } as const

/** Immediate charges: create, revise, read, list. */
export const chargeRoutes = (bank: FastifyInstance, world: World): void => {
  const shown = (charge: Charge): object => chargeBody(charge, pixesOfCharge(world.store, charge.txid))
  bank.put<WithTxid>('/cob/:txid', CREATE, async (request, reply) => {
    const { txid } = request.params
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) throw refused('txid', 'O campo txid não respeita o schema.')
    return reply.code(201).send(shown(createCharge(world, txid, readTerms(request.body))))
  })
  bank.post('/cob', CREATE, async (request, reply) =>
    reply.code(201).send(shown(createCharge(world, bankTxid(), readTerms(request.body)))),
  )
  bank.patch<WithTxid>('/cob/:txid', REVISE, async (request) =>
    shown(reviseCharge(world, request.params.txid, readRevision(request.body))),
  )
  bank.get<WithTxid & { Querystring: { revisao?: string } }>('/cob/:txid', READ, async (request) => {
    const charge = readCharge(world.store, request.params.txid)
    if (charge === undefined) throw problem('CobNaoEncontrado')
    const { revisao } = request.query
    return shown(revisao === undefined ? charge : revisionRequested(world, charge, revisao))
  })
  bank.get('/cob', LIST, async (request) => {
    const listing = readListing(request.query, 'CobConsultaInvalida')
    // Every charge of this bank has a location.
    const isEmpty = listing.locationPresente === false
    const filter = { ...listing, from: listing.inicio, to: listing.fim, status: listing.status }
    const total = isEmpty ? 0 : countCharges(world.store, filter)
    const charges = isEmpty ? [] : readCharges(world.store, filter)
    return { parametros: listingBody(request.query, listing, total), cobs: charges.map(shown) }
  })
}

const revisionRequested = (world: World, charge: Charge, revisao: string): Charge => {
  const found = /^\d{1,9}$/.test(revisao) ? readRevisionOf(world.store, charge, Number(revisao)) : undefined
  if (found !== undefined) return found
  throw problem('CobConsultaInvalida', [
    { propriedade: 'revisao', razao: 'Revisão inexistente para esta cobrança.' },
  ])
}

/**
 * The public address in a BR Code. A real bank answers with a signed JWS; this one answers with its payload. A charge
 * that can no longer be paid is gone (410).
 */
export const locationRoutes = (web: FastifyInstance, world: World): void => {
  web.get<{ Params: { token: string } }>('/qr/v2/:token', async (request) => {
    const charge = readChargeByToken(world.store, request.params.token)
    if (charge === undefined) throw problem('CobPayloadNaoEncontrado')
    if (charge.status !== 'ATIVA' || world.now() > chargeEndsAt(charge))
      throw goneProblem('CobPayloadNaoEncontrado')
    return payloadBody(charge, world.now())
  })
}

import { isValidCpf, normaliseTaxId } from '@palpite/money/taxid'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  findCharge,
  findChargeByTxid,
  payCharge,
  paymentRefusal,
  readPix,
  type FoundCharge,
} from '../bank/index.ts'
import type { World } from '../world.ts'
import { sendPage, type Page } from './layout.ts'
import { askForCodePage, confirmPage, receiptPage, refusedPage } from './pay-page.ts'

const payForm = z.object({
  code: z.string(),
  nome: z.string().trim().min(1).max(200),
  cpf: z.string().max(18),
})

/** The payer's pages in a browser: paste a code, check it, press the button, see the receipt. */
export const payPageRoutes = (web: FastifyInstance, world: World): void => {
  web.get<{ Querystring: { code?: string } }>('/pagar', async (request, reply) => {
    const { code } = request.query
    return sendPage(reply, code === undefined ? askForCodePage() : chargePage(world, findCharge(world, code)))
  })
  web.get<{ Params: { txid: string } }>('/pagar/:txid', async (request, reply) =>
    sendPage(reply, chargePage(world, findChargeByTxid(world, request.params.txid))),
  )
  web.post('/pagar', async (request, reply) => {
    const outcome = pay(world, request.body)
    return typeof outcome === 'string'
      ? reply.redirect(`/comprovante/${outcome}`, 303)
      : sendPage(reply, outcome)
  })
  web.get<{ Params: { e2eid: string } }>('/comprovante/:e2eid', async (request, reply) => {
    const pix = readPix(world.store, request.params.e2eid)
    return sendPage(reply, pix ? receiptPage(pix) : refusedPage('unknown'))
  })
}

const chargePage = (world: World, found: FoundCharge): Page => {
  if (!found.ok) return refusedPage(found.refusal)
  const refusal = paymentRefusal(found.charge, world.now())
  if (refusal !== undefined) return refusedPage(refusal)
  const { charge } = found
  const debtor = charge.terms.debtor
  return confirmPage({
    charge,
    name: debtor?.nome ?? 'Cliente do Sandbox',
    taxId: debtor?.cpf ?? '12345678909',
  })
}

/** Pays the submitted form: the end-to-end id, or the page with the error. */
const pay = (world: World, form: unknown): string | Page => {
  const read = payForm.safeParse(form ?? {})
  const found = findCharge(world, read.success ? read.data.code : '')
  if (!read.success || !found.ok) return refusedPage(found.ok ? 'unreadable' : found.refusal)
  const { nome, cpf } = read.data
  const taxId = normaliseTaxId(cpf)
  if (!isValidCpf(taxId)) {
    return confirmPage({
      charge: found.charge,
      name: nome,
      taxId: cpf,
      mistake: 'Confira o CPF de quem paga.',
    })
  }
  const paid = payCharge(world, { txid: found.charge.txid, payer: { name: nome, taxId } })
  return paid.ok ? paid.pix.endToEndId : refusedPage(paid.refusal)
}

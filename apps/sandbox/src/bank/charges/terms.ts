import { isValidCnpj, isValidCpf } from '@palpite/money/taxid'
import { z } from 'zod'
import { problem, type Refusal, type Violation } from '../../web/refusal.ts'
import { isPixKey } from '../pix-key.ts'
import { readValor } from '../valor.ts'
import type { ChargeTerms } from './charge.ts'

const GREATEST_INT32 = 2_147_483_647
const DEFAULT_EXPIRY_SECONDS = 86_400

const cents = z.string().transform((valor, context) => {
  const read = readValor(valor)
  if (read !== undefined) return read
  context.addIssue('O valor não respeita o schema.')
  return z.NEVER
})

const expiry = z.object({ expiracao: z.int().min(1).max(GREATEST_INT32).optional() })

const value = z.object({
  original: cents,
  modalidadeAlteracao: z.union([z.literal(0), z.literal(1)]).optional(),
  // This bank offers neither Pix Saque nor Pix Troco.
  retirada: z.never().optional(),
})

const nome = z.string().min(1).max(200)

const debtor = z.union([
  z.strictObject({ cpf: z.string().refine(isValidCpf), nome }),
  z.strictObject({ cnpj: z.string().refine(isValidCnpj), nome }),
])

const chargeShape = z.object({
  calendario: expiry,
  valor: value,
  chave: z.string().refine(isPixKey),
  devedor: debtor.optional(),
  // Not a field of API Pix: banks that restrict the payer each have their own.
  restricaoPagador: z.strictObject({ cpf: z.string().refine(isValidCpf) }).optional(),
  solicitacaoPagador: z.string().max(140).optional(),
  infoAdicionais: z
    .array(z.object({ nome: z.string().max(50), valor: z.string().max(200) }))
    .max(50)
    .optional(),
  // Locations are created with their charge here, so a request cannot name one.
  loc: z.never().optional(),
})

const revisionShape = chargeShape
  .partial()
  .extend({ status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR').optional() })

type Written = z.infer<ReturnType<typeof chargeShape.partial>>

/** The terms of a new charge, or a CobOperacaoInvalida with each invalid field. */
export const readTerms = (body: unknown): ChargeTerms => {
  const read = chargeShape.safeParse(body ?? {})
  if (!read.success) throw invalid(read.error)
  const { data } = read
  const first = {
    expirySeconds: DEFAULT_EXPIRY_SECONDS,
    valueCents: data.valor.original,
    payerMayAlter: false,
    pixKey: data.chave,
  }
  return worthSomething({ ...first, ...changes(data) })
}

export type Revision = Readonly<{ removed: boolean; changes: Partial<ChargeTerms> }>

/** The changes of a revision. Removing and changing at once is refused. */
export const readRevision = (body: unknown): Revision => {
  const read = revisionShape.safeParse(body ?? {})
  if (!read.success) throw invalid(read.error)
  const revision = { removed: read.data.status !== undefined, changes: changes(read.data) }
  if (revision.removed && Object.keys(revision.changes).length > 0) {
    throw refused('cob.status', 'Uma cobrança não pode ser removida e alterada ao mesmo tempo.')
  }
  return revision
}

/** A charge of zero is valid only if the payer chooses the amount. */
export const worthSomething = (terms: ChargeTerms): ChargeTerms => {
  if (terms.valueCents === 0 && !terms.payerMayAlter) {
    throw refused('cob.valor.original', 'O campo cob.valor.original é zero.')
  }
  return terms
}

/** A CobOperacaoInvalida about one field. */
export const refused = (propriedade: string, razao: string): Refusal =>
  problem('CobOperacaoInvalida', [{ razao, propriedade }])

const changes = (data: Written): Partial<ChargeTerms> => ({
  ...(data.calendario?.expiracao === undefined ? {} : { expirySeconds: data.calendario.expiracao }),
  ...(data.valor === undefined
    ? {}
    : { valueCents: data.valor.original, payerMayAlter: data.valor.modalidadeAlteracao === 1 }),
  ...(data.chave === undefined ? {} : { pixKey: data.chave }),
  ...(data.devedor === undefined ? {} : { debtor: data.devedor }),
  ...(data.restricaoPagador === undefined ? {} : { onlyPayer: data.restricaoPagador.cpf }),
  ...(data.solicitacaoPagador === undefined ? {} : { payerRequest: data.solicitacaoPagador }),
  ...(data.infoAdicionais === undefined ? {} : { extras: data.infoAdicionais }),
})

const invalid = (error: z.ZodError): Refusal => {
  const violations = error.issues.map((issue): Violation => {
    const propriedade = ['cob', ...issue.path].join('.')
    return { razao: `O campo ${propriedade} não respeita o schema.`, propriedade }
  })
  return problem('CobOperacaoInvalida', violations)
}

import { isValidCnpj, isValidCpf } from '@palpite/money/taxid'
import { z } from 'zod'
import { isPixKey, readValor } from '../bank/index.ts'
import { Refusal } from '../web/refusal.ts'
import type { PayoutRequest } from './queries.ts'

const account = z.strictObject({
  nome: z.string().min(1).max(200),
  cpf: z.string().refine(isValidCpf).optional(),
  cnpj: z.string().refine(isValidCnpj).optional(),
  codigoBanco: z.string().regex(/^[0-9A-Z]{8}$/),
  agencia: z.string().regex(/^\d{1,6}$/),
  conta: z.string().regex(/^[0-9A-Za-z-]{1,20}$/),
  tipoConta: z.enum(['cacc', 'svgs', 'tran']),
})

const payoutShape = z.object({
  valor: z.string(),
  pagador: z.object({ chave: z.string(), infoPagador: z.string().max(140).optional() }),
  favorecido: z.object({
    chave: z.string().optional(),
    contaBanco: account.optional(),
    cpf: z.string().optional(),
    cnpj: z.string().optional(),
  }),
})

/** The most payouts in one call. */
const MAX_BATCH = 100

const batchShape = z.object({
  pagamentos: z
    .array(z.looseObject({ idEnvio: z.string() }))
    .min(1)
    .max(MAX_BATCH),
})

/** The payouts of a batch; each is validated on its own. */
export const readBatch = (body: unknown): z.infer<typeof batchShape>['pagamentos'] => {
  const read = batchShape.safeParse(body)
  if (read.success) return read.data.pagamentos
  throw payoutRefusal(400, 'json_invalido', `Campo pagamentos deve ter de 1 a ${MAX_BATCH} itens`)
}

/** An error of the payout calls, in Efí's format. */
export const payoutRefusal = (status: number, nome: string, mensagem: string): Refusal =>
  new Refusal(status, { nome, mensagem })

const invalid = (mensagem: string): Refusal => payoutRefusal(400, 'valor_invalido', mensagem)

/** The parsed payout request, or a refusal with the reason. */
export const readPayoutRequest = (body: unknown): PayoutRequest => {
  const read = payoutShape.safeParse(body ?? {})
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.') ?? ''
    throw payoutRefusal(400, 'json_invalido', `Campo ${field} não respeita o schema`)
  }
  const { valor, pagador, favorecido } = read.data
  const valueCents = readValor(valor)
  if (valueCents === undefined || valueCents === 0) throw invalid('Campo valor deve ser maior que zero')
  if (!isPixKey(pagador.chave)) {
    throw payoutRefusal(400, 'chave_invalida', 'A chave do pagador não faz referência à conta autenticada')
  }
  return {
    valueCents,
    payerKey: pagador.chave,
    ...(pagador.infoPagador === undefined ? {} : { payerInfo: pagador.infoPagador }),
    payee: readPayee(favorecido),
  }
}

type Payee = z.infer<typeof payoutShape>['favorecido']

const readPayee = ({ chave, contaBanco, cpf, cnpj }: Payee): PayoutRequest['payee'] => {
  if ((chave === undefined) === (contaBanco === undefined)) {
    throw payoutRefusal(400, 'json_invalido', 'Informe favorecido.chave ou favorecido.contaBanco')
  }
  if (cpf !== undefined && cnpj !== undefined) throw invalid('Informe favorecido.cpf ou favorecido.cnpj')
  if (cpf !== undefined && !isValidCpf(cpf)) throw invalid('Documento CPF em favorecido.cpf é inválido')
  if (cnpj !== undefined && !isValidCnpj(cnpj)) throw invalid('Documento CNPJ em favorecido.cnpj é inválido')
  const taxId = cpf ?? cnpj
  if (chave !== undefined) checkKey(chave, taxId)
  return {
    ...(chave === undefined ? {} : { key: chave }),
    ...(taxId === undefined ? {} : { taxId }),
    ...(contaBanco === undefined ? {} : { account: present(contaBanco) }),
  }
}

/** A key that is a CPF or CNPJ must equal the tax id; of other keys this bank does not know the owner. */
const checkKey = (key: string, taxId: string | undefined): void => {
  if (!isPixKey(key)) {
    throw payoutRefusal(404, 'chave_favorecido_nao_encontrada', 'A chave do favorecido não foi encontrada')
  }
  const hasKnownOwner = isValidCpf(key) || isValidCnpj(key)
  if (hasKnownOwner && taxId !== undefined && taxId !== key) {
    throw payoutRefusal(
      400,
      'chave_nao_pertence_ao_documento',
      'O documento do favorecido é diferente do documento em posse da chave',
    )
  }
}

const present = (record: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  )

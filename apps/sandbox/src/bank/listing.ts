import { isValidCnpj, isValidCpf } from '@palpite/money/taxid'
import { z } from 'zod'
import { readMoment } from '../clock/rfc3339.ts'
import { problem, type ProblemType, type Violation } from '../web/refusal.ts'

const moment = z.string().transform((text, context) => {
  const read = readMoment(text)
  if (read !== undefined) return read
  context.addIssue('not an RFC 3339 moment')
  return z.NEVER
})

const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)

const flag = z.enum(['true', 'false']).transform((word) => word === 'true')

const listingShape = z.object({
  inicio: moment,
  fim: moment,
  cpf: z.string().refine(isValidCpf).optional(),
  cnpj: z.string().refine(isValidCnpj).optional(),
  status: z.string().max(60).optional(),
  locationPresente: flag.optional(),
  txid: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,35}$/)
    .optional(),
  txIdPresente: flag.optional(),
  devolucaoPresente: flag.optional(),
  'paginacao.paginaAtual': count.default(0),
  'paginacao.itensPorPagina': count.pipe(z.number().min(1).max(1000)).default(100),
})

export type Listing = Readonly<
  z.infer<typeof listingShape> & { taxId: string | undefined; limit: number; offset: number }
>

/** The parameters of a paged listing, or the given error with each invalid parameter. */
export const readListing = (query: unknown, type: ProblemType): Listing => {
  const read = listingShape.safeParse(query)
  if (!read.success) throw problem(type, read.error.issues.map(violation))
  const { data } = read
  if (data.fim < data.inicio) {
    throw problem(type, [{ propriedade: 'fim', razao: 'O parâmetro fim é anterior ao parâmetro inicio.' }])
  }
  if (data.cpf !== undefined && data.cnpj !== undefined) {
    throw problem(type, [{ propriedade: 'cnpj', razao: 'Os parâmetros cpf e cnpj estão ambos preenchidos.' }])
  }
  const limit = data['paginacao.itensPorPagina']
  return { ...data, taxId: data.cpf ?? data.cnpj, limit, offset: data['paginacao.paginaAtual'] * limit }
}

const violation = (issue: z.core.$ZodIssue): Violation => {
  const propriedade = issue.path.join('.')
  return { propriedade, razao: `O parâmetro ${propriedade} não respeita o schema.` }
}

/** The parameters of a listing, with the page's position among all pages. */
export const listingBody = (query: unknown, listing: Listing, total: number): object => {
  const requested = Object.entries(z.record(z.string(), z.unknown()).parse(query))
  const plain = Object.fromEntries(requested.filter(([name]) => !name.startsWith('paginacao.')))
  return {
    ...plain,
    paginacao: {
      paginaAtual: listing['paginacao.paginaAtual'],
      itensPorPagina: listing.limit,
      quantidadeDePaginas: Math.max(1, Math.ceil(total / listing.limit)),
      quantidadeTotalDeItens: total,
    },
  }
}

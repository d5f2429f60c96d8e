/** An expected refusal, with the body and content type its API prescribes. */
export class Refusal extends Error {
  readonly status: number
  readonly body: object
  readonly contentType: string

  constructor(status: number, body: object, contentType = 'application/json; charset=utf-8') {
    super(`refused with ${status}: ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
    this.contentType = contentType
  }
}

export type Violation = Readonly<{ razao: string; propriedade: string; valor?: string }>

const ERROR_TYPES = 'https://pix.bcb.gov.br/api/v2/error/'

/** The errors of API Pix that this bank uses: status, title and detail of each. */
const PROBLEMS = {
  RequisicaoInvalida: [400, 'Requisição inválida.', 'A requisição não pôde ser lida.'],
  AcessoNegado: [
    403,
    'Acesso Negado',
    'Requisição de participante autenticado que viola alguma regra de autorização.',
  ],
  NaoEncontrado: [404, 'Não Encontrado', 'Entidade não encontrada.'],
  ErroInternoDoServidor: [500, 'Erro interno do servidor', 'Condição inesperada ao processar a requisição.'],
  ServicoIndisponivel: [503, 'Serviço Indisponível', 'O serviço não está disponível no momento.'],
  CobPayloadNaoEncontrado: [404, 'Não Encontrado', 'Nenhuma cobrança nesta location.'],
  CobNaoEncontrado: [404, 'Não Encontrado', 'Cobrança não encontrada para o txid informado.'],
  CobOperacaoInvalida: [
    400,
    'Cobrança inválida.',
    'A cobrança pedida não respeita o schema ou não faz sentido.',
  ],
  CobConsultaInvalida: [
    400,
    'Consulta inválida.',
    'Os parâmetros da consulta de cobranças não fazem sentido.',
  ],
  PixNaoEncontrado: [404, 'Não Encontrado', 'Pix não encontrado para o e2eid informado.'],
  PixConsultaInvalida: [400, 'Consulta inválida.', 'Os parâmetros da consulta de Pix não fazem sentido.'],
  PixDevolucaoNaoEncontrada: [404, 'Não Encontrado', 'Devolução não encontrada para este Pix.'],
  PixDevolucaoInvalida: [
    400,
    'Devolução inválida.',
    'A devolução pedida não respeita o schema ou não faz sentido.',
  ],
  WebhookOperacaoInvalida: [
    400,
    'Webhook inválido.',
    'O webhook pedido não respeita o schema ou não faz sentido.',
  ],
} as const

export type ProblemType = keyof typeof PROBLEMS

/** The RFC 7807 body of an API Pix error. */
export const problemBody = (type: ProblemType, violations: readonly Violation[] = []): object => {
  const [status, title, detail] = PROBLEMS[type]
  return {
    type: `${ERROR_TYPES}${type}`,
    title,
    status,
    detail,
    ...(violations.length > 0 ? { violacoes: violations } : {}),
  }
}

/** An API Pix error, to be thrown. */
export const problem = (type: ProblemType, violations: readonly Violation[] = []): Refusal =>
  new Refusal(PROBLEMS[type][0], problemBody(type, violations), 'application/problem+json; charset=utf-8')

/** An API Pix error that a location answers with 410 instead of 404: something was here and will not come back. */
export const goneProblem = (type: ProblemType): Refusal =>
  new Refusal(410, { ...problemBody(type), status: 410 }, 'application/problem+json; charset=utf-8')

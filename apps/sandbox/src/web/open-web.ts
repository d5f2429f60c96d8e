import formBody from '@fastify/formbody'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify'
import { problem, Refusal } from './refusal.ts'
import { unstorableText } from './unstorable-text.ts'

/** More than any call of the sandbox needs; larger bodies are refused before they are read. */
const MAX_BODY_BYTES = 256 * 1024

/** The HTTP server: form parsing, the handling of refusals, and headers that keep other sites from framing the pages. */
export const openWeb = async (): Promise<FastifyInstance> => {
  // Faults leave connections open on purpose: stopping must not wait for them.
  const web = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true, logger: false })
  await web.register(formBody)
  web.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  })
  web.addHook('preValidation', async (request) => {
    const field = unstorableText(request)
    if (field === undefined) return
    // Calls of the bank answer in API Pix's format, the sandbox's own in theirs.
    throw request.routeOptions.config.operation === undefined
      ? new Refusal(400, { reason: 'malformed', field, message: `${field}: cannot be kept` })
      : problem('RequisicaoInvalida', [{ propriedade: field, razao: 'O texto não pode ser guardado.' }])
  })
  web.setNotFoundHandler((_request, reply) => answer(reply, problem('NaoEncontrado')))
  web.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error instanceof Refusal) return answer(reply, error)
    if (error.statusCode !== undefined && error.statusCode < 500) return answer(reply, unreadable(error))
    process.stderr.write(`${error.stack ?? String(error)}\n`)
    return answer(reply, problem('ErroInternoDoServidor'))
  })
  return web
}

const unreadable = (error: FastifyError): Refusal =>
  problem('RequisicaoInvalida', [{ razao: error.message, propriedade: 'corpo' }])

const answer = (reply: FastifyReply, refusal: Refusal): FastifyReply =>
  reply.code(refusal.status).type(refusal.contentType).send(JSON.stringify(refusal.body))

import { readFileSync } from 'node:fs'
import {
  walletCalls,
  type WalletCall,
  walletHeaders,
  walletPath,
  walletRefusals,
  WALLET_WINDOW_MS,
} from '@palpite/contract/studio'
import type { FastifyInstance } from 'fastify'
import { openApiPage, schemaOf } from '../../platform/http/openapi.ts'
import { noQuery, takesQuery } from '../../platform/http/plain-routes.ts'

type Json = Record<string, unknown>

const DOCUMENT = '/api/studio/openapi.json'

/** The same call in each language, as a runnable program: a test runs them against the signature verifier. */
export const signedExamples = [
  { lang: 'Shell', file: 'balance.sh' },
  { lang: 'TypeScript', file: 'balance.ts' },
  { lang: 'Python', file: 'balance.py' },
  { lang: 'PHP', file: 'balance.php' },
].map(({ lang, file }) => ({
  lang,
  file: new URL(`examples/${file}`, import.meta.url),
  source: readFileSync(new URL(`examples/${file}`, import.meta.url), 'utf8'),
}))

/** The wallet API as an OpenAPI 3.1 document, generated from the schemas that validate its calls. */
export function walletApiDocument(publicUrl: string): Json {
  const calls = Object.keys(walletCalls) as WalletCall[]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palpite: the wallet of studios',
      version: '1',
      description: [
        'Every call is a signed POST and answers {ok: true, data} or {ok: false, code}.',
        `${walletHeaders.signature} is the hex HMAC-SHA256, by the secret of the key that ${walletHeaders.key} names,`,
        `over "<timestamp>.<path>." and the raw bytes of the body; ${walletHeaders.timestamp} is in milliseconds,`,
        `at most ${WALLET_WINDOW_MS / 1000} seconds off.`,
        'A transaction acts once by its transactionId. What got no answer, or try_again, is asked again by the same id.',
        `Refusals: ${refusalList()}.`,
      ].join(' '),
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: Object.fromEntries(
        Object.values(walletHeaders).map((name) => [name, { type: 'apiKey', in: 'header', name }]),
      ),
    },
    paths: Object.fromEntries(calls.map((call) => [walletPath(call), { post: operation(call) }])),
  }
}

function operation(call: WalletCall): Json {
  const { summary, body, data } = walletCalls[call]
  const samples = signedExamples.map(({ lang, source }) => ({ lang, source }))
  return {
    operationId: call,
    summary,
    security: [Object.fromEntries(Object.values(walletHeaders).map((name) => [name, []]))],
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } },
    responses: {
      '200': { description: 'Done', content: jsonOf({ ok: { const: true }, data: schemaOf(data) }) },
      default: {
        description: 'Refused',
        content: jsonOf({ ok: { const: false }, code: { enum: Object.keys(walletRefusals) } }),
      },
    },
    ...(call === 'balance' ? { 'x-codeSamples': samples } : {}),
  }
}

const jsonOf = (properties: Json): Json => ({
  'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } },
})

const refusalList = () =>
  Object.entries(walletRefusals)
    .map(([code, { http, mayPass }]) => `${code} (${http}${mayPass ? ', may pass later' : ''})`)
    .join(', ')

/** The document and its page, public: studios read it before they have a key. */
export function serveWalletDocs(app: FastifyInstance, publicUrl: string): void {
  const document = walletApiDocument(publicUrl)
  const page = openApiPage(document, DOCUMENT)
  const plain = takesQuery(noQuery)
  app.get('/api/studio/openapi.json', plain, async () => document)
  app.get('/api/studio/docs', plain, (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}

import type { FastifyInstance } from 'fastify'
import { isFromHere } from './health.ts'
import { openApiPage, openApiStyle } from './openapi-page.ts'
import { openApiDocument, operatorApiDocument } from './openapi.ts'

const OPERATOR_DOCUMENT = '/api/backoffice/openapi.json'

/** Both contracts as OpenAPI, each with its page: the players' for everybody, the operators' for this machine only. */
export function serveDocs(app: FastifyInstance, publicUrl: string): void {
  const document = openApiDocument(publicUrl)
  app.get('/api/openapi.json', async () => document)
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(openApiPage(document)),
  )
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(openApiStyle))

  const operators = operatorApiDocument(publicUrl)
  app.get('/api/backoffice/openapi.json', async (request, reply) =>
    isFromHere(request) ? reply.send(operators) : reply.callNotFound(),
  )
  app.get('/api/backoffice/docs', (request, reply) =>
    isFromHere(request)
      ? reply.type('text/html; charset=utf-8').send(openApiPage(operators, OPERATOR_DOCUMENT))
      : reply.callNotFound(),
  )
}

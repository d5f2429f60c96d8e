import type { FastifyInstance } from 'fastify'
import { isFromHere } from './health.ts'
import { openApiPage, openApiStyle } from './openapi-page.ts'
import { openApiDocument, operatorApiDocument } from './openapi.ts'
import { noQuery, takesQuery } from './plain-routes.ts'

const OPERATOR_DOCUMENT = '/api/backoffice/openapi.json'

/** Both contracts as OpenAPI, each with its page: the players' for everybody, the operators' for this machine only. */
export function serveDocs(app: FastifyInstance, publicUrl: string): void {
  const plain = takesQuery(noQuery)
  const document = openApiDocument(publicUrl)
  const page = openApiPage(document)
  app.get('/api/openapi.json', plain, async () => document)
  app.get('/api/docs', plain, (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/api/docs.css', plain, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(openApiStyle),
  )

  const operators = operatorApiDocument(publicUrl)
  const operatorPage = openApiPage(operators, OPERATOR_DOCUMENT)
  app.get('/api/backoffice/openapi.json', plain, async (request, reply) =>
    isFromHere(request) ? reply.send(operators) : reply.callNotFound(),
  )
  app.get('/api/backoffice/docs', plain, (request, reply) =>
    isFromHere(request) ? reply.type('text/html; charset=utf-8').send(operatorPage) : reply.callNotFound(),
  )
}

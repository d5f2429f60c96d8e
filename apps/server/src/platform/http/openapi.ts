import { type Call, calls, refusals } from '@palpite/contract'
import { type OperatorCall, operatorCalls } from '@palpite/contract/backoffice'
import * as z from 'zod/mini'
import type { FastifyInstance } from 'fastify'
import { isFromHere, noQuery, takesQuery } from './plain-routes.ts'

type Json = Record<string, unknown>

const OPERATOR_DOCUMENT = '/api/backoffice/openapi.json'

/** Both contracts as OpenAPI, each with its page: the players' is public, the operators' for this machine only. */
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

/** The parts of a call the document needs, in either API. */
type Described = Pick<Call, 'summary' | 'params' | 'query' | 'body' | 'form' | 'raw' | 'data'>

/** The players' contract as an OpenAPI 3.1 document, generated from the schemas that validate the calls. */
export const openApiDocument = (publicUrl: string): Json =>
  documentOf(
    { title: 'Palpite: the players’ API', publicUrl },
    Object.entries<Call>(calls).map(([key, call]) => operation(key, call, call.access === 'player')),
  )

/** The operators' contract as a separate document: each call names the permission it needs. */
const operatorApiDocument = (publicUrl: string): Json =>
  documentOf(
    { title: 'Palpite: the operators’ API', publicUrl },
    Object.entries<OperatorCall>(operatorCalls).map(([key, call]) => {
      const needs = call.permission === 'visitor' ? '' : ` (${call.permission})`
      return operation(key, { ...call, summary: call.summary + needs }, call.permission !== 'visitor')
    }),
  )

type Operation = { key: string; operation: Json }

function documentOf(
  { title, publicUrl }: { title: string; publicUrl: string },
  operations: readonly Operation[],
): Json {
  const paths: Record<string, Json> = {}
  for (const { key, operation: one } of operations) {
    const [method = '', url = ''] = key.split(' ')
    const path = url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: one }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: `Every answer is {status, message, data}. Refusals: ${refusalList()}`,
    },
    servers: [{ url: publicUrl }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths,
  }
}

function operation(key: string, call: Described, needsSession: boolean): Operation {
  const parameters = [...parametersIn('path', call.params), ...parametersIn('query', call.query)]
  return {
    key,
    operation: {
      operationId: key,
      summary: call.summary,
      ...(needsSession ? { security: [{ session: [] }] } : {}),
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(call.body ? { requestBody: { required: true, content: bodyContent(call) } } : {}),
      responses: { '200': { description: 'Done', content: answerContent(call) } },
    },
  }
}

/** A schema as JSON Schema, as sent. */
export const schemaOf = (shape: z.ZodMiniType) => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { io: 'input' }) as Json
  return schema
}

const bodyContent = (call: Described): Json => {
  const schema = call.body ? schemaOf(call.body) : {}
  return {
    'application/json': { schema },
    ...(call.form ? { 'application/x-www-form-urlencoded': { schema } } : {}),
  }
}

const answerContent = (call: Described): Json =>
  call.raw
    ? { [call.raw]: {} }
    : {
        'application/json': {
          schema: {
            type: 'object',
            properties: { status: { const: 200 }, message: { type: 'string' }, data: schemaOf(call.data) },
          },
        },
      }

function parametersIn(place: 'path' | 'query', shape: z.ZodMiniType | undefined): Json[] {
  if (!shape) return []
  const { properties = {}, required = [] } = schemaOf(shape) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

const refusalList = () =>
  Object.entries(refusals)
    .map(([code, { http, status }]) => `${code} (${http}, ${status})`)
    .join(', ')

type PageOperation = {
  summary?: string
  security?: unknown
  requestBody?: Json
  responses?: Json
  parameters?: Json[]
  /** Programs that make the call, by language. */
  'x-codeSamples'?: { lang: string; source: string }[]
}

/** The OpenAPI document as a readable page: one section per call, its schemas as they are. No scripts. */
export function openApiPage(document: Json, documentPath = '/api/openapi.json'): string {
  const info = document['info'] as { title: string; description: string }
  const paths = document['paths'] as Record<string, Record<string, PageOperation>>
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
  )
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(info.title)}</title>`,
    '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs.css">',
    `<main><h1>${escape(info.title)}</h1><p>${escape(info.description)}</p>`,
    `<p><a href="${documentPath}">openapi.json</a></p>`,
    ...sections,
    '</main></html>',
  ].join('\n')
}

function section(method: string, path: string, operation: PageOperation): string {
  const { summary = '', security, parameters, requestBody, responses } = operation
  const samples = (operation['x-codeSamples'] ?? []).map(
    ({ lang, source }) => `<details><summary>${escape(lang)}</summary><pre>${escape(source)}</pre></details>`,
  )
  const parts = { ...(parameters ? { parameters } : {}), ...(requestBody ? { requestBody } : {}), responses }
  return [
    `<section><h2><code>${method.toUpperCase()} ${escape(path)}</code></h2>`,
    `<p>${escape(summary)}${security ? ' · <b>Authorization</b>' : ''}</p>`,
    `<details><summary>schema</summary><pre>${escape(JSON.stringify(parts, undefined, 2))}</pre></details>`,
    ...samples,
    '</section>',
  ].join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escape = (text: string) => text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)

/** The page's style: system fonts, dark or light by the reader's preference. */
const openApiStyle = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 }
main { max-width: 60rem; margin: auto; padding: 1rem }
h2 { font-size: 1rem; margin: 1.5rem 0 0 }
pre { overflow: auto; padding: 1rem; border: 1px solid }
`

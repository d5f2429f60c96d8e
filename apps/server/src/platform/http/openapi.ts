import { type Call, calls, refusals } from '@palpite/contract'
import { type OperatorCall, operatorCalls } from '@palpite/contract/backoffice'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

/** What of a call the document needs, whichever API it belongs to. */
type Described = Pick<Call, 'summary' | 'params' | 'query' | 'body' | 'form' | 'raw' | 'data'>

/** The players' contract as an OpenAPI 3.1 document: made from the same schemas that check the calls. */
export const openApiDocument = (publicUrl: string): Json =>
  documentOf(
    { title: 'Palpite: the players’ API', publicUrl },
    Object.entries<Call>(calls).map(([key, call]) => operation(key, call, call.access === 'player')),
  )

/** The operators' contract, in a document of its own: each call tells the permission that it needs. */
export const operatorApiDocument = (publicUrl: string): Json =>
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

/** A schema as JSON Schema, as it is sent. */
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

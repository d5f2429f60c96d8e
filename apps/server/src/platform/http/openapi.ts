import { type Call, type CallKey, calls, refusals } from '@palpite/contract'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

/** The contract as an OpenAPI 3.1 document: made from the same schemas that check the calls. */
export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const [key, call] of Object.entries(calls) as [CallKey, Call][]) {
    const [method = '', url = ''] = key.split(' ')
    const path = url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palpite: the player’s door',
      version: '1',
      description: `Every answer is {status, message, data}. Refusals: ${refusalList()}`,
    },
    servers: [{ url: publicUrl }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths,
  }
}

function operation(key: CallKey, call: Call): Json {
  const parameters = [...parametersIn('path', call.params), ...parametersIn('query', call.query)]
  return {
    operationId: key,
    summary: call.summary,
    ...(call.access === 'player' ? { security: [{ session: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body ? { requestBody: { required: true, content: bodyContent(call) } } : {}),
    responses: { '200': { description: 'Done', content: answerContent(call) } },
  }
}

const schemaOf = (shape: z.ZodMiniType) => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { io: 'input' }) as Json
  return schema
}

const bodyContent = (call: Call): Json => {
  const schema = call.body ? schemaOf(call.body) : {}
  return {
    'application/json': { schema },
    ...(call.form ? { 'application/x-www-form-urlencoded': { schema } } : {}),
  }
}

const answerContent = (call: Call): Json =>
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

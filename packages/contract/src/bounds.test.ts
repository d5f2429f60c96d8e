import { expect, test } from 'vitest'
import * as z from 'zod'
import { calls } from './index.ts'
import { operatorCalls } from './backoffice/index.ts'

type Schema = {
  type?: string
  items?: Schema
  maxItems?: number
  maxLength?: number
  pattern?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  maximum?: number
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  prefixItems?: Schema[]
}

const endingFormats = ['date']

/** Whether a pattern accepts unlimited input. */
const isEndless = (pattern: string) => /[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\.|\[[^\]]*\]/g, ''))

/** The request fields without any bound. */
function unbounded(schema: Schema, at: string): string[] {
  const { type, items, properties, additionalProperties } = schema
  const inside = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((each) => unbounded(each, at))
  if (type === 'string') {
    const { maxLength, pattern, format, enum: words, const: word } = schema
    const isBounded =
      [maxLength, words, word].some((bound) => bound !== undefined) ||
      endingFormats.includes(format ?? '') ||
      (pattern !== undefined && !isEndless(pattern))
    return isBounded ? inside : [...inside, at]
  }
  if (type === 'array') {
    const isBounded = schema.maxItems !== undefined || schema.prefixItems !== undefined
    return [...inside, ...(isBounded ? [] : [at]), ...(items ? unbounded(items, `${at}[]`) : [])]
  }
  const entries = Object.entries(properties ?? {}).flatMap(([name, each]) => unbounded(each, `${at}.${name}`))
  const isMap = typeof additionalProperties === 'object' && schema.propertyNames === undefined
  return [...inside, ...entries, ...(isMap ? [`${at}.*`] : [])]
}

test.each([...Object.entries(calls), ...Object.entries(operatorCalls)])(
  '%s takes no text and no list without an end',
  (_key, call) => {
    const found = (['params', 'query', 'body'] as const).flatMap((part) => {
      const shape = (call as Partial<Record<typeof part, z.core.$ZodType>>)[part]
      if (shape === undefined) return []
      return unbounded(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema, part)
    })
    expect(found).toEqual([])
  },
)

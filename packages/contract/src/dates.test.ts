import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { expect, test } from 'vitest'
import { operatorCalls } from './backoffice/index.ts'
import { day, instant } from './call.ts'
import { calls } from './index.ts'
import { walletCalls } from './studio.ts'

type Parts = { params?: z.core.$ZodType; query?: z.core.$ZodType; body?: z.core.$ZodType }
type Json = { format?: string; [name: string]: unknown }

/** Every request part of the three contracts, as JSON Schema. */
const asked = Object.entries({ ...calls, ...operatorCalls, ...walletCalls } as Record<string, Parts>).flatMap(
  ([key, { params, query, body }]) =>
    [params, query, body].flatMap((part) =>
      part ? [{ key, part, schema: z.toJSONSchema(part, { unrepresentable: 'any' }) as Json }] : [],
    ),
)

/** Its date fields. */
const namesOfDates = ({ properties = {} }: Json): string[] =>
  Object.entries(properties as Record<string, unknown>).flatMap(([name, one]) =>
    datesIn(one).length > 0 ? [name] : [],
  )

/** Its date schemas at any depth. */
function datesIn(schema: unknown): Json[] {
  if (schema === null || typeof schema !== 'object') return []
  const own = schema as Json
  const isDate = own.format === 'date' || own.format === 'date-time'
  return [...(isDate ? [own] : []), ...Object.values(own).flatMap(datesIn)]
}

test('31.8 calls of players, operators and studios read dates', () => {
  const keys = new Set(asked.flatMap(({ key, schema }) => (datesIn(schema).length > 0 ? [key] : [])))
  expect([...keys].toSorted()).toEqual(
    expect.arrayContaining([
      'GET /api/app/user/statement',
      'GET /api/backoffice/books/journal',
      'GET /api/backoffice/books/trialBalance',
      'POST /api/backoffice/boosts',
      'statement',
      'transactions',
    ]),
  )
})

test('31.8 no call accepts a date of an impossible year', () => {
  for (const { key, part, schema } of asked)
    for (const name of namesOfDates(schema))
      for (const wrong of ['0000-01-01', '0000-01-01T00:00:00Z', '2100-01-01', '1999-12-31T23:59:59.999Z']) {
        const { error } = z.safeParse(part, { [name]: wrong })
        expect([key, error?.issues.map(({ path }) => path[0])]).toEqual([key, expect.arrayContaining([name])])
      }
})

test.each(['0000', '0001', '1970', '1999', '2100', '9999', '+012026', '-000001'])(
  '31.8 neither a day nor an instant is of the year %s',
  (year) => {
    expect(z.safeParse(day, `${year}-06-15`).success).toBe(false)
    expect(z.safeParse(instant, `${year}-06-15T12:00:00Z`).success).toBe(false)
  },
)

test('31.8 valid days and instants of this century are accepted, others are not', () => {
  for (const right of ['2000-01-01', '2026-11-26', '2028-02-29', '2099-12-31']) {
    expect(z.safeParse(day, right).success).toBe(true)
    expect(z.safeParse(instant, `${right}T23:59:59.999Z`).success).toBe(true)
  }
  for (const wrong of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1'])
    expect(z.safeParse(day, wrong).success).toBe(false)
})

test('31.8 the contract has no other date type', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const others = files.filter(
    (file) =>
      file.endsWith('.ts') &&
      !/(?:\.test|^call)\.ts$/.test(file) &&
      /z\.(?:iso\.|date\()/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
  expect(others).toEqual([])
})

import { record, type ReadRecord } from './record.ts'

/**
 * Where a value does not fit a schema of an API description, as readable lines; none when it fits. Patterns must match
 * whole: the text of API Pix says so, although its patterns lack anchors. Slashes around a pattern are a known slip of
 * its 2.9.0 (CPF), and are taken off.
 */
export const misfits = (schemas: ReadRecord, schema: ReadRecord, value: unknown, path = '$'): string[] => {
  const known = new Set(Object.keys(schema))
  return CHECKS.flatMap(({ word, check }) =>
    known.has(word) ? check({ schemas, schema, path }, schema[word], value) : [],
  )
}

type Place = Readonly<{ schemas: ReadRecord; schema: ReadRecord; path: string }>
type Check = (place: Place, rule: unknown, value: unknown) => string[]

const unless = (fits: boolean, line: string): string[] => (fits ? [] : [line])

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isRecord,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
}

const checkType: Check = ({ path }, rule, value) =>
  unless(TYPES[String(rule)]?.(value) === true, `${path} is no ${String(rule)}: ${JSON.stringify(value)}`)

const checkRef: Check = ({ schemas, path }, rule, value) => {
  const name = String(rule).split('/').at(-1) ?? ''
  return misfits(schemas, record(schemas[name]), value, path)
}

const list = (rule: unknown): ReadRecord[] => (Array.isArray(rule) ? rule.map(record) : [])

const checkAll: Check = ({ schemas, path }, rule, value) =>
  list(rule).flatMap((schema) => misfits(schemas, schema, value, path))

const checkOne: Check = ({ schemas, path }, rule, value) => {
  const fitting = list(rule).filter((schema) => misfits(schemas, schema, value, path).length === 0)
  return unless(fitting.length > 0, `${path} fits none of its forms: ${JSON.stringify(value)}`)
}

const checkRequired: Check = ({ path }, rule, value) => {
  const present = new Set(isRecord(value) ? Object.keys(record(value)) : [])
  return (Array.isArray(rule) ? rule : [])
    .map(String)
    .filter((name) => !present.has(name))
    .map((name) => `${path}.${name} is missing`)
}

const checkProperties: Check = ({ schemas, path }, rule, value) => {
  if (!isRecord(value)) return []
  const held = record(value)
  return Object.entries(record(rule)).flatMap(([name, schema]) =>
    held[name] === undefined ? [] : misfits(schemas, record(schema), held[name], `${path}.${name}`),
  )
}

const checkItems: Check = ({ schemas, path }, rule, value) =>
  (Array.isArray(value) ? value : []).flatMap((item: unknown, index) =>
    misfits(schemas, record(rule), item, `${path}[${index}]`),
  )

const checkPattern: Check = ({ path }, rule, value) => {
  const pattern = String(rule).replace(/^\/(.*)\/$/, '$1')
  return unless(
    typeof value === 'string' && new RegExp(`^(?:${pattern})$`).test(value),
    `${path} does not match ${pattern}: ${JSON.stringify(value)}`,
  )
}

const checkEnum: Check = ({ path }, rule, value) =>
  unless(Array.isArray(rule) && rule.includes(value), `${path} is not listed: ${JSON.stringify(value)}`)

const checkLongest: Check = ({ path }, rule, value) =>
  unless(String(value).length <= Number(rule), `${path} is too long: ${JSON.stringify(value)}`)

const checkMin: Check = ({ path }, rule, value) =>
  unless(Number(value) >= Number(rule), `${path} is too small: ${JSON.stringify(value)}`)

const checkFormat: Check = ({ path }, rule, value) =>
  unless(
    rule !== 'date-time' || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value)),
    `${path} is no moment: ${JSON.stringify(value)}`,
  )

const CHECKS: readonly Readonly<{ word: string; check: Check }>[] = [
  { word: 'type', check: checkType },
  { word: '$ref', check: checkRef },
  { word: 'allOf', check: checkAll },
  { word: 'oneOf', check: checkOne },
  { word: 'required', check: checkRequired },
  { word: 'properties', check: checkProperties },
  { word: 'items', check: checkItems },
  { word: 'pattern', check: checkPattern },
  { word: 'enum', check: checkEnum },
  { word: 'maxLength', check: checkLongest },
  { word: 'minimum', check: checkMin },
  { word: 'format', check: checkFormat },
]

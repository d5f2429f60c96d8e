import { type CallKey, calls } from '../../packages/contract/src/index.ts'
import { type Asked } from './request.ts'
import { type Example, examples, type Part } from './examples.ts'
import type { Field, Kind } from './fields.ts'

/** A request with one error, and the field the answer must name. */
export type WrongRequest = { what: string; field: string; asked: Asked }

/** A number that JSON can express and no program can hold. */
const TOO_LARGE = 1e308
const LONG = 'x'.repeat(5_000)
/** Text no database accepts: a NUL, and an unpaired surrogate. */
const UNSTORABLE = ['a\u0000b', 'a\ud83d']

const NO_TEXT = [null, 7, true, [], {}, ['a'], { $ne: null }]
const NO_NUMBER = [
  null,
  true,
  [],
  {},
  [100],
  '',
  '100',
  'NaN',
  'Infinity',
  '1e3',
  '١٠٠',
  -1,
  -100,
  100.001,
  TOO_LARGE,
  -TOO_LARGE,
  2 ** 53,
]

const NO_FORM = [LONG, ...UNSTORABLE, '', ' ', '-1', '١٢٣', '1\n', "' or 1=1 --", '../../etc', '<b>']

const wrongValues: Record<Kind, readonly unknown[]> = {
  text: [...NO_TEXT, LONG, ...UNSTORABLE],
  form: [...NO_TEXT, ...NO_FORM],
  // It may be long.
  base64: [...NO_TEXT, ...NO_FORM.filter((value) => value !== LONG)],
  digits: [...NO_TEXT.filter((value) => value !== 7), ...NO_FORM, -1, 0.5, TOO_LARGE],
  word: [...NO_TEXT, LONG, ...UNSTORABLE, '', ' ', '١٢٣', '1\n', "' or 1=1 --"],
  choice: [...NO_TEXT, LONG, '', 'nothing', '1 ', '__proto__', 'constructor', 'toString'],
  choiceOrNothing: [...NO_TEXT, LONG, 'nothing', '1 ', '__proto__', 'constructor', 'toString'],
  flag: [...NO_TEXT.filter((value) => value !== true), '', 'true', 1],
  cents: [...NO_NUMBER, 0, 0.5, 1e12],
  reais: [...NO_NUMBER, 0, 1e12, 50.005],
  // An empty field is zero, which is below the minimum withdrawal.
  reaisFrom0: [...NO_NUMBER.filter((value) => value !== ''), 1e12, 50.005],
  number: [...NO_NUMBER, 0.5],
}

const LEFT_OUT = Symbol('left out')

/** Every invalid request of every call of the contract. */
export const wrongRequests = (): WrongRequest[] =>
  (Object.keys(calls) as CallKey[]).flatMap((key) => [
    ...wrongBodies(key, examples[key]),
    ...wrongQueries(key, examples[key]),
    ...wrongPaths(key, examples[key]),
  ])

/** The request of the example. */
export function rightRequest(key: CallKey): Asked {
  const { params, query, body } = examples[key]
  const [method = ''] = key.split(' ')
  const path = pathOf(key, params) + queryOf(Object.entries(valuesOf(query)))
  return { method, path, ...(body ? { body: valuesOf(body) } : {}) }
}

function wrongBodies(key: CallKey, { body }: Example): WrongRequest[] {
  const right = rightRequest(key)
  if (right.method === 'GET') return []
  const unknown = ['isAdmin', 'balance', 'kyc', 'playerId', 'testFlag', 'constructor'].map((field) =>
    wrong(`an unknown ${field}`, field, { ...right, body: { ...valuesOf(body), [field]: 1 } }),
  )
  if (!body) return unknown
  const whole = [[], [valuesOf(body)], 'null', '7', '"text"', ''].map((value) =>
    wrong(`a body that is ${JSON.stringify(value)}`, '', { ...right, body: value }),
  )
  const fields = Object.entries(body).flatMap(([name, field]) =>
    wrongsOf(field).map((value) => {
      const { [name]: _right, ...rest } = valuesOf(body)
      const given = value === LEFT_OUT ? rest : { ...rest, [name]: value }
      return wrong(shown(name, value), name, { ...right, body: given })
    }),
  )
  return [...unknown, ...whole, ...fields]
}

function wrongQueries(key: CallKey, { params, query }: Example): WrongRequest[] {
  const right = rightRequest(key)
  const plain = Object.entries(valuesOf(query))
  const asked = (entries: [string, unknown][]) => ({ ...right, path: pathOf(key, params) + queryOf(entries) })
  const unknown = wrong('an unknown query field', 'isAdmin', asked([...plain, ['isAdmin', '1']]))
  const fields = Object.entries(query ?? {}).flatMap(([name, field]) => {
    const others = plain.filter(([other]) => other !== name)
    const texts = wrongsOf(field).filter((value) => typeof value === 'string' && isWhole(value))
    return [
      ...texts.map((value) => wrong(shown(name, value), name, asked([...others, [name, value]]))),
      wrong(`${name} twice`, name, asked([...plain, [name, field.value]])),
      ...(field.optional ? [] : [wrong(`no ${name}`, name, asked(others))]),
    ]
  })
  return [unknown, ...fields]
}

const wrongPaths = (key: CallKey, { params = {} }: Example): WrongRequest[] =>
  Object.entries(params).flatMap(([name, field]) =>
    // An empty part of a path is another path, and a too long one is no path of ours.
    wrongsOf(field)
      .filter((value) => typeof value === 'string' && value !== '' && value !== LONG && isWhole(value))
      .map((value) => {
        const path = pathOf(key, { ...params, [name]: { ...field, value } })
        return wrong(shown(name, value), name, { ...rightRequest(key), path })
      }),
  )

/** An unpaired surrogate cannot be in a URL. */
const isWhole = (value: unknown) => typeof value === 'string' && !/\p{Surrogate}/u.test(value)

const wrong = (what: string, field: string, asked: Asked): WrongRequest => ({
  what: `${asked.method} ${asked.path.slice(0, 60)}: ${what}`,
  field,
  asked,
})

const wrongsOf = ({ kind, optional, nullable }: Field): unknown[] => [
  ...wrongValues[kind].filter((value) => !(nullable && value === null)),
  ...(optional ? [] : [LEFT_OUT]),
]

const shown = (name: string, value: unknown) =>
  value === LEFT_OUT ? `no ${name}` : `${name} is ${JSON.stringify(value)?.slice(0, 40)}`

const valuesOf = (part: Part = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(part).map(([name, { value }]) => [name, value]))

const pathOf = (key: CallKey, params: Part = {}): string =>
  (key.split(' ')[1] ?? '').replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(params[name]?.value)),
  )

const queryOf = (entries: [string, unknown][]): string =>
  entries.length === 0
    ? ''
    : `?${entries.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`

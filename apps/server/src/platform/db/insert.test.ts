import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../../tools/test/database.ts'
import { insertInto } from './insert.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await fresh.owner`
    create table thing (
      id bigint generated always as identity primary key, paid_at timestamptz, fee_bps int not null, note text,
      facts jsonb not null, kind text not null default 'plain', is_kept boolean not null)`
})
afterAll(() => fresh.drop())

const columns = {
  id: 'bigint',
  paidAt: 'timestamptz null',
  feeBps: 'int',
  note: 'text null',
  facts: 'jsonb',
  isKept: 'boolean',
} as const
const paidAt = new Date('2026-11-22T12:00:00Z')
const first = { id: 2, paidAt, feeBps: 5, note: "it's, {so}", facts: '{"a": [1]}', isKept: true }
const second = { id: 1, paidAt: null, feeBps: 0, note: null, facts: '[]', isKept: false }

test('rows go to the columns of their names, extra fields are ignored, defaults stay', async () => {
  const insertThings = insertInto('thing', columns)
  await fresh.owner.begin((tx) => insertThings(tx, [{ ...first, besides: 1 } as typeof first, second]))
  const rows = await fresh.owner<object[]>`
    select id, paid_at as "paidAt", fee_bps as "feeBps", note, facts::text, kind, is_kept as "isKept" from thing order by id desc`
  expect(rows).toEqual([
    { ...first, kind: 'plain' },
    { ...second, kind: 'plain' },
  ])
})

test('applies the clause after the rows, and returns its rows', async () => {
  const insertNew = insertInto<typeof columns, { id: number }>(
    'thing',
    columns,
    'order by 1 on conflict (id) do nothing returning id',
  )
  const lists = [
    [
      { ...first, id: 12 },
      { ...first, id: 11 },
    ],
    [
      { ...first, id: 13 },
      { ...first, id: 12 },
    ],
    [],
  ]
  const answers = []
  for (const list of lists) answers.push(await fresh.owner.begin((tx) => insertNew(tx, list)))
  expect(answers).toEqual([[{ id: 11 }, { id: 12 }], [{ id: 13 }], []])
})

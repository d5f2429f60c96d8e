import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../../tools/test/database.ts'
import { addPartitions } from './queries.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ connections: 10 })
  const { owner } = fresh
  await owner`create table happened (id bigint generated always as identity, note text not null,
    created_at timestamptz not null default now(), primary key (id, created_at)) partition by range (created_at)`
  await owner`create function refuse() returns trigger language plpgsql as
    'begin raise exception ''never removed''; end'`
  await owner`create trigger happened_stays before delete on happened for each row execute function refuse()`
  await owner`create trigger happened_is_kept before truncate on happened for each statement execute function refuse()`
})
afterAll(() => fresh.drop())

const partitionsOf = () => fresh.db<{ name: string }[]>`
  select inhrelid::regclass::text as name from pg_inherits
   where inhparent = 'happened'::regclass order by 1`

const monthAhead = (months: number) => {
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months))
  return `happened_${month.toISOString().slice(0, 7).replace('-', '_')}`
}

test('are created for this month and the next three, once, however many servers try', async () => {
  await expect(fresh.db`insert into happened (note) values ('early')`).rejects.toThrow('no partition')
  await Promise.all(Array.from({ length: 6 }, () => addPartitions(fresh.db, ['happened'])))
  expect((await partitionsOf()).map(({ name }) => name)).toEqual([0, 1, 2, 3].map(monthAhead))
  await fresh.db`insert into happened (note, created_at)
    select 'ahead', now() + month * interval '1 month' from generate_series(0, 3) as month`
  expect(await fresh.db`select count(*) as count from happened`).toEqual([{ count: 4 }])
})

test('are created while others write, without blocking them', async () => {
  await fresh.owner([
    `alter table happened detach partition ${monthAhead(3)}`,
  ] as unknown as TemplateStringsArray)
  await fresh.owner([`alter table ${monthAhead(3)} rename to elsewhere`] as unknown as TemplateStringsArray)
  await fresh.db.begin(async (tx) => {
    await tx`insert into happened (note) values ('open')`
    await addPartitions(fresh.db, ['happened']) // on another connection, while this one holds its locks
    await fresh.db`insert into happened (note) values ('beside')`
  })
  expect(await partitionsOf()).toHaveLength(4)
})

test('carry the guards of their table', async () => {
  const name = monthAhead(0)
  for (const change of [`delete from ${name}`, `truncate ${name}`]) {
    await expect(fresh.owner([change] as unknown as TemplateStringsArray)).rejects.toThrow('never removed')
  }
})

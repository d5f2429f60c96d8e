import { describe, expect, test } from 'vitest'
import { blockingStatements, tablesIn } from './in-use.ts'

const says = (text: string) => blockingStatements(text, ['bet', 'round'], ['round'])

describe('a migration on a table in use', () => {
  test.each([
    ['create index bet_at on bet (at);', 'concurrently'],
    ['create unique index bet_at on bet using btree (at);', 'concurrently'],
    ['alter table bet alter column cents type bigint;', 'rewrites'],
    ['alter table bet alter column cents set data type bigint;', 'rewrites'],
    ['alter table bet add column id uuid default gen_random_uuid();', 'rewrites'],
    ['alter table bet add constraint bet_whole check (cents > 0);', 'not valid'],
    ['alter table bet alter column cents set not null;', 'is not null'],
    ['alter table bet drop column cents;', 'still asks for'],
    ['alter table bet rename column cents to amount;', 'still asks for'],
    ['drop table if exists bet;', 'still asks for'],
    ['update bet set cents = 0;', 'in chunks'],
    ['alter table round add column open boolean default false;', 'sealed'],
    ['delete from bet where cents = 0;', 'in chunks'],
  ])('is told of: %s', (text, why) => {
    expect(says(text)).toEqual([expect.stringContaining(why)])
  })

  test.each([
    'create index concurrently bet_at on bet (at);',
    'create index leg_at on leg (at);',
    'alter table bet add column note text;',
    'alter table bet add column open boolean not null default false;',
    'alter table bet add constraint bet_whole check (cents > 0) not valid;',
    'grant update on bet to palpite_app;',
    "create table bet_note (id bigint primary key, note text check (note <> ''));",
    '-- accepted: a few rows of operators\nupdate bet set cents = 0;',
    'create function tidy() returns void language sql as $$ delete from bet $$;',
  ])('may: %s', (text) => {
    expect(says(text)).toEqual([])
  })

  test('is read for the tables it makes', () => {
    expect(tablesIn(['create table one (n int); create table if not exists two (n int)'])).toEqual([
      'one',
      'two',
    ])
  })
})

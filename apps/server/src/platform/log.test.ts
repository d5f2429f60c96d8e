import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tools/test/database.ts'
import { Fault } from './errors.ts'
import { openLog } from './log.ts'
import { publicIds } from './public-ids.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const lines: string[] = []
const config = { PUBLIC_ID_SECRET: 'a secret of this test' }
const memory = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(chunk.toString())
    done()
  },
})
const log = openLog('debug', memory, config)

const lastLine = () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>

test('redacts secrets by field name', () => {
  log.info({ playerId: 7, token: 'abc-secret', body: { pwd: 'abc-secret', payCardNo: 'abc-secret' } }, 'seen')
  expect(lastLine()).toMatchObject({ msg: 'seen', token: '[struck out]' })
  expect(lines.at(-1)).not.toContain('abc-secret')
})

test('names players and bets by their public ids, and omits missing ones', () => {
  log.info({ playerId: 7, betId: 7 }, 'seen')
  expect(lastLine()).toMatchObject({
    playerId: publicIds(config, 'player').show(7),
    betId: publicIds(config, 'bet').show(7),
  })
  log.info({ playerId: null }, 'a sign-in failed')
  expect(lastLine()).toMatchObject({ playerId: null })
})

test.each<[string, (db: FreshDatabase['owner']) => Promise<unknown>]>([
  [
    'a row that breaks a check',
    (db) => db`insert into private_row values ('ana@mail.example', '52998224725', 0)`,
  ],
  [
    'a row that is there already',
    (db) => db`insert into private_row values ('bia@mail.example', '11144477735', 1)`,
  ],
  ['a text that is no number', (db) => db`select ${'bia@mail.example'}::text::bigint`],
])('logs for %s where it failed, and none of its data', async (_what, fail) => {
  await fresh.owner`create table if not exists private_row (email text primary key, cpf text, n int check (n > 0))`
  await fresh.owner`insert into private_row values ('bia@mail.example', '11144477735', 1) on conflict do nothing`
  const failed = await fail(fresh.owner).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Error)
  for (const err of [failed, new Fault('the ledger is away', failed)]) {
    log.error({ err }, 'a fault')
    expect(lines.at(-1)).not.toMatch(/@mail|52998224725|11144477735/)
    expect(JSON.stringify(lastLine()['err'])).toMatch(/"code":"(23514|23505|22P02)"/)
  }
})

test('keeps message, location and cause of any other error, without e-mails', () => {
  const cause = Object.assign(new Error('550 <ana@mail.example> is unknown'), {
    rejected: ['ana@mail.example'],
  })
  log.error({ err: new Fault('the mail server said no', cause), to: 7 }, 'not mailed')
  const err = lastLine()['err'] as { message: string; stack: string; cause: { message: string } }
  expect(err.message).toBe('the mail server said no')
  expect(err.stack).toContain('log.test.ts')
  expect(err.stack).toContain('/@vitest/')
  expect(err.cause.message).toBe('550 <[struck out]> is unknown')
  expect(lines.at(-1)).not.toContain('ana@mail')
  log.error({ err: 'thrown as text' }, 'odd')
  expect(lastLine()['err']).toBe('thrown as text')
})

test('S34: writes one line whatever breaks its input', () => {
  const before = lines.length
  const words = 'ana\r\n{"level":30,"msg":"a top-up was credited"}\u2028\n'
  log.info({ name: words, err: new Error(words) }, words)
  expect(lines).toHaveLength(before + 1)
  expect(lines.at(-1)?.trimEnd()).not.toMatch(/[\r\n]/)
  expect(lastLine()).toMatchObject({ name: words, msg: words })
})

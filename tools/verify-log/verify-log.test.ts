import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServer } from '../../apps/server/src/platform/http/server.ts'
import { appendToLog, publish } from '../../apps/server/src/platform/public-log.ts'
import { publicLogRoutes } from '../../apps/server/src/platform/public-log-routes.ts'
import { ownerOf } from '../test/database.ts'
import { openTestDeps } from '../test/test-deps.ts'

let opened: Awaited<ReturnType<typeof openTestDeps>>
let app: Awaited<ReturnType<typeof openServer>>
let address: string
const folder = mkdtempSync(join(tmpdir(), 'palpite-log-'))

beforeAll(async () => {
  opened = await openTestDeps()
  app = await openServer(opened.deps)
  publicLogRoutes(
    { app, authenticate: () => Promise.resolve(undefined), admit: () => Promise.resolve(true) },
    opened.deps,
  )
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
})

let count = 0
const grow = async (entries: number) => {
  const contents = Array.from({ length: entries }, () => `seed ${(count += 1)}`)
  await opened.deps.db.begin((tx) => publish(tx, contents))
  await appendToLog(opened.deps)
}

/** Runs the command as in a terminal, with a file of seen heads. */
const run = async (file: string) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'verify-log.ts'), address, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, said }
}

const statement = (text: string) => [text] as unknown as TemplateStringsArray

/** Damages the log as a database owner could; `undo` restores it. */
const damaged = async (text: string) => {
  const owner = ownerOf(opened.deps.db)
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx(statement(text))
  })
}

describe('npm run verify-log', () => {
  const file = join(folder, 'seen.json')

  test('1.19 passes for an unchanged log, and again after it has grown', async () => {
    await grow(1500)
    const first = await run(file)
    expect(first.said).toMatch(/^The log holds: 1500 entries \(1500 seed\)\./)
    expect(first.code).toBe(0)
    await grow(7)
    expect((await run(file)).said).toMatch(/^The log holds: 1507 entries .*, 1500 of them seen before\./)
  })

  test.each([
    {
      what: 'an entry was rewritten',
      damage: `update platform_public_log_entry set content = 'seed x' where place = 700`,
      undo: `update platform_public_log_entry set content = 'seed 701' where place = 700`,
      says: 'The root does not follow from the entries.',
    },
    {
      what: 'the head was signed by somebody else',
      damage: `update platform_public_log_head set signature = repeat('ab', 64) where size = 1507`,
      undo: '',
      says: 'The signature of the head is not one of its key.',
    },
  ])('fails when $what, and keeps the head that held', async ({ damage, undo, says }) => {
    const before = readFileSync(file, 'utf8')
    await damaged(damage)
    const { code, said } = await run(file)
    expect(said).toContain(says)
    expect(code).toBe(1)
    expect(readFileSync(file, 'utf8')).toBe(before)
    if (undo !== '') await damaged(undo)
  })

  test('fails if the whole log was rebuilt, shorter or as long, whatever its signature', async () => {
    for (const table of ['entry', 'node', 'head']) await damaged(`delete from platform_public_log_${table}`)
    expect(await run(file)).toMatchObject({
      code: 1,
      said: expect.stringContaining('The log is empty') as string,
    })
    await grow(3)
    expect(await run(file)).toMatchObject({
      code: 1,
      said: expect.stringContaining('has 3 entries, and had 1507 before') as string,
    })
    await grow(1600)
    const { code, said } = await run(file)
    expect(said).toContain('The log does not begin with the 1507 entries that it had before.')
    expect(code).toBe(1)
    expect((await run(join(folder, 'another.json'))).code).toBe(0)
  })

  test('fails if the key differs, and if there is no answer', async () => {
    const other = join(folder, 'other-key.json')
    await run(other)
    const seen = JSON.parse(readFileSync(other, 'utf8')) as object
    writeFileSync(other, JSON.stringify({ ...seen, publicKey: 'ab'.repeat(32) }))
    expect((await run(other)).said).toContain('signed with another key than before')
    await app.close()
    const { code, said } = await run(file)
    expect([code, said.startsWith('The log could not be read')]).toEqual([1, true])
  })
})

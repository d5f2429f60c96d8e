import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { canEnter, findPlace } from './place.ts'
import { type Postgres, startPostgres } from './start-postgres.ts'
import { livingPostmaster } from './postmaster.ts'

const running: Postgres[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function freshFolder(name = 'data'): string {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-postgres-'))
  folders.push(folder)
  spawnSync('chmod', ['755', folder])
  return join(folder, name)
}

async function start(dataDir: string): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir })
  running.push(postgres)
  return postgres
}

async function request(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // some of these tests kill the server under it
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

test('starts an empty data folder as a durable UTF-8 database in UTC, reached by socket only', async () => {
  const postgres = await start(freshFolder())
  const shown = await request(
    postgres.url,
    `select current_database(), current_setting('server_encoding'), current_setting('fsync'),
            current_setting('synchronous_commit'), current_setting('full_page_writes'),
            current_setting('data_checksums'), current_setting('timezone'), current_setting('listen_addresses'),
            (select datlocale from pg_database where datname = current_database()), upper('ção')`,
  )
  expect(shown).toEqual(['palpite', 'UTF8', 'on', 'on', 'on', 'on', 'UTC', '', 'C.UTF-8', 'ÇÃO'])
  expect(postgres.attached).toBe(false)
  expect(statSync(postgres.host).mode & 0o777).toBe(0o700)
})

test('attaches to a server that a killed launcher left running', async () => {
  const dataDir = freshFolder()
  const first = await start(dataDir)
  const second = await startPostgres({ dataDir })
  expect(second).toMatchObject({ pid: first.pid, attached: true, url: first.url })
  await second.stop()
  await first.gone
  await second.gone
  expect(livingPostmaster(join(dataDir, 'postgres', 'data'))).toBeUndefined()
})

test('keeps every acknowledged row when the server is killed with -9', async () => {
  const dataDir = freshFolder()
  let postgres = await start(dataDir)
  await request(postgres.ownerUrl, 'create table kept (id int primary key)')
  for (let round = 1; round <= 3; round += 1) {
    await request(postgres.ownerUrl, `insert into kept values (${round})`)
    process.kill(postgres.pid, 'SIGKILL')
    await postgres.gone
    postgres = await start(dataDir)
    expect(postgres.attached).toBe(false)
    expect(await request(postgres.ownerUrl, 'select count(*)::int from kept')).toEqual([round])
  }
})

test('starts beside a pid file that names an unrelated process', async () => {
  const dataDir = freshFolder()
  const first = await start(dataDir)
  await first.stop()
  const data = join(dataDir, 'postgres', 'data')
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n1\n5432\n/nowhere\n\n\nready\n`)
  const again = await start(dataDir)
  expect(again.attached).toBe(false)
  expect(await request(again.url, 'select 1')).toEqual([1])
})

test('recreates the cluster if the very first start was killed half-way', async () => {
  const dataDir = freshFolder()
  mkdirSync(join(dataDir, 'postgres', 'data.unfinished'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'data.unfinished', 'PG_VERSION'), '18')
  const postgres = await start(dataDir)
  expect(await request(postgres.url, 'select 1')).toEqual([1])
  expect(existsSync(join(dataDir, 'postgres', 'data.unfinished'))).toBe(false)
})

test('puts the socket into a short folder if the data folder has a long path', async () => {
  const postgres = await start(freshFolder(join('a'.repeat(90), 'b'.repeat(90))))
  expect(Buffer.byteLength(join(postgres.host, '.s.PGSQL.5432'))).toBeLessThanOrEqual(107)
  expect(await request(postgres.url, 'select 1')).toEqual([1])
  folders.push(postgres.host)
})

test('refuses a cluster of another major version in one sentence', async () => {
  const dataDir = freshFolder()
  const postgres = await start(dataDir)
  await postgres.stop()
  writeFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '15\n')
  await expect(startPostgres({ dataDir })).rejects.toThrow(/is of PostgreSQL 15, this is 18/)
})

test('reports the server’s own message if it cannot start', async () => {
  const dataDir = freshFolder()
  const postgres = await start(dataDir)
  await postgres.stop()
  rmSync(join(dataDir, 'postgres', 'data', 'global'), { recursive: true })
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    /^PostgreSQL did not start: .*could not .*pg_control.*$/,
  )
})

test('lets the caller exit while the server runs on, without output on the terminal', async () => {
  const dataDir = freshFolder()
  const api = join(import.meta.dirname, 'start-postgres.ts')
  const code = `const { startPostgres } = await import(${JSON.stringify(api)}); console.log((await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })).pid)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: process.env['PATH'], TZ: 'Asia/Kolkata', LANG: 'pt_BR.ISO-8859-1' },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  const postgres = await start(dataDir)
  expect(postgres.attached).toBe(true)
  expect(said.trim()).toBe(String(postgres.pid))
  expect(await request(postgres.url, `select current_setting('timezone')`)).toEqual(['UTC'])
})

const asRoot = process.getuid?.() === 0

test.runIf(asRoot)('runs under a service account when root starts it', async () => {
  const postgres = await start(freshFolder())
  expect(statSync(`/proc/${postgres.pid}`).uid).not.toBe(0)
})

test.runIf(asRoot)(
  'keeps data and binaries outside a folder that the service account cannot enter',
  async () => {
    const dataDir = freshFolder()
    spawnSync('chmod', ['700', join(dataDir, '..')])
    const postgres = await start(dataDir)
    expect(postgres.host.startsWith(dataDir)).toBe(false)
    expect(await request(postgres.url, 'select 1')).toEqual([1])
    const home = join(postgres.host, '..')
    folders.push(home)
    await postgres.stop()
    expect((await start(dataDir)).host).toBe(postgres.host) // found again, not created anew
  },
)

test.runIf(asRoot)('continues an ordinary user’s cluster under that user', () => {
  const dataDir = freshFolder()
  mkdirSync(join(dataDir, 'postgres', 'data'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '18\n')
  spawnSync('chown', ['-R', 'nobody', dataDir])
  const nobody = Number(readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+)/m)?.[1])
  expect(findPlace(dataDir).account.uid).toBe(nobody)
})

test('decides by the mode of every folder on the path whether an account can enter', () => {
  const folder = freshFolder()
  mkdirSync(folder)
  expect(canEnter(folder, { uid: 60_001, gid: 60_001 })).toBe(true)
  spawnSync('chmod', ['700', join(folder, '..')])
  expect(canEnter(folder, { uid: 60_001, gid: 60_001 })).toBe(false)
  expect(canEnter(folder, {})).toBe(true)
})

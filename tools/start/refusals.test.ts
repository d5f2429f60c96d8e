import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../test/free-port.ts'
import { findPlace } from '../../apps/server/src/platform/postgres/place.ts'
import { clear, freshDataDir, launch } from './stand-in/launcher.ts'

afterEach(clear)

/** The start without a build. */
const WITHOUT_BUILD = 'stand-in/start.ts'

/** Runs the real start, which must refuse; returns its one sentence. */
async function refusal(env: Record<string, string>, script = 'start.ts'): Promise<string> {
  const launcher = launch(env, script)
  expect(await launcher.ended).toBe(1)
  const lines = launcher.said().trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

const addresses = Object.values(networkInterfaces()).flatMap(
  (list) => list?.map(({ address }) => address) ?? [],
)
const localhost = ['127.0.0.1', '::1'].filter((address) => addresses.includes(address))

test.each(localhost)('refuses a taken port on %s, in one sentence', async (address) => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(port, address, resolve))
  const said = await refusal({ PORT: String(port), DATA_DIR: freshDataDir() })
  await new Promise((resolve) => other.close(resolve))
  expect(said).toBe(`Port ${port} (the player app) is taken by another program; set PORT to another one.`)
})

test("refuses a taken port of the sandbox's mail", async () => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(port + 2, resolve))
  const said = await refusal({ PORT: String(port), DATA_DIR: freshDataDir() })
  await new Promise((resolve) => other.close(resolve))
  expect(said).toContain(`Port ${port + 2} (the sandbox's mail) is taken`)
})

test('refuses an unwritable data folder', async () => {
  const dataDir = freshDataDir()
  writeFileSync(dataDir, 'a file where the folder should be')
  const said = await refusal({ PORT: String(await freePort()), DATA_DIR: join(dataDir, 'deeper') })
  expect(said).toMatch(/^The data folder .* cannot be written to \(.*\); set DATA_DIR to another one\.$/)
})

test('refuses a data folder that cannot be created, at once', async () => {
  const said = await refusal({ PORT: String(await freePort()), DATA_DIR: '/proc/palpite' })
  expect(said).toMatch(/^The data folder \/proc\/palpite cannot be written to \(ENOENT.*\); set DATA_DIR/)
})

test('refuses a data folder whose running.json is a folder', async () => {
  const dataDir = freshDataDir()
  mkdirSync(join(dataDir, 'running.json'), { recursive: true })
  const said = await refusal({ PORT: String(await freePort()), DATA_DIR: dataDir })
  expect(said).toMatch(/^Palpite cannot use .*running\.json \(EISDIR.*\)\.$/)
})

test.each(['', 'half a wor'])(
  'refuses a cluster whose postmaster.pid says "%s", and says what to do',
  async (left) => {
    const dataDir = freshDataDir()
    const { data } = findPlace(dataDir)
    mkdirSync(data)
    writeFileSync(join(data, 'PG_VERSION'), '18\n') // refused before anything else of the cluster is read
    writeFileSync(join(data, 'postmaster.pid'), left)
    const said = await refusal({ PORT: String(await freePort()), DATA_DIR: dataDir }, WITHOUT_BUILD)
    rmSync(data, { recursive: true })
    expect(said).toMatch(/^PostgreSQL cannot be used: .*postmaster\.pid names no process.* remove that file/)
  },
)

test('refuses an unreachable DATABASE_URL, without showing its password', async () => {
  const port = await freePort()
  const said = await refusal({
    PORT: String(port),
    DATA_DIR: freshDataDir(),
    DATABASE_URL: `postgres://someone:verysecret@127.0.0.1:${port}/palpite`,
  })
  expect(said).toContain(`The database in DATABASE_URL (127.0.0.1:${port}/palpite) cannot be reached: `)
  expect(said).toContain('ECONNREFUSED')
  expect(said).not.toContain('verysecret')
})

test.each(['abc', '0', '65532', '80.5'])('refuses the port %s', async (port) => {
  const said = await refusal({ PORT: port, DATA_DIR: freshDataDir() })
  expect(said).toBe(`PORT is "${port}"; it must be a whole number from 1 to 65531.`)
})

test('refuses unreadable secrets instead of creating new ones', async () => {
  const dataDir = freshDataDir()
  mkdirSync(dirname(dataDir), { recursive: true })
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'secrets.json'), '{"pixKey":')
  const said = await refusal({ PORT: String(await freePort()), DATA_DIR: dataDir })
  expect(said).toContain(`The secrets in ${join(dataDir, 'secrets.json')} cannot be read`)
})

test.each([
  ['v20.20.2', 1],
  ['v22.17.1', 1],
  ['v22.18.0', 0],
  ['v24.21.0', 0],
])('asks for Node 22.18 or newer: %s ends with %i', async (version, code) => {
  const check = join(import.meta.dirname, 'check-node.js')
  const script = `Object.defineProperty(process, 'version', { value: '${version}' }); await import('${check}')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(code)
})

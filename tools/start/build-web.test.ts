import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWeb, hashSources, WEB_APPS } from './build-web.ts'

let root = ''
const said: string[] = []
const odds = '../../../packages/odds/src/index.ts'

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'palpite-build-'))
  mkdirSync(join(root, 'apps/tiny/src'), { recursive: true })
  mkdirSync(join(root, 'packages/odds/src'), { recursive: true })
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'))
  write('package-lock.json', '{}')
  write('packages/odds/src/index.ts', 'export const price = 1850')
  write('apps/tiny/index.html', '<script type="module" src="/src/main.ts"></script>')
  write('apps/tiny/src/main.ts', `import { price } from '${odds}'; document.title = String(price)`)
  said.length = 0
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFileSync(join(root, file), text)
const build = () =>
  buildWeb({ root, app: 'apps/tiny', signal: new AbortController().signal, say: (line) => said.push(line) })
const built = () =>
  readdirSync(join(root, 'apps/tiny/dist/assets'))
    .map((name) => readFileSync(join(root, 'apps/tiny/dist/assets', name), 'utf8'))
    .join('')

test('builds once, and again only after a source or package changed', async () => {
  await build()
  await build()
  expect(said).toHaveLength(1)
  expect(built()).toContain('1850')
  write('packages/odds/src/index.ts', 'export const price = 2100')
  await build()
  expect(said).toHaveLength(2)
  expect(built()).toContain('2100')
})

test('builds again after an interrupted build', async () => {
  await build()
  rmSync(join(root, 'apps/tiny/dist/.sources'))
  await build()
  expect(said).toHaveLength(2)
})

test('reports a source that cannot be built, and marks nothing as built', async () => {
  write('apps/tiny/src/main.ts', `import './absent.ts'`)
  await expect(build()).rejects.toThrow(/The build of apps\/tiny failed:[^]*absent\.ts/)
  expect(existsSync(join(root, 'apps/tiny/dist/.sources'))).toBe(false)
})

test('a build by `npm run build` is reused by the next start', async () => {
  const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> })
    .scripts
  expect(scripts['build']).toBe('node tools/start/build.ts')
  for (const app of WEB_APPS) cpSync(join(root, 'apps/tiny'), join(root, app), { recursive: true })
  const command = spawn(process.execPath, [resolve('tools/start/build.ts')], { cwd: root })
  expect(await new Promise((done) => command.once('close', done))).toBe(0)
  for (const app of WEB_APPS) {
    await buildWeb({ root, app, signal: new AbortController().signal, say: (line) => said.push(line) })
    expect(readdirSync(join(root, app, 'dist'))).toContain('index.html')
  }
  expect(said).toEqual([])
})

test.each([
  ['the lock file', 'package-lock.json', true],
  ['a source of the app', 'apps/tiny/src/other.ts', true],
  ['a test', 'apps/tiny/src/main.test.ts', false],
])('a change of %s changes the mark: %s, %s', (_what, file, changes) => {
  const before = hashSources(root, 'apps/tiny')
  write(file, '{"changed":true}')
  expect(hashSources(root, 'apps/tiny') !== before).toBe(changes)
})

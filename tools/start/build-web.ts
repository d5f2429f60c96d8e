import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from './start-refused.ts'

/** The repository's web apps, relative to its root. */
export const WEB_APPS: readonly string[] = ['apps/player', 'apps/backoffice', 'apps/studio']

type Build = { root: string; app: string; signal: AbortSignal; say: (line: string) => void }

/** Builds a web app unless its output is from the same sources and packages. */
export async function buildWeb({ root, app, signal, say }: Build): Promise<void> {
  const mark = join(root, app, 'dist', '.sources')
  const sources = hashSources(root, app)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sources) return
  say(`Building ${app} …`)
  await runVite(root, app, signal)
  writeFileSync(mark, sources)
}

/** A hash over a build's inputs: app, packages, installed versions. */
export function hashSources(root: string, app: string): string {
  const hash = createHash('sha256')
  const files = [...filesUnder(root, app), ...filesUnder(root, 'packages'), 'package-lock.json']
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesUnder(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesUnder(root, path) : [path]
    })
}

/** vite empties `dist` first, so an interrupted build has no mark and is repeated. */
async function runVite(root: string, app: string, signal: AbortSignal): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', app, '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).finally(() => signal.removeEventListener('abort', stop))
  signal.throwIfAborted()
  if (code !== 0) throw new StartRefused(`The build of ${app} failed:\n${said.trim().slice(-2000)}`)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { acquireLock } from './lock.ts'

const folders: string[] = []
const children: ChildProcess[] = []
afterEach(async () => {
  // Awaited: a leaving one still holds its folders' inode numbers, which later folders may get.
  await Promise.all(children.splice(0).map(ended))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const dataFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-lock-'))
  folders.push(folder)
  return folder
}

/** An unused pid: above Linux's maximum. */
const GONE = 2 ** 30
const leaveBehind = (folder: string, text = JSON.stringify({ pid: GONE, port: 3000 })) =>
  writeFileSync(join(folder, 'running.json'), text)

/** Starts this many at the same moments, for each folder in this one; returns what each reported. */
async function startTogether(folder: string, starts: number, rounds: number) {
  const atMs = Date.now() + 400 * starts // the time to get all of them ready
  const said = Array.from({ length: starts }, async () => {
    const script = join(import.meta.dirname, 'stand-in/take-locks.ts')
    // The last argument makes it look like a launcher by command line.
    const args = [script, folder, String(rounds), String(atMs), String(EVERY_MS), 'start/start.ts']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    const words = await new Promise<string>((resolve) => {
      child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    })
    return { pid: child.pid ?? 0, words: JSON.parse(words) as string[] }
  })
  return Promise.all(said)
}

const EVERY_MS = 12
const STARTS = 3
const ROUNDS = 150

test.each([
  ['nothing', undefined],
  ['the lock of one that was killed', JSON.stringify({ pid: GONE, port: 3000 })],
  ['half a lock', '{"pid":'],
])('of several starts at once exactly one gets a folder with %s in it', async (_what, left) => {
  const parent = dataFolder()
  const folders = Array.from({ length: ROUNDS }, (_, round) => join(parent, String(round)))
  for (const folder of folders) {
    mkdirSync(folder)
    if (left !== undefined) leaveBehind(folder, left)
  }
  const starts = await startTogether(parent, STARTS, ROUNDS)
  for (const [round, folder] of folders.entries()) {
    const holders = starts.filter(({ words }) => words[round] === 'taken')
    expect(holders).toHaveLength(1)
    const [{ pid } = { pid: 0 }] = holders
    const refusal = `Palpite is already running on ${folder}: http://localhost:${pid} (process ${pid}).`
    for (const { words } of starts.filter((start) => start.pid !== pid))
      expect(words[round]).toContain(refusal)
  }
})

test('a folder reached by another name is the same folder', async () => {
  const parent = dataFolder()
  mkdirSync(join(parent, '0'))
  symlinkSync(parent, `${parent}-too`)
  folders.push(`${parent}-too`)
  const lock = await acquireLock(join(parent, '0'), 3000)
  const [start] = await startTogether(`${parent}-too`, 1, 1)
  expect(start?.words[0]).toContain('Palpite is already running')
  lock.release()
})

test('reports whether the previous one was killed, and leaves nothing behind when released', async () => {
  const folder = dataFolder()
  const first = await acquireLock(folder, 3000)
  expect(first.leftBehind).toBe(false)
  expect(JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'))).toEqual({
    pid: process.pid,
    port: 3000,
  })
  first.release()
  expect(existsSync(join(folder, 'running.json'))).toBe(false)
  leaveBehind(folder)
  const second = await acquireLock(folder, 3000)
  expect(second.leftBehind).toBe(true)
  second.release()
})

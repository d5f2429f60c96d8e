import { fork } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openLog, openLogOutput, standardOutput } from './log.ts'

const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })

/** A disk that is full until the test frees space, and accepts a few bytes at a time. */
function fullDisk(maxBytes: number) {
  const disk = { written: '', isFull: true, tries: 0, lost: 0 }
  const output = openLogOutput({
    to: (bytes, done) => {
      disk.tries += 1
      setImmediate(() => {
        if (disk.isFull) return done(full, 0)
        const taken = Math.min(bytes.length, 7)
        disk.written += bytes.subarray(0, taken).toString()
        done(null, taken)
      })
    },
    onDrop: () => (disk.lost += 1),
    maxBytes,
    retryMs: 5,
  })
  return Object.assign(disk, { output })
}

test('writes lines whole and in order, however few bytes are accepted at a time', async () => {
  const disk = fullDisk(100_000)
  disk.isFull = false
  const lines = Array.from({ length: 200 }, (_, at) => `{"line":${at},"word":"ação"}\n`)
  for (const line of lines) disk.output.write(line)
  await disk.output.flush(10_000)
  // The file joins a character split over two writes; here each is decoded by itself.
  expect(disk.written.replaceAll(/\uFFFD/g, '').split('\n')).toHaveLength(201)
  expect(disk.written.match(/"line":\d+/g)).toEqual(lines.map((line) => /"line":\d+/.exec(line)?.[0]))
})

test('on a full disk a fatal line blocks nothing, memory stays bounded, and losses are counted', async () => {
  const disk = fullDisk(10_000)
  const log = openLog('info', disk.output)
  for (let at = 0; at < 1000; at += 1) log.fatal({ at }, 'a bug') // the test would hang here
  await expect.poll(() => disk.tries).toBeGreaterThan(3)
  expect(disk.written).toBe('')
  expect(disk.lost).toBeGreaterThan(800)

  disk.isFull = false
  await expect.poll(() => disk.written).toContain('log lines were lost')
  const lines = disk.written.trim().split('\n')
  expect(lines).toHaveLength(1000 - disk.lost + 1)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 40, lines: disk.lost })
  log.info('again')
  await disk.output.flush(10_000)
  expect(disk.written).toContain('"msg":"again"')
})

test('a program whose output is full continues and ends by itself', async () => {
  const device = openSync('/dev/full', 'w')
  const child = fork(new URL('./testing/logs-much.ts', import.meta.url), {
    stdio: ['ignore', device, 'inherit', 'ipc'],
  })
  closeSync(device)
  const said = await new Promise((resolve) => child.once('message', resolve))
  child.send('seen')
  expect(said).toMatchObject({ lost: expect.any(Number) as number })
  try {
    await expect.poll(() => child.exitCode).toBe(0)
  } finally {
    child.kill('SIGKILL')
  }
})

test('a process that opens its output many times registers one exit listener', () => {
  standardOutput(() => {})
  const before = process.listenerCount('exit')
  for (let opened = 0; opened < 20; opened += 1) standardOutput(() => {})
  expect(process.listenerCount('exit')).toBe(before)
})

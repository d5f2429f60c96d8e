import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openTurningLog } from './turning-log.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function freshLog() {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-log-'))
  folders.push(folder)
  const file = join(folder, 'server.log')
  return { folder, file, both: () => readFileSync(`${file}.1`, 'utf8') + readFileSync(file, 'utf8') }
}

const linesOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `{"line":${from + at}}\n`).join('')

test('rotates between lines while written to, and loses none', () => {
  const { file, both } = freshLog()
  const log = openTurningLog(file, 500)
  const said = linesOf(0, 60) // some 800 bytes
  const bytes = Buffer.from(said)
  for (let at = 0; at < bytes.length; at += 7) log.write(bytes.subarray(at, at + 7)) // in partial lines
  expect(both()).toBe(said)
  expect(readFileSync(`${file}.1`, 'utf8')).toMatch(/\}\n$/)
  expect(statSync(`${file}.1`).size).toBeLessThan(520)
})

test.each([
  ['of lines', Buffer.from(linesOf(0, 100))],
  ['without an end of line', Buffer.alloc(1200, 'x')],
])('of a flood %s keeps two small files', (_what, bytes) => {
  const { folder, file } = freshLog()
  const log = openTurningLog(file, 10_000)
  for (let time = 0; time < 500; time += 1) log.write(bytes)
  expect(readdirSync(folder).sort()).toEqual(['server.log', 'server.log.1'])
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(22_000)
})

test('continues a previous log, and rotates at once if it was full', () => {
  const { file } = freshLog()
  writeFileSync(file, linesOf(0, 100))
  openTurningLog(file, 10_000).write(Buffer.from('more\n'))
  expect(readFileSync(file, 'utf8')).toBe(`${linesOf(0, 100)}more\n`)
  openTurningLog(file, 1000).write(Buffer.from('anew\n'))
  expect(readFileSync(file, 'utf8')).toBe('anew\n')
})

test('starts anew if its file or folder was removed, without growing memory', () => {
  const { folder, file } = freshLog()
  const log = openTurningLog(file, 100)
  rmSync(folder, { recursive: true })
  for (let line = 0; line < 50; line += 1) log.write(Buffer.from(linesOf(line, line + 1)))
  writeFileSync(folder, 'a file now') // still unwritable
  log.write(Buffer.from('nobody reads this\n'))
  rmSync(folder)
  mkdirSync(folder)
  log.write(Buffer.from('here again\n'))
  expect(readFileSync(file, 'utf8')).toMatch(/^\n\d+ bytes of this log were lost.*\nhere again\n$/)
})

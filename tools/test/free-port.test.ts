import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort, reserve } from './free-port.ts'

test('rows of five ports never overlap, however many are asked for at once', async () => {
  const rows = await Promise.all(Array.from({ length: 50 }, freePort))
  const ports = rows.flatMap((first) => [first, first + 1, first + 2, first + 3, first + 4])
  expect(new Set(ports).size).toBe(250)
})

test('what a living process holds is nobody else’s; what a dead one left is free the next time', async () => {
  const held = await freePort()
  expect(reserve(held)).toBe(false)
  const dead = spawn(process.execPath, ['-e', ''])
  await once(dead, 'exit')
  const other = await freePort()
  writeFileSync(join(tmpdir(), `palpite-ports-${process.getuid?.() ?? 0}`, String(other)), String(dead.pid))
  expect([reserve(other), reserve(other)]).toEqual([false, true])
})

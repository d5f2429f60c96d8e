import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepLive, leaveGame } from './live.ts'
import { openAddress, openServer, keepInBrowser } from './testing/test-browser.ts'

type Line = {
  options: Record<string, unknown>
  emit: ReturnType<typeof vi.fn>
  disconnect: ReturnType<typeof vi.fn>
}
const lines: Line[] = []

vi.mock('socket.io-client', () => ({
  io: (options: Record<string, unknown>) => {
    const line = { options, on: () => undefined, emit: vi.fn<() => void>(), disconnect: vi.fn<() => void>() }
    lines.push(line)
    return line
  },
}))

beforeEach(() => {
  keepInBrowser()
  openAddress('/home')
  lines.length = 0
})
afterEach(() => keepLive(''))

const ticketed = () => openServer({ '/api/app/realtime/ticket': { data: { ticket: 'once' } } })

test('a visitor has no connection', async () => {
  const sent = ticketed()
  keepLive('')
  await new Promise((done) => setTimeout(done, 20))
  expect([sent, lines]).toEqual([[], []])
})

test('a player has one connection, by websocket alone, opened with a ticket of its own', async () => {
  const sent = ticketed()
  keepLive('ana')
  keepLive('ana')
  await expect.poll(() => lines.length).toBe(1)
  expect(sent.map(({ path }) => path)).toEqual(['/api/app/realtime/ticket'])
  expect(lines[0]?.options).toMatchObject({
    path: '/gamecenter-siop',
    transports: ['websocket'],
    query: { token: 'once' },
  })
})

test('the connection says which game is left, and closes with the session', async () => {
  ticketed()
  keepLive('ana')
  await expect.poll(() => lines.length).toBe(1)
  leaveGame('dice')
  expect(lines[0]?.emit).toHaveBeenCalledWith('offGame', { gameCode: 'dice' })
  keepLive('')
  expect(lines[0]?.disconnect).toHaveBeenCalledOnce()
})

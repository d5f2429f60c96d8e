import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from './api/api.ts'
import { keepLive, leaveGame, wakeLive } from './live.ts'
import { useLook } from './look.ts'
import { queryClient } from './query.ts'
import { type UserInfo, userInfoKey } from './session.ts'
import { showCall } from './testing/show-call.ts'
import { openAddress, openServer, keepInBrowser } from './testing/test-browser.ts'
import { testUser } from './testing/test-user.ts'

type Line = {
  options: Record<string, unknown>
  /** Sent by the server, or by the library about the connection. */
  say: (event: string, message?: object) => void
  emit: ReturnType<typeof vi.fn>
  disconnect: ReturnType<typeof vi.fn>
}
const lines: Line[] = []

vi.mock('socket.io-client', () => ({
  io: (options: Record<string, unknown>) => {
    const heard = new Map<string, (message?: object) => void>()
    const line = {
      options,
      say: (event: string, message?: object) => heard.get(event)?.(message),
      on: (event: string, listener: (message?: object) => void) => void heard.set(event, listener),
      emit: vi.fn<() => void>(),
      disconnect: vi.fn<() => void>(),
    }
    lines.push(line)
    return line
  },
}))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true }) // and anything slower is ignored
  keepInBrowser()
  openAddress('/home')
  lines.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  keepLive('')
  queryClient.clear()
})

const ticketed = () => openServer({ '/api/app/realtime/ticket': { data: { ticket: 'once' } } })

test('a visitor has no connection', async () => {
  const sent = ticketed()
  keepLive('')
  // A player who logs in right after gets the only one.
  keepLive('ana')
  await expect.poll(() => lines.length).toBe(1)
  expect(sent).toHaveLength(1)
})

test('a player has one websocket connection, opened with its own ticket', async () => {
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

test('a slow ticket delays the connection but no screen', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(new URL(address, 'http://palpite.example').pathname)
    if (address.includes('ticket')) return new Promise(() => {})
    return Promise.resolve(Response.json({ status: 200, message: '', data: testUser }))
  })
  keepLive('ana')
  await expect.poll(() => asked).toEqual(['/api/app/realtime/ticket'])
  await api('GET /api/app/user/userInfo', { loading: false })
  expect(asked).toEqual(['/api/app/realtime/ticket', '/api/app/user/userInfo'])
})

test('the connection reports which game was left, and closes with the session', async () => {
  ticketed()
  keepLive('ana')
  await expect.poll(() => lines.length).toBe(1)
  leaveGame('dice')
  expect(lines[0]?.emit).toHaveBeenCalledWith('offGame', { gameCode: 'dice' })
  keepLive('')
  expect(lines[0]?.disconnect).toHaveBeenCalledOnce()
})

test('a change of language reopens the connection with a new ticket; a visitor opens none', async () => {
  const sent = ticketed()
  useLook.setState({ language: 'es' })
  keepLive('ana')
  await expect.poll(() => lines.length).toBe(1)
  useLook.setState({ theme: 'light' }) // other display settings do not matter
  useLook.setState({ language: 'en' })
  await expect.poll(() => lines.length).toBe(2)
  expect(lines[0]?.disconnect).toHaveBeenCalledOnce()
  lines[0]?.say('disconnect') // events of the former connection open no third one
  await vi.advanceTimersByTimeAsync(40_000)
  expect(sent.map(({ headers }) => headers['lang'])).toEqual(['es_ES', 'en_US'])
  useLook.setState({ language: 'pt-BR', theme: 'system' })
  await expect.poll(() => lines.length).toBe(3)
})

/** The newest of this many opened connections. */
const lineOf = async (count: number) => {
  await expect.poll(() => lines.length).toBe(count)
  return lines.at(-1)
}

/** A page of a player whose user and records were loaded, and what it requests from now on. */
const openPage = async () => {
  ticketed()
  queryClient.setQueryData(userInfoKey, testUser)
  const records = showCall('GET /api/app/order/records')
  await expect.poll(() => records.asked()).toBe(1)
  keepLive('ana')
  return { line: await lineOf(1), records }
}

const greeting = (balanceVersion: number) => ({ seq: 3, balance: 40, freeBalance: 5, balanceVersion })
const balance = () => queryClient.getQueryData<UserInfo>(userInfoKey)?.balance
/** Long enough for pending requests: counted stakes wait 300 ms. */
const settle = () => vi.advanceTimersByTimeAsync(400)

test('money that moved before the connection opened is shown, and visible lists are reloaded', async () => {
  const { line, records } = await openPage()
  line?.say('ready', greeting(8))
  await expect.poll(() => [balance(), records.asked()]).toEqual([40, 2])
  records.leave()
})

test('a greeting without news requests nothing', async () => {
  const { line, records } = await openPage()
  const limits = showCall('GET /api/app/order/getWithdraw')
  await settle()
  const before = [records.asked(), limits.asked()]
  line?.say('ready', greeting(7))
  await settle()
  expect([balance(), records.asked(), limits.asked()]).toEqual([100, ...before])
  records.leave()
  limits.leave()
})

test('a page whose first connection attempt failed catches up, though no money moved', async () => {
  const { line, records } = await openPage()
  line?.say('connect_error')
  wakeLive()
  const second = await lineOf(2)
  second?.say('ready', greeting(7))
  await expect.poll(() => records.asked()).toBe(2)
  records.leave()
})

test('each later connection catches up, and the next player starts with a first one', async () => {
  const { line, records } = await openPage()
  line?.say('ready', greeting(7))
  line?.say('disconnect')
  wakeLive()
  const second = await lineOf(2)
  second?.say('ready', greeting(8))
  await expect.poll(() => [balance(), records.asked()]).toEqual([40, 2])
  keepLive('bia')
  const others = await lineOf(3)
  others?.say('ready', greeting(8))
  await settle()
  expect(records.asked()).toBe(2)
  records.leave()
})

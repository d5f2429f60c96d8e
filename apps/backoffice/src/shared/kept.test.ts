import { expect, test, vi } from 'vitest'

// A fake of the browser's storage.
const kept = vi.hoisted(() => {
  const make = () => {
    const items = new Map<string, string>()
    return {
      items,
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    }
  }
  const stores = { localStorage: make(), sessionStorage: make() }
  Object.assign(globalThis, stores)
  return stores
})

const { readLook } = await import('./look.ts')
const { formatMoney, formatSpan, formatTime } = await import('./format.ts')
const { addressOf, ask, ApiError } = await import('./api.ts')
const { beginSession, endSession, tokenNow } = await import('./session.ts')

test.each([
  [null, { theme: 'light', language: 'pt-BR' }],
  ['{"theme":"dark","language":"en"}', { theme: 'dark', language: 'en' }],
  ['{"theme":"pink","language":"xx"}', { theme: 'light', language: 'pt-BR' }],
  ['{cut off', { theme: 'light', language: 'pt-BR' }],
  ['null', { theme: 'light', language: 'pt-BR' }],
])('a stored look of %j is %j', (stored, look) => {
  expect(readLook(stored)).toEqual(look)
})

test("money, times and durations follow the language, times the house's clock", () => {
  expect(formatMoney(123_456, 'pt-BR')).toBe('R$\u00a01.234,56')
  expect(formatMoney(-100, 'en')).toBe('−R$1.00')
  expect(formatTime('2026-11-27T02:30:00.000Z', 'pt-BR')).toContain('26/11/2026')
  expect(formatSpan(3 * 3_600_000 + 59_000, 'pt-BR')).toBe('3 h')
  expect(formatSpan(59_000, 'en')).toBe('0 min')
  expect(formatSpan(-2 * 86_400_000, 'en')).toBe('2 days')
})

test('an address has its path filled and its query without missing values', () => {
  expect(addressOf('/api/x/:id/y', { id: 'a/b' }, { cursor: undefined, status: 'open', none: '' })).toBe(
    '/api/x/a%2Fb/y?status=open',
  )
})

test('an unknown session ends once, and a newer one stays', async () => {
  const answer = {
    ok: false,
    status: 401,
    json: async () => ({ status: 40101, message: 'Entre de novo', data: { code: 'logged_out' } }),
  }
  vi.stubGlobal('fetch', async () => answer)
  beginSession('a-token')
  expect(kept.sessionStorage.items.size).toBe(1)
  await expect(ask('GET /api/backoffice/session/me')).rejects.toMatchObject({ http: 401, code: 'logged_out' })
  expect(tokenNow()).toBe('')
  expect(kept.sessionStorage.items.size).toBe(0)
  beginSession('another')
  endSession('a-token', 'ended')
  expect(tokenNow()).toBe('another')
  vi.unstubAllGlobals()
})

test('a call without an answer fails as such, and ends no session', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no line')))
  beginSession('a-token')
  const failure = await ask('GET /api/backoffice/session/me').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ http: 0 })
  expect(tokenNow()).toBe('a-token')
  vi.unstubAllGlobals()
})

import { vi } from 'vitest'

/** Test helper: the browser's storage. Use in `vi.hoisted`, because the app reads its token at import. */
export const keepInBrowser = (kept: Readonly<Record<string, string>> = {}): void => {
  vi.stubGlobal('localStorage', storageOf(kept))
  vi.stubGlobal('sessionStorage', storageOf({}))
}

const storageOf = (kept: Readonly<Record<string, string>>) => {
  const entries = new Map(Object.entries(kept))
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
    get length() {
      return entries.size
    },
  }
}

/** An address bar and history, starting here once all modules are loaded. */
export const openAddress = (address: string): void => {
  const origin = 'http://localhost'
  const place = (to: string) => vi.stubGlobal('location', new URL(to, origin))
  const entry: { state: unknown } = { state: null }
  const step = (state: unknown, _title: string, to?: string) => {
    entry.state = state
    if (to !== undefined) place(to)
  }
  vi.stubGlobal(
    'history',
    Object.assign(entry, { pushState: step, replaceState: step, back: () => undefined }),
  )
  place(address)
}

type Sent = { method: string; path: string; headers: Record<string, string>; body: string }
type Answer = { http?: number; status?: number; message?: string; data?: unknown }

/** A server that answers each call by path, and what it was sent. Without an answer the connection breaks. */
export const openServer = (answers: Readonly<Record<string, Answer>>) => {
  const sent: (Sent & { init: RequestInit })[] = []
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    const path = address.split('?')[0] ?? ''
    const headers = (init.headers ?? {}) as Record<string, string>
    sent.push({
      method: init.method ?? 'GET',
      path: address,
      headers,
      body: typeof init.body === 'string' ? init.body : '',
      init,
    })
    const answer = answers[path]
    if (!answer) return Promise.reject(new TypeError('the line is cut'))
    const { http = 200, status = http, message = '', data = null } = answer
    return Promise.resolve(Response.json({ status, message, data }, { status: http }))
  })
  return sent
}

/** Runs `AbortSignal.timeout` on the test's clock instead of the browser's. */
export const timeOutByTheGivenClock = (): void => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const ending = new AbortController()
    setTimeout(() => ending.abort(new DOMException('timed out', 'TimeoutError')), ms)
    return ending.signal
  })
}

/** A server that accepts every call and answers none, and what it was sent: a call ends by its own signal. */
export const openSilentServer = () => {
  const sent: { path: string; headers: HeadersInit | undefined; isOver: () => boolean }[] = []
  vi.stubGlobal('fetch', (path: string, { signal, headers }: RequestInit = {}) => {
    sent.push({ path, headers, isOver: () => signal?.aborted ?? false })
    return new Promise<Response>((_, fail) => {
      signal?.addEventListener('abort', () => fail(signal.reason as Error))
    })
  })
  return sent
}

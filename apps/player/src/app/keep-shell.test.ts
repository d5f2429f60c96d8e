import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TAKE_OVER } from '../worker/take-over.ts'
import { useLook } from '../shared/look.ts'
import { keepShell } from './keep-shell.ts'
import { useWaitingVersion } from './waiting-version.ts'

const readTexts = vi.hoisted(() => vi.fn<() => Promise<void>>())
vi.mock('../shared/text/text.ts', () => ({ loadAllTexts: readTexts }))

type Waiting = EventTarget & { postMessage: (said: unknown) => void }

const said: unknown[] = []
const worker = (): Waiting =>
  Object.assign(new EventTarget(), { postMessage: (words: unknown) => void said.push(words) })

const registration = Object.assign(new EventTarget(), {
  waiting: undefined as Waiting | undefined,
  installing: undefined as Waiting | undefined,
})
const registered: unknown[] = []
const openContainer = (controller: object | null) =>
  Object.assign(new EventTarget(), {
    controller,
    register: (...how: unknown[]) => {
      registered.push(how)
      return Promise.resolve(registration)
    },
  })
let container: ReturnType<typeof openContainer>

/** Starts the page in a browser with or without our service worker. */
const start = async (has: 'worker' | 'no worker') => {
  container = openContainer(has === 'worker' ? {} : null)
  vi.stubGlobal('navigator', { serviceWorker: container })
  const done = keepShell()
  await vi.advanceTimersByTimeAsync(0)
  return { done }
}
const reload = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { reload })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reload.mockReset()
  said.length = 0
  Object.assign(registration, { waiting: undefined, installing: undefined })
  useWaitingVersion.setState({ take: undefined })
})

const offered = () => useWaitingVersion.getState().take
const install = () => {
  registration.installing = worker()
  registration.dispatchEvent(new Event('updatefound'))
  registration.waiting = registration.installing
  registration.installing.dispatchEvent(new Event('statechange'))
}

test("a browser's first worker shows no message", async () => {
  await start('no worker')
  install()
  container.dispatchEvent(new Event('controllerchange'))
  expect(offered()).toBeUndefined()
  expect(reload).not.toHaveBeenCalled()
  expect(registered[0]).toEqual(['/sw.js', { scope: '/', updateViaCache: 'none' }])
})

test.each([
  {
    language: 'de',
    keeps: [
      'https://palpite.example/assets/texts-de-first-1.js',
      'https://palpite.example/assets/texts-de-games-1.js',
    ],
  },
  { language: 'pt-BR', keeps: [] },
] as const)(
  'the texts of every screen in $language are cached for offline use',
  async ({ language, keeps }) => {
    const kept: string[] = []
    const read: string[] = []
    vi.stubGlobal('caches', {
      open: async () => ({ addAll: async (names: string[]) => void kept.push(...names) }),
    })
    vi.stubGlobal('performance', { getEntriesByType: () => read.map((name) => ({ name })) })
    readTexts.mockImplementation(async () => void read.push(...keeps))
    useLook.setState({ language })
    const { done } = await start('no worker')
    expect(kept).toEqual([]) // the new worker would clear them
    container.dispatchEvent(new Event('controllerchange'))
    await done
    expect(kept).toEqual(keeps)
  },
)

test('a new version waits until the player accepts it, and then controls the page', async () => {
  await start('worker')
  install()
  expect([said, reload.mock.calls]).toEqual([[], []])
  offered()?.()
  expect(said).toEqual([TAKE_OVER])
  container.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledOnce()
})

test('a new version that another tab accepted is offered, not forced', async () => {
  await start('worker')
  container.dispatchEvent(new Event('controllerchange'))
  expect(reload).not.toHaveBeenCalled()
  offered()?.()
  expect(reload).toHaveBeenCalledOnce()
})

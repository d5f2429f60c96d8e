import { createElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { logOut } from '../../../shared/log-out.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import {
  canReceivePushes,
  keepPushesToSession,
  leavePushes,
  subscribeToPushes,
  receivesPushes,
} from '../../../shared/push.ts'
import { queryClient } from '../../../shared/query.ts'
import { beginSession, endSession } from '../../../shared/session.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { keepInBrowser, openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { PushAnswer, PushCard } from './PushCard.tsx'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => {
  keepInBrowser()
  openAddress('/gameMess')
  closeOverlay()
  queryClient.clear()
})

const endpoint = 'https://fcm.googleapis.com/fcm/send/phone'
const keys = { p256dh: `B${'c'.repeat(86)}`, auth: 'd'.repeat(22) }
const subscribePath = '/api/app/messages/subscribe'

type Browser = {
  permission?: NotificationPermission
  /** The push service's answer to a subscription. */
  fails?: Error
  isOn?: boolean
  lacksKeys?: boolean
}

/** A browser with push support: its initial permission and subscription. */
const openBrowser = ({ permission = 'granted', fails, isOn = false, lacksKeys = false }: Browser = {}) => {
  const asked: unknown[] = []
  let left = 0
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, ...(!lacksKeys && { keys }) }),
    unsubscribe: async () => {
      left += 1
      held = null
      return true
    },
  }
  let held: typeof subscription | null = isOn ? subscription : null
  const pushManager = {
    getSubscription: async () => held,
    subscribe: async (options: unknown) => {
      asked.push(options)
      if (fails) throw fails
      held = subscription
      return subscription
    },
  }
  const registration = { pushManager }
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { requestPermission: async () => permission })
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  })
  return { asked, left: () => left, isOn: () => held !== null }
}

const card = () => {
  const preferences = { kinds: [], quiet: { fromMinute: 0, toMinute: 0 }, pushKey: 'key', browsers: 0 }
  return draw(createElement(PushCard, { preferences, onQuiet: () => undefined }))
}

/** Presses the button, waits, and returns the message. */
const said = async (button: string): Promise<string> => {
  card().press(button)
  const command = () => queryClient.getMutationCache().getAll().at(-1)
  await expect.poll(() => command()?.state.status).toMatch(/success|error/)
  const { status, data } = command()?.state ?? {}
  return draw(createElement(PushAnswer, { status, data } as Parameters<typeof PushAnswer>[0])).words
}

const blocked = 'O navegador está bloqueando as notificações do Palpite'
const failed = 'Não deu certo'

test('a denied permission is shown', async () => {
  const sent = openServer({ [subscribePath]: {} })
  const denied = openBrowser({ permission: 'denied' })
  expect(await said('Ligar notificações')).toContain(blocked)
  expect(denied.asked).toEqual([])
  openBrowser({ permission: 'default' }) // the prompt was closed without an answer
  expect(await said('Ligar notificações')).toContain(blocked)
  openBrowser({ fails: new DOMException('Registration failed', 'AbortError') })
  expect(await said('Ligar notificações')).toContain(failed)
  openBrowser({ lacksKeys: true }) // pushes to it could not be encrypted
  expect(await said('Ligar notificações')).toContain(blocked)
  expect(sent.filter(({ path }) => path === subscribePath)).toEqual([])
})

test('a server refusal is shown, and the browser is unsubscribed', async () => {
  openServer({ [subscribePath]: { http: 500, status: 5000, message: 'x' } })
  const browser = openBrowser()
  expect(await said('Ligar notificações')).toContain(failed)
  expect([browser.asked.length, browser.isOn()]).toEqual([1, false])
})

test('the server gets the endpoint with its keys, and the one removed', async () => {
  const sent = openServer({ [subscribePath]: {}, '/api/app/messages/unsubscribe': {} })
  const browser = openBrowser()
  expect(await said('Ligar notificações')).toBe('')
  expect(browser.asked).toEqual([{ userVisibleOnly: true, applicationServerKey: 'key' }])
  expect(JSON.parse(sent.at(-1)?.body ?? '')).toEqual({ endpoint, ...keys })
  queryClient.setQueryData(['this browser takes pushes'], true)
  expect(await said('Desligar neste aparelho')).toBe('')
  expect(JSON.parse(sent.at(-1)?.body ?? '')).toEqual({ endpoint })
  expect([await receivesPushes(), browser.left()]).toEqual([false, 1])
})

test('a browser without push support says so, and is not prompted', async () => {
  vi.stubGlobal('navigator', {})
  expect([canReceivePushes(), await receivesPushes(), await leavePushes()]).toEqual([false, false, undefined])
  expect(card().words).toContain('Este navegador não recebe notificações')
  expect(card().html).not.toContain('<button')
  openBrowser({ lacksKeys: true })
  expect(await subscribeToPushes('key')).toBeUndefined()
})

test("this browser's push ends with the session, also offline", async () => {
  openServer({})
  const closed = openBrowser({ isOn: true }) // the session ended while the app was closed
  keepPushesToSession()
  await expect.poll(closed.isOn).toBe(false)
  beginSession('ana')
  const loggedOut = openBrowser({ isOn: true })
  await logOut()
  await expect.poll(loggedOut.isOn).toBe(false)
  beginSession('ana')
  const lost = openBrowser({ isOn: true })
  endSession()
  await expect.poll(lost.isOn).toBe(false)
  beginSession('ana')
  const replaced = openBrowser({ isOn: true })
  beginSession('bia')
  await expect.poll(replaced.isOn).toBe(false)
  const own = openBrowser({ isOn: true })
  beginSession('bia') // the same session, started again
  await expect.poll(() => receivesPushes()).toBe(true)
  expect(own.left()).toBe(0)
})

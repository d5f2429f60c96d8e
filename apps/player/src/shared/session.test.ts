import { beforeEach, expect, test, vi } from 'vitest'
import { logOut } from './log-out.ts'
import { closeOverlay, isSlipOpen, openOverlay, openOverlayName } from './overlays.ts'
import { queryClient } from './query.ts'
import {
  apiKey,
  beginSession,
  cachedUser,
  cacheUser,
  deviceId,
  endSession,
  keepSession,
  type UserInfo,
  userInfoKey,
  useToken,
} from './session.ts'
import { keepInBrowser, openAddress, openServer } from './testing/test-browser.ts'
import { refreshUser } from './use-user.ts'

const wagering = { sportsBps: 10_000 } as UserInfo['wagering']
const ana = { username: 'ana@palpite.example', balance: 10, balanceVersion: 1, wagering } as UserInfo

beforeEach(() => {
  keepInBrowser()
  openAddress('/home')
  queryClient.clear()
  closeOverlay()
})

test('a stored user of an older version is ignored', () => {
  cacheUser({ ...ana, wagering: { contributions: [] } } as unknown as UserInfo)
  expect(cachedUser()).toBeUndefined()
})

test('the user of the last visit is kept, and a failed fetch removes it', async () => {
  beginSession('ana')
  openServer({ '/api/app/user/userInfo': { data: ana } })
  await refreshUser()
  expect(cachedUser()).toEqual(ana)
  openServer({ '/api/app/user/userInfo': { http: 503 } })
  await expect(refreshUser()).rejects.toThrow('503')
  expect(cachedUser()).toBeUndefined()
})

test('the API key of a session is stored beside its token, and removed with it', () => {
  keepSession({ access_token: 'ana', api_key: 'KEY0000000001' })
  expect([localStorage.getItem('token'), apiKey()]).toEqual(['ana', 'KEY0000000001'])
  beginSession('bia') // for a page whose server sent no key
  expect(apiKey()).toBe('')
  endSession()
  expect(localStorage).toHaveLength(0)
})

test('an answer to a former session leaves the next user unchanged', async () => {
  beginSession('ana')
  let answer: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const asked = refreshUser()
  await Promise.resolve()
  beginSession('bia')
  const bia = { ...ana, username: 'bia@palpite.example' }
  cacheUser(bia)
  answer(Response.json({ status: 200, message: '', data: ana }))
  await expect(asked).rejects.toThrow('former session')
  expect(cachedUser()).toEqual(bia)
  expect(queryClient.getQueryData(userInfoKey)).toBeUndefined()
})

test.each(['gameDeposit', 'bonusIncrease'] as const)(
  '4.06 another token closes %s, and no other sheet',
  (offer) => {
    beginSession('ana')
    openOverlay(offer)
    beginSession('bia')
    expect(openOverlayName()).toBeUndefined()
    openOverlay('limits')
    beginSession('ana')
    expect(openOverlayName()).toBe('limits')
  },
)

test('4.06 the device id is created anew if missing', () => {
  const device = deviceId()
  expect(deviceId()).toBe(device)
  localStorage.clear()
  expect(deviceId()).not.toBe(device)
  expect(deviceId()).toMatch(/^[0-9a-f]{32}$/)
})

test('logging out clears local storage and token, and opens the login', () => {
  beginSession('ana')
  cacheUser(ana)
  queryClient.setQueryData(userInfoKey, ana)
  const device = deviceId()
  endSession()
  expect(localStorage).toHaveLength(0)
  expect(useToken.getState().token).toBe('')
  expect(queryClient.getQueryData(userInfoKey)).toBeUndefined()
  expect(openOverlayName()).toBe('login')
  expect(deviceId()).not.toBe(device)
})

test('logging out ends no session that another tab started meanwhile', async () => {
  beginSession('ana')
  let answer: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const leaving = logOut()
  beginSession('bia')
  answer(Response.json({ status: 200, message: '', data: null }))
  await leaving
  expect(useToken.getState().token).toBe('bia')
  expect(openOverlayName()).toBeUndefined()
})

test('what a bet needs first opens over the slip, which reappears unchanged', () => {
  openOverlay('slip')
  openOverlay('deposit', { missingCents: 5_00 })
  openOverlay('kyc')
  expect([openOverlayName(), isSlipOpen()]).toEqual(['kyc', true])
  closeOverlay()
  expect(openOverlayName()).toBe('slip')
  closeOverlay()
  expect(isSlipOpen()).toBe(false)
  openOverlay('slip')
  openOverlay('accountMenu')
  closeOverlay()
  expect(openOverlayName()).toBeUndefined()
})

test('one overlay is open at a time: the withdrawal that opens closes the menus', () => {
  for (const menu of ['settingsMenu', 'accountMenu'] as const) {
    openOverlay(menu)
    openOverlay('deposit', { tab: 'withdraw' })
    expect(openOverlayName()).toBe('deposit')
    closeOverlay()
    expect(openOverlayName()).toBeUndefined() // nothing is below
  }
})

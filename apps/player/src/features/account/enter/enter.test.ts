import { beforeEach, expect, test, vi } from 'vitest'
import { ticketIn } from '../../../shared/api/api-error.ts'
import { closeOverlay, openOverlay, openOverlayName, overlayInSight } from '../../../shared/overlays.ts'
import { queryClient } from '../../../shared/query.ts'
import { keepInvitationCode, type UserInfo, userInfoKey, useToken } from '../../../shared/session.ts'
import { showStartMask } from '../../../shared/start-mask.ts'
import { keepInBrowser, openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { refreshUser } from '../../../shared/use-user.ts'
import { finishLogIn, followLink, logIn, register } from './enter.ts'

const token = 'the-token-of-ana'
const ana = { username: 'ana@palpite.example', balance: 10, balanceVersion: 1 } as UserInfo
const captcha = { codeId: '7', captCode: 'abcde' }
const form = {
  username: 'ana@palpite.example',
  country: '55',
  phone: '11987654321',
  pwd: 'uma-senha-boa',
  pwd1: 'uma-senha-boa',
  ...captcha,
}

beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => null })
  keepInBrowser()
  openAddress('/home')
  queryClient.clear()
  closeOverlay()
})

test('a login stores token and user, and closes the sheet', async () => {
  openServer({
    '/api/auth/user/restLogin': { data: { access_token: token, api_key: 'KEY0000000001' } },
    '/api/app/user/userInfo': { data: ana },
  })
  openOverlay('login')
  await logIn({ username: ana.username, pwd: form.pwd, ...captcha })
  expect(useToken.getState().token).toBe(token)
  expect(localStorage.getItem('token')).toBe(token)
  expect(queryClient.getQueryData(userInfoKey)).toEqual(ana)
  expect(openOverlayName()).toBeUndefined()
})

test('a sign-in link logs in as a password does: token and user are stored', async () => {
  openServer({
    '/api/auth/user/zgo': { data: { access_token: token, api_key: 'KEY0000000001' } },
    '/api/app/user/userInfo': { data: { ...ana, testFlag: '1' } },
  })
  await followLink('a-link')
  expect(useToken.getState().token).toBe(token)
  expect(queryClient.getQueryData(userInfoKey)).toMatchObject({ username: ana.username })
  expect(openOverlayName()).toBe('testAccount')
})

test('a login that needs the second factor continues by its ticket with a code', async () => {
  openServer({
    '/api/auth/user/restLogin': {
      http: 500,
      status: 5116,
      message: 'Digite o código.',
      data: { code: 'second_factor_needed', ticket: 'the-ticket' },
    },
    '/api/auth/user/secondFactor': { data: { access_token: token, api_key: 'KEY0000000001' } },
    '/api/app/user/userInfo': { data: ana },
  })
  openOverlay('login')
  const refused = await logIn({ username: ana.username, pwd: form.pwd, ...captcha }).catch(
    (error: unknown) => error,
  )
  expect(ticketIn(refused, 'second_factor_needed')).toBe('the-ticket')
  expect(openOverlayName()).toBe('login')
  await finishLogIn({ ticket: 'the-ticket', code: '123456', trust: false })
  expect(useToken.getState().token).toBe(token)
  expect(openOverlayName()).toBeUndefined()
})

test('7.04 a login reloads the balance, after the player', async () => {
  const sent = openServer({
    '/api/auth/user/restLogin': { data: { access_token: token, api_key: 'KEY0000000001' } },
    '/api/app/user/userInfo': { data: ana },
    '/api/app/user/getBalance': { data: { balance: 25, freeBalance: 5, balanceVersion: 2 } },
  })
  await logIn({ username: ana.username, pwd: form.pwd, ...captcha })
  const paths = sent.map(({ path }) => path).filter((path) => path.startsWith('/api/app/user/'))
  expect(paths).toEqual(['/api/app/user/userInfo', '/api/app/user/getBalance'])
  expect(queryClient.getQueryData(userInfoKey)).toMatchObject({ balance: 25, freeBalance: 5 })
})

test('4.02 a login stores the token, loads player and balance, closes its popup and shows the start mask', async () => {
  const sent = openServer({
    '/api/auth/user/restLogin': { data: { access_token: token, api_key: 'KEY0000000001' } },
    '/api/app/user/userInfo': { data: ana },
    '/api/app/user/getBalance': { data: { balance: 25, freeBalance: 5, balanceVersion: 2 } },
    '/api/app/protection/limits': { data: { noMarketing: false } },
    '/api/app/rewards/rules': { data: { checkIn: [{ streakDay: 1, amountCents: 100 }] } },
    '/api/app/rewards/checkIn': { data: { isDone: false } },
  })
  openOverlay('login')
  await logIn({ username: ana.username, pwd: form.pwd, ...captcha })
  await expect.poll(openOverlayName).toBe('startMask')
  expect(localStorage.getItem('token')).toBe(token)
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/auth/user/restLogin',
    '/api/app/user/userInfo',
    '/api/app/user/getBalance',
    '/api/app/protection/limits',
    '/api/app/rewards/banners',
    '/api/app/rewards/rules',
    '/api/app/rewards/checkIn',
  ])
  expect(queryClient.getQueryData(userInfoKey)).toMatchObject({ username: ana.username, balance: 25 })
  closeOverlay()
  expect(openOverlayName()).toBeUndefined() // the popup is closed
})

test('the start mask does not open for a player who has checked in today', async () => {
  const rules = { data: { checkIn: [{ streakDay: 1, amountCents: 100 }] } }
  const shows = async (isDone: boolean) => {
    openServer({
      '/api/app/protection/limits': { data: { noMarketing: false } },
      '/api/app/rewards/rules': rules,
      '/api/app/rewards/checkIn': { data: { isDone } },
    })
    await showStartMask()
    return openOverlayName()
  }
  expect(await shows(true)).toBeUndefined()
  expect(await shows(false)).toBe('startMask')
})

test.each([
  { testFlag: '1', opens: 'testAccount' },
  { testFlag: '0', opens: undefined },
] as const)(
  '2.46 after the login of a player with testFlag $testFlag $opens opens by itself, once',
  async (of) => {
    openServer({
      '/api/auth/user/restLogin': { data: { access_token: token, api_key: 'KEY0000000001' } },
      '/api/app/user/userInfo': { data: { ...ana, testFlag: of.testFlag } },
    })
    openOverlay('login')
    await logIn({ username: ana.username, pwd: form.pwd, ...captcha })
    expect(openOverlayName()).toBe(of.opens)
    closeOverlay()
    await refreshUser()
    expect(openOverlayName()).toBeUndefined()
  },
)

test('a player sent to the login by the slip returns to the slip', async () => {
  openServer({ '/api/auth/user/restLogin': { data: { access_token: token, api_key: 'KEY0000000001' } } })
  openOverlay('login', { tab: 'login', next: 'slip' })
  await logIn({ username: ana.username, pwd: form.pwd, ...captcha })
  expect(openOverlayName()).toBe('slip')
})

test('a registration stores token and user, and offers the first top-up', async () => {
  const sent = openServer({
    '/api/auth/user/restRegister': { data: { access_token: token, api_key: 'KEY0000000001' } },
    '/api/app/user/userInfo': { data: ana },
  })
  openAddress('/registered?isapp=1')
  openOverlay('login', { tab: 'register' })
  await register(form)
  expect(localStorage.getItem('token')).toBe(token)
  expect(queryClient.getQueryData(userInfoKey)).toEqual(ana)
  expect(overlayInSight()).toMatchObject({ name: 'gameDeposit', input: { variant: 'secondDeposit' } })
  expect(location.pathname).toBe('/home')
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ name: '', cardNo: '', ...form, regcode: '', isapp: 1 })
})

test('the stored invitation code is sent with the registration', async () => {
  const sent = openServer({
    '/api/auth/user/restRegister': { data: { access_token: token, api_key: 'KEY0000000001' } },
  })
  keepInvitationCode('ABCD2345')
  await register(form)
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ regcode: 'ABCD2345' })
})

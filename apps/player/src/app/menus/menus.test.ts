import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { features } from '../features.ts'
import { registerFeatures } from '../registry.ts'
import { useLook } from '../../shared/look.ts'
import { queryClient } from '../../shared/query.ts'
import { closeOverlay, openOverlay, openOverlayName } from '../../shared/overlays.ts'
import { type UserInfo, userInfoKey } from '../../shared/session.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { openAddress, openServer } from '../../shared/testing/test-browser.ts'
import { draw } from '../../shared/testing/drawn.ts'
import { HomeBar } from '../home/HomeBar.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { AvatarPicker } from './AvatarPicker.tsx'
import { menuEntries } from './menu-entries.ts'
import { SettingsMenu } from './SettingsMenu.tsx'

await vi.hoisted(async () =>
  (await import('../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(async () => {
  registerFeatures(features)
  await loadTexts('first', 'pt-BR')
})
beforeEach(() => openAddress('/home'))
afterEach(() => {
  queryClient.clear()
  closeOverlay()
})

const ana = {
  email: 'ana@palpite.example',
  header: 3,
  balance: 120.5,
  level: 4,
  nextlevel: null,
  testFlag: '0',
  kyc: 1,
} as UserInfo

const accountMenu = (user: Partial<UserInfo> = {}) => {
  queryClient.setQueryData(userInfoKey, { ...ana, ...user })
  return draw(createElement(AccountMenu))
}

test('a player has wallet and account menu in the bar, and neither login nor registration', () => {
  queryClient.setQueryData(userInfoKey, ana)
  const bar = draw(createElement(HomeBar))
  expect(bar.words).toContain('R$ 120,50')
  expect(bar.words).not.toMatch(/Entrar|Cadastrar/)
  bar.press('Minha conta, VIP 4')
  expect(openOverlayName()).toBe('accountMenu')
})

test('the settings menu opens from the left, the account menu from the top', () => {
  expect(draw(createElement(SettingsMenu)).html).toContain('data-side="left"')
  expect(accountMenu().html).toContain('data-side="top"')
})

test('single-letter keys are disabled in the settings menu, at every width', () => {
  vi.stubGlobal('document', {
    cookie: '',
    documentElement: { dataset: {}, lang: 'pt-BR', style: { setProperty: () => undefined } },
    querySelector: () => null,
  })
  expect(useLook.getState().letterKeys).toBe('on')
  const menu = draw(createElement(SettingsMenu))
  expect(menu.words).toContain('Teclas: / busca')
  menu.untick()
  expect(useLook.getState().letterKeys).toBe('off')
  useLook.setState({ letterKeys: 'on' })
  vi.stubGlobal('document', undefined)
})

test('the account menu shows level, level image and e-mail, which can be copied', () => {
  const { html, words } = accountMenu()
  expect(words).toContain('VIP 4')
  expect(html).toMatch(/<svg[^>]*>.*<text[^>]*>4<\/text>/)
  expect(words).toContain('ana@palpite.example')
  expect(html).toContain('aria-label="Copiar e-mail"')
})

test('2.63 the account menu of the test account shows its box, and no other account has one', () => {
  const extendInfo = { username: 'teste@palpite.example', pwd: 'senha de teste', balance: 130 }
  const { words } = accountMenu({ testFlag: '1', extendInfo })
  expect(words).toContain('teste@palpite.example')
  expect(words).toContain('senha de teste')
  expect(words).toContain('130,00')
  expect(accountMenu({ testFlag: '0', extendInfo: null }).words).not.toContain('teste@palpite.example')
})

test.each([
  { entry: 'Depósito', opens: 'deposit' },
  { entry: 'Retirar', opens: 'deposit' },
  { entry: 'Trocar avatar', opens: 'avatarPicker' },
  { entry: 'Mudar senha', opens: 'changePassword' },
  { entry: 'Mudar e-mail', opens: 'changeEmail' },
] as const)('$entry in the account menu opens $opens', ({ entry, opens }) => {
  accountMenu().press(entry)
  expect(openOverlayName()).toBe(opens)
})

test.each([
  { entry: 'ContaSaldo, depósito e saque', leads: '/conta' },
  { entry: 'RegistrosApostas, rodadas e dinheiro', leads: '/registros' },
])('$entry in the account menu leads to $leads', ({ entry, leads }) => {
  accountMenu().press(entry)
  expect(location.pathname).toBe(leads)
})

test('the account menu explains Conta and Registros, and uses one word for money', () => {
  expect(accountMenu().words).toMatch(/Conta Saldo, depósito e saque .*Registros Apostas, rodadas e dinheiro/)
})

test('Esportes in the settings menu opens the sports', () => {
  draw(createElement(SettingsMenu)).press('Esportes')
  expect(location.pathname).toBe('/footballPage')
})

test('similar entries have explanations, and check-in and games are in the menu', () => {
  const menu = draw(createElement(SettingsMenu))
  expect(menu.words).toMatch(/Agente Convidados e comissão Escada do agente Prêmios por número de convidados/)
  expect(menu.words).toMatch(/VIP Seu nível e o próximo Clube VIP Benefícios de cada nível/)
  expect(menu.words).toMatch(/Convide Seu código e seu link Registros Apostas, rodadas e dinheiro/)
  menu.press('Jogos')
  expect(openOverlayName()).toBe('gamesSheet')
  menu.press('Check-in diário')
  expect(location.pathname).toBe('/signInSheet')
})

test('no two screens of the settings menu share an icon', () => {
  const screens = new Map(menuEntries().map(({ icon, screen }) => [icon, screen]))
  for (const { icon, screen } of menuEntries())
    expect(`${icon}: ${screen}`).toBe(`${icon}: ${screens.get(icon)}`)
})

test('only a test account has the box of the test account in its menu', () => {
  expect(accountMenu().words).not.toContain('Conta de teste')
  const menu = accountMenu({ testFlag: '1' })
  expect(menu.words).toContain('Conta de teste')
  menu.press('Conta de teste')
  expect(openOverlayName()).toBe('testAccount')
})

const shownHeader = () => queryClient.getQueryData<UserInfo>(userInfoKey)?.header

test('the picker shows the 36 avatars, closes at once, and keeps the chosen one', async () => {
  const sent = openServer({ '/api/app/user/setHeader/35': {} })
  queryClient.setQueryData(userInfoKey, ana)
  const picker = draw(createElement(AvatarPicker))
  expect(picker.html.match(/aria-label="Avatar \d+"/g)).toHaveLength(36)
  openOverlay('avatarPicker')
  picker.press('Avatar 36')
  expect(openOverlayName()).toBeUndefined()
  expect(shownHeader()).toBe(35)
  await expect.poll(() => sent.map(({ path }) => path)).toEqual(['/api/app/user/setHeader/35'])
  expect(shownHeader()).toBe(35)
})

test('the picker closes although saving failed, and the previous avatar returns', async () => {
  openServer({})
  queryClient.setQueryData(userInfoKey, ana)
  openOverlay('avatarPicker')
  draw(createElement(AvatarPicker)).press('Avatar 8')
  expect(openOverlayName()).toBeUndefined()
  expect(shownHeader()).toBe(7)
  await expect.poll(shownHeader).toBe(3)
})

test('Sair logs out here and on the server, and opens the login on home', async () => {
  const sent = openServer({ '/api/auth/user/restLogout': {} })
  openAddress('/conta')
  localStorage.setItem('userInfo', '{}')
  accountMenu().press('Sair')
  await expect.poll(openOverlayName).toBe('login')
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/auth/user/restLogout'])
  expect(location.pathname).toBe('/home')
  expect(localStorage).toHaveLength(0)
})

import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { callKey } from '../../shared/api/use-call.ts'
import {
  closeOverlay,
  leaveLogin,
  openOverlay,
  type OverlayName,
  openOverlayName,
} from '../../shared/overlays.ts'
import { queryClient } from '../../shared/query.ts'
import { beginSession, useToken } from '../../shared/session.ts'
import { draw } from '../../shared/testing/drawn.ts'
import { openAddress } from '../../shared/testing/test-browser.ts'
import { loadTexts } from '../../shared/text/text.ts'
import type { Channels } from '../../shared/use-channels.ts'
import { features } from '../features.ts'
import { overlayOf, registerFeatures } from '../registry.ts'
import { CustomerServiceSheet } from './CustomerServiceSheet.tsx'
import { DownloadSheet } from './DownloadSheet.tsx'
import { MySheet } from './MySheet.tsx'
import { SettingSheet } from './SettingSheet.tsx'
import { SettingsMenu } from './SettingsMenu.tsx'

await vi.hoisted(async () => (await import('../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

const opened: string[] = []

beforeAll(async () => {
  registerFeatures(features)
  await loadTexts('first', 'pt-BR')
})
beforeEach(() => {
  openAddress('/home')
  opened.length = 0
  vi.stubGlobal('window', { open: (link: string) => opened.push(link) })
  vi.stubGlobal('navigator', { userAgent: 'iPhone' })
  useToken.setState({ token: '' })
})
afterEach(() => {
  queryClient.clear()
  closeOverlay()
})

const unset: Channels = {
  hours: { isOpen: true, fromMinute: 0, toMinute: 1440 },
  messagingLink: null,
  socialLink: null,
  email: null,
  provider: null,
}

/** The settings menu with these channels configured. */
const menu = (set: Partial<Channels> = {}, token = '') => {
  if (token) beginSession(token)
  queryClient.setQueryData(callKey('GET /api/app/support/channels'), { ...unset, ...set })
  return draw(createElement(SettingsMenu))
}

describe('the links of the settings menu', () => {
  test('2.57 the social link opens the social-media page, and is hidden if none is set', () => {
    expect(menu().words).not.toContain('Instagram')
    menu({ socialLink: 'https://social.example/palpite' }).press('Instagram')
    expect(opened).toEqual(['https://social.example/palpite'])
  })

  test('2.58 the messaging link is shown only if it is set', () => {
    expect(menu().words).not.toContain('App de mensagens')
    expect(menu({ messagingLink: 'https://chat.example/palpite' }).words).toContain('App de mensagens')
  })

  test('2.58 with a token the messaging link opens the support channel', () => {
    menu({ messagingLink: 'https://chat.example/palpite' }, 'ana').press('App de mensagens')
    expect(opened).toEqual(['https://chat.example/palpite'])
    expect(openOverlayName()).toBeUndefined()
  })

  test('2.58 without a token the messaging link opens the login overlay', () => {
    menu({ messagingLink: 'https://chat.example/palpite' }).press('App de mensagens')
    expect(opened).toEqual([])
    expect(openOverlayName()).toBe('login')
  })

  test('2.59 Atendimento ao Cliente opens the support chat; a visitor logs in before', () => {
    menu({}, 'ana').press('Atendimento ao Cliente')
    expect(openOverlayName()).toBe('support')
    closeOverlay()
    useToken.setState({ token: '' })
    menu().press('Atendimento ao Cliente')
    expect(openOverlayName()).toBe('login')
    leaveLogin()
    expect(openOverlayName()).toBe('support')
  })

  test('2.56 Download explains the installation where the browser does not offer it', () => {
    menu().press('DownloadInstalar o app')
    expect(openOverlayName()).toBe('download')
    expect(draw(createElement(DownloadSheet)).words).toContain('Adicionar à Tela de Início')
    openAddress('/home?isapp=1')
    expect(menu().words).not.toContain('Download')
  })
})

describe('named popups', () => {
  test.each(['setting', 'my', 'customerService'] as const)(
    '2.48 %s opens and closes by its name',
    (name: OverlayName) => {
      expect(overlayOf(name)).toBeDefined()
      openOverlay(name as 'setting')
      expect(openOverlayName()).toBe(name)
      closeOverlay()
      expect(openOverlayName()).toBeUndefined()
    },
  )

  test('2.48 the setting popup has theme and language, my popup deposit and withdrawal', () => {
    expect(draw(createElement(SettingSheet)).words).toMatch(/Configurações.*Tema/)
    const my = draw(createElement(MySheet))
    expect(my.words).toContain('Meu resumo')
    my.press('Retirar')
    expect(openOverlayName()).toBe('deposit')
  })

  test('2.48 the customer-service popup lists the configured channels', () => {
    queryClient.setQueryData(callKey('GET /api/app/support/channels'), {
      ...unset,
      email: 'oi@palpite.example',
      messagingLink: 'https://chat.example/palpite',
    })
    const sheet = draw(createElement(CustomerServiceSheet))
    expect(sheet.words).toMatch(/Conversar agora.*app de mensagens.*oi@palpite.example.*Ajuda/)
    sheet.press('Procurar na Ajuda')
    expect(location.pathname).toBe('/ajuda')
  })
})

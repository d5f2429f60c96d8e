import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { features } from './features.ts'
import { Footer } from './home/Footer.tsx'
import { HomeBar } from './home/HomeBar.tsx'
import { CustomerServiceSheet } from './menus/CustomerServiceSheet.tsx'
import { DownloadSheet } from './menus/DownloadSheet.tsx'
import { SettingSheet } from './menus/SettingSheet.tsx'
import { SettingsMenu } from './menus/SettingsMenu.tsx'
import { registerFeatures } from './registry.ts'
import { openAddress } from '../shared/testing/test-browser.ts'
import { draw } from '../shared/testing/drawn.ts'
import { loadTexts } from '../shared/text/text.ts'
import { isName } from '../locales/testing/names.ts'

await vi.hoisted(async () => (await import('../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () => {
  const { messages } = (await import('../locales/testing/test-texts.ts')).compiledTexts('pt-BR')
  const invented = Object.entries(messages).map(([key, tokens]) => [key, ['⟦', ...tokens, '⟧']] as const)
  return { rest: undefined, messages: Object.fromEntries(invented) }
})

beforeAll(async () => {
  registerFeatures(features)
  await loadTexts('first', 'pt-BR')
  openAddress('/home')
})

test.each([
  ['the bar of home', createElement(HomeBar)],
  ['the footer', createElement(Footer)],
  ['the menu', createElement(SettingsMenu)],
  ['the settings', createElement(SettingSheet)],
  ['the ways to support', createElement(CustomerServiceSheet)],
  ['how to install', createElement(DownloadSheet)],
])('in a pseudo-language, %s contains no untranslated word', (_name, element) => {
  const { words } = draw(element)
  expect(words).toContain('⟦')
  const own = words.replaceAll(/⟦[^⟧]*⟧/g, ' ')
  // Names of languages, currencies and payment methods stay.
  expect(isName(own.replaceAll(/Português \(Brasil\)/g, ''))).toBe(true)
})

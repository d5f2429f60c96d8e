import { createElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openOverlayName } from '../../shared/overlays.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { draw } from '../../shared/testing/drawn.ts'
import { openAddress } from '../../shared/testing/test-browser.ts'
import { Screens, VisitorPage } from '../Screens.tsx'

await vi.hoisted(async () => (await import('../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(async () => {
  const { registerFeatures } = await import('../registry.ts')
  registerFeatures((await import('../features.ts')).features)
  await loadTexts('first', 'pt-BR')
  await VisitorPage.preload()
})
beforeEach(() => openAddress('/registros'))

test.each([
  { screen: 'registros', title: 'Registros' },
  { screen: 'conta', title: 'Conta' },
] as const)('a visitor at $screen reads what it is for and finds the way in', ({ screen, title }) => {
  const page = draw(createElement(Screens, { screen: { name: screen, params: {} } }))
  expect(page.html).toContain(`>${title}</h1>`)
  expect(page.words).toContain('Entre para ver o que é seu')
  page.press('Entrar')
  expect(openOverlayName()).toBe('login')
})

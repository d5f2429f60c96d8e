import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../shared/text/text.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { EnterSheet } from '../enter/EnterSheet.tsx'
import { PasskeyList } from './PasskeyList.tsx'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => openAddress('/home'))
afterEach(() => vi.unstubAllGlobals())

const know = () => vi.stubGlobal('PublicKeyCredential', class {})
const drawLogin = () => draw(createElement(EnterSheet, { tab: 'login' }))
const isBlocked = (html: string) =>
  /<button(?=[^>]* disabled="")[^>]*>(?:<[^>]*>)*Adicionar passkey/.test(html)
const drawList = (passkeys: number) =>
  draw(
    createElement(PasskeyList, {
      passkeys: Array.from({ length: passkeys }, (_, at) => ({
        key: `000000000000${at}`,
        name: `Aparelho ${at + 1}`,
        addedAt: '2026-11-25T12:00:00.000Z',
        usedAt: at === 0 ? null : '2026-11-25T13:00:00.000Z',
      })),
      max: 10,
      isBack: false,
      onAdd: () => undefined,
      onRemove: () => undefined,
    }),
  )

test('the login sheet offers the passkey above the captcha, where the browser supports it', () => {
  expect(drawLogin().words).not.toContain('Entrar com passkey')
  know()
  const { html } = drawLogin()
  expect(html).toContain('Entrar com passkey')
  expect(html.indexOf('Entrar com passkey')).toBeLessThan(html.indexOf('name="captcha"'))
})

test('each passkey is listed with its name, creation and last use', () => {
  know()
  const { html, words } = drawList(2)
  expect(words).toContain('Aparelho 1')
  expect(words).toMatch(/Criada em 25\/11 \d\d:\d\d · ainda não usada/)
  expect(words).toMatch(/Criada em 25\/11 \d\d:\d\d · último uso/)
  expect(html).toContain('aria-label="Remover a passkey Aparelho 2"')
  expect(isBlocked(html)).toBe(false)
})

test('with ten passkeys the button stays and says why no other can be added', () => {
  know()
  const { html, words } = drawList(10)
  expect(words).toContain('Você já tem 10 passkeys')
  expect(isBlocked(html)).toBe(true)
})

test('a browser without passkey support says so, and lists the existing ones', () => {
  const { html, words } = drawList(1)
  expect(words).toContain('Este navegador não trabalha com passkeys.')
  expect(words).toContain('Aparelho 1')
  expect(isBlocked(html)).toBe(true)
})

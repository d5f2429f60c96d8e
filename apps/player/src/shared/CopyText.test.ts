import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { CopyText } from './CopyText.tsx'
import { draw } from './testing/drawn.ts'
import { openAddress } from './testing/test-browser.ts'
import { loadTexts } from './text/text.ts'
import { forgetToasts, useToasts } from './toasts.ts'

await vi.hoisted(async () => (await import('./testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('./testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
vi.mock('virtual:texts/en/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('en'),
)
vi.mock('virtual:texts/es/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('es'),
)
vi.mock('virtual:texts/ja/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('ja'),
)

test.each([
  { language: 'pt-BR', says: 'Copiado' },
  { language: 'en', says: 'Copied' },
  { language: 'es', says: 'Copiado' },
  { language: 'ja', says: 'コピーしました' },
] as const)('8.18 what is copied is on the clipboard, and a toast says so in $language', async (of) => {
  await loadTexts('first', of.language)
  openAddress('/conta')
  forgetToasts()
  const clipboard: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void clipboard.push(text) } })
  vi.stubGlobal('window', { isSecureContext: true })
  draw(createElement(CopyText, { text: 'ABCD2345', label: 'Copiar código' })).press('Copiar código')
  await expect.poll(() => useToasts.getState().shown?.text).toBe(of.says)
  expect(clipboard).toEqual(['ABCD2345'])
})

test('8.18 every copy button uses this component', () => {
  const source = join(import.meta.dirname, '..')
  const copying = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .filter((name) =>
      /CopyButton|clipboard\.write|execCommand/.test(readFileSync(join(source, name), 'utf8')),
    )
  expect(copying).toEqual(['shared/CopyText.tsx'])
})

import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { CopyText } from './CopyText.tsx'
import { draw } from './testing/drawn.ts'
import { openAddress } from './testing/test-browser.ts'
import { loadTexts } from './text/text.ts'
import { useToasts } from './toasts.ts'

await vi.hoisted(async () => (await import('./testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('./testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))

test('8.18 what is copied is on the clipboard, and a toast says so', async () => {
  openAddress('/conta')
  const clipboard: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void clipboard.push(text) } })
  vi.stubGlobal('window', { isSecureContext: true })
  draw(createElement(CopyText, { text: 'ABCD2345', label: 'Copiar código' })).press('Copiar código')
  await expect.poll(() => useToasts.getState().shown?.text).toBe('Copiado')
  expect(clipboard).toEqual(['ABCD2345'])
})

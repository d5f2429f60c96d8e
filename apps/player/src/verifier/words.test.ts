import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test.each([
  { language: 'pt-BR', right: 'Tudo confere: 1 rodada', wrong: '1 de 2 rodadas não confere' },
  { language: 'en', right: 'All right: 1 round', wrong: '1 of 2 rounds is wrong' },
  { language: 'it', right: 'Tutto torna: 1 round', wrong: '1 round su 2 non torna' },
  { language: 'ru', right: 'Всё сходится, раундов: 1', wrong: 'Не сходится раундов: 1 из 2' },
])('a count on the page without a network has its form in $language', async ({ language, right, wrong }) => {
  vi.stubGlobal('navigator', { languages: [language] })
  vi.resetModules()
  const { words } = await import('./words.ts')
  expect(words('allRight', { count: 1 })).toBe(right)
  expect(words('someWrong', { wrong: 1, count: 2 })).toBe(wrong)
})

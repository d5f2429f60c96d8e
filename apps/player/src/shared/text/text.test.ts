import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { useLook } from '../look.ts'
import { draw } from '../testing/drawn.ts'
import { useDecimalMark } from './language.ts'
import { useLanguage } from './text.ts'

await vi.hoisted(async () => (await import('../testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../testing/drawn.ts')).noting(await original()),
)

const Spoken = () => `${useLanguage()} ${useDecimalMark()}`

test.each([
  { language: 'ja', says: 'ja .' },
  { language: 'de', says: 'de ,' },
] as const)(
  'what is drawn beforehand in $language is written as that language does',
  ({ language, says }) => {
    useLook.setState({ language })
    expect(draw(createElement(Spoken)).words).toBe(says)
  },
)

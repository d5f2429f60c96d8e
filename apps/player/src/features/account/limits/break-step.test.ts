import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../shared/text/text.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import type { WantedBreak } from './break-wanted.ts'
import { BreakStep } from './BreakStep.tsx'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({}))
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))

const wagered = 'mesmo o que faltava apostar'

test.each([
  { wanted: { kind: 'exclusion', length: '3m' }, isPromised: true },
  { wanted: { kind: 'exclusion', length: 'forever' }, isPromised: true },
  { wanted: { kind: 'time_out', length: '24h' }, isPromised: false },
  { wanted: { kind: 'block', product: 'games', length: 'forever' }, isPromised: false },
] as const satisfies readonly { wanted: WantedBreak; isPromised: boolean }[])(
  'before $wanted.kind for $wanted.length the page says that unwagered money may be withdrawn: $isPromised',
  ({ wanted, isPromised }) => {
    const { words } = draw(createElement(BreakStep, { wanted, onDone: () => undefined }))
    expect(words.includes(wagered)).toBe(isPromised)
    expect(words.includes('O saque segue as regras de sempre.')).toBe(!isPromised)
  },
)

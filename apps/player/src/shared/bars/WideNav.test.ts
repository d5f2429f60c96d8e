import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { draw } from '../testing/drawn.ts'
import { loadTexts } from '../text/text.ts'
import { WideNav } from './WideNav.tsx'

await vi.hoisted(async () => (await import('../testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))

const bar = (address: string) => draw(createElement(WideNav), address)

test.each([
  { address: '/home', here: 'Início' },
  { address: '/registered', here: 'Início' },
  { address: '/footballPage?when=week', here: 'Esportes' },
  { address: '/footballPage/77', here: 'Esportes' },
  { address: '/registros', here: 'Minhas apostas' },
])('the bar of a desk says that $address is in $here', ({ address, here }) => {
  const marked = [
    ...bar(address).html.matchAll(/aria-current="page"[^>]*>(?:<svg.*?<\/svg><span[^>]*>)?([^<]*)/g),
  ].map(([, name]) => name)
  expect(marked).toEqual([here])
})

test.each([
  { address: '/home', hasSlip: false },
  { address: '/footballPage/77', hasSlip: false },
  { address: '/dice', hasSlip: true },
  { address: '/vip', hasSlip: true },
])(
  'the slip is called from the bar where it does not stand beside the page: $address',
  ({ address, hasSlip }) => {
    expect(bar(address).words.includes('Cupom')).toBe(hasSlip)
  },
)

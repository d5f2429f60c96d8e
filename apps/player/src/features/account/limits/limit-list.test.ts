import { limitKinds } from '@palpite/contract'
import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Limit } from '../../../shared/limits.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { LimitList } from './LimitList.tsx'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(async () => {
  openAddress('/home')
  await loadTexts('first', 'pt-BR')
})

const limits = limitKinds.map((kind): Limit => ({
  kind,
  period: 'day',
  amount: null,
  used: 0,
  pending: null,
}))

const headings = (needed: readonly Limit['kind'][] | undefined) =>
  [...draw(createElement(LimitList, { limits, needed })).html.matchAll(/<h3[^>]*>([^<]+)/g)].map(
    ([, words]) => words,
  )

test.each([
  {
    what: 'nothing is needed',
    needed: undefined,
    shows: ['Depósito', 'Perda', 'Valor apostado', 'Número de apostas', 'Tempo de uso'],
  },
  {
    what: 'a limit of loss and one of time are needed',
    needed: ['loss', 'time'] as const,
    shows: ['Perda', 'Tempo de uso', 'Depósito', 'Valor apostado', 'Número de apostas'],
  },
])('the limits that must be set come first: $what', ({ needed, shows }) => {
  expect(headings(needed)).toEqual(shows)
})

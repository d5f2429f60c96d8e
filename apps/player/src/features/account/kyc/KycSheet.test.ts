import { fullNameOf } from '@palpite/money'
import { createElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../shared/text/text.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { KycSheet } from './KycSheet.tsx'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => openAddress('/conta'))

test('the form that asks who one is says to make sure that the information is true', () => {
  const { html, words } = draw(createElement(KycSheet, {}))
  expect(words).toContain('Confira se as informações são verdadeiras')
  expect([...html.matchAll(/ name="(name|cpf)"/g)]).toHaveLength(2)
})

test('"Jo" is not sent as a full name; the form asks for the surname and says who corrects a mistake', () => {
  const sheet = draw(createElement(KycSheet, {}))
  expect(sheet.words).toContain('só o suporte corrige')
  expect(fullNameOf('Jo')).toBeUndefined()
  const sent = openServer({ '/api/app/user/updateKyc': {} })
  sheet.type('name', 'Jo')
  sheet.type('cpf', '529.982.247-25')
  sheet.submit()
  expect(sent).toEqual([])
})

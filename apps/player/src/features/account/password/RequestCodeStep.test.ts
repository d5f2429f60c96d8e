import { createElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../shared/text/text.ts'
import { useToasts } from '../../../shared/toasts.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { CodeStep } from './CodeStep.tsx'
import { RequestCodeStep } from './RequestCodeStep.tsx'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).living(await original<object>()),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
vi.mock('virtual:texts/en/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('en'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => openAddress('/home'))

const step = (email: string, onSent = () => undefined) =>
  draw(createElement(RequestCodeStep, { email, onEmail: () => undefined, onSent }))

test.each([
  { language: 'pt-BR', reported: 'Código enviado' },
  { language: 'en', reported: 'Code sent' },
] as const)('once a code is asked for, "$reported" is shown in $language', async ({ language, reported }) => {
  await loadTexts('first', language)
  const sent = openServer({ '/api/app/main/RESETPWD/sendEmail': {} })
  const onSent = vi.fn<() => undefined>()
  step('ana@palpite.example', onSent).submit()
  await expect.poll(() => onSent.mock.calls.length).toBe(1)
  expect(useToasts.getState().shown?.text).toBe(reported)
  expect(sent[0]?.body).toBe('email=ana%40palpite.example')
})

test('without an e-mail no code is requested', async () => {
  const sent = openServer({ '/api/app/main/RESETPWD/sendEmail': {} })
  step('').submit()
  const onSent = vi.fn<() => undefined>()
  step('ana@palpite.example', onSent).submit()
  await expect.poll(() => onSent.mock.calls.length).toBe(1)
  expect(sent.map(({ body }) => body)).toEqual(['email=ana%40palpite.example'])
})

test("5.08 confirming an incomplete code asks for it in the specification's words, and sends nothing", async () => {
  await loadTexts('first', 'pt-BR')
  const sent = openServer({ '/api/app/main/RESETPWD/checkEmail': { data: 'the-check-id' } })
  const onRight = vi.fn<(chkId: string) => undefined>()
  const confirming = draw(
    createElement(CodeStep, { email: 'ana@palpite.example', onBack: () => undefined, onRight }),
  )
  expect(confirming.words).not.toContain('Por favor, preencha')
  confirming.submit()
  confirming.again()
  expect(confirming.words).toContain('Por favor, preencha as informações completamente！')
  expect(sent).toEqual([])
})

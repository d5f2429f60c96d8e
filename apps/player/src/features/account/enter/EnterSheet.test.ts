import type { SessionEnding } from '@palpite/contract'
import { createElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../shared/text/text.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { EmailField } from './EmailField.tsx'
import { EnterSheet } from './EnterSheet.tsx'
import { TermsBox } from './TermsBox.tsx'
import { useCaptcha } from './use-captcha.ts'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => openAddress('/home'))

const drawSheet = (tab: 'login' | 'register') => draw(createElement(EnterSheet, { tab }))

test('the login sheet has a tab to log in and a tab to register', () => {
  for (const tab of ['login', 'register'] as const) {
    const tabs = [...drawSheet(tab).html.matchAll(/role="radio" aria-checked="(\w+)"[^>]*>(\w+)</g)]
    expect(tabs.map(([, isShown, name]) => [name, isShown])).toEqual([
      ['Entrar', String(tab === 'login')],
      ['Cadastrar', String(tab === 'register')],
    ])
  }
})

test.each([
  ['device', 'outro aparelho'],
  ['password', 'A senha da conta foi trocada'],
  ['email', 'O e-mail da conta foi trocado'],
  ['newer', 'aparelhos demais'],
  ['expired', 'O tempo de login expirou'],
  ['blocked', 'encerrada pelo Palpite'],
  ['closed', 'você encerrou a conta'],
  ['excluded', 'a sua autoexclusão para sempre encerrou a conta'],
  ['of a newer server', 'O tempo de login expirou'],
] as const)('the login sheet says that a session is over by %s', (ending, words) => {
  const over = draw(createElement(EnterSheet, { ending: ending as SessionEnding }))
  expect(over.words).toContain(words)
  expect(over.html).toContain('role="status"')
  expect(drawSheet('login').words).not.toContain(words)
})

test('the login form requires e-mail, password and captcha', () => {
  const { html, words } = drawSheet('login')
  expect([...html.matchAll(/ name="(email|password|captcha)"/g)]).toHaveLength(3)
  expect(words).toContain('Esqueci a senha')
  expect(html).toMatch(/<button(?=[^>]*type="submit")(?=[^>]* disabled="")/)
})

test('the register form has all its fields, and the server validates them', () => {
  const { html, words } = drawSheet('register')
  const names = ['email', 'phone', 'new-password', 'repeat-password', 'captcha']
  expect(names.filter((name) => !html.includes(` name="${name}"`))).toEqual([])
  expect(html).toContain('type="checkbox"')
  expect(words).toContain('+55 Brasil')
  expect(html).toMatch(/<option value="55" selected/)
  expect(html).toMatch(/<form novalidate/i)
  expect(html).not.toMatch(/ (required|pattern)=/)
  expect(html).not.toMatch(/<button(?=[^>]*type="submit")(?=[^>]* disabled="")/)
})

test.each(['login', 'register'] as const)('the e-mail of the %s form is put into lower case', (tab) => {
  expect(drawSheet(tab).html).toContain('name="email"')
  const typed: string[] = []
  const field = draw(createElement(EmailField, { email: '', onEmail: (email) => void typed.push(email) }))
  field.type('email', 'Ana.Souza@Palpite.EXAMPLE')
  expect(typed).toEqual(['ana.souza@palpite.example'])
})

test('a captcha id is a whole number below 100 million', () => {
  const drawn: string[] = []
  const Probe = () => {
    drawn.push(useCaptcha('login').codeId)
    return null
  }
  const random = vi.spyOn(crypto, 'getRandomValues')
  for (const word of [0, 99_999_999, 100_000_000, 0xff_ff_ff_ff]) {
    random.mockImplementationOnce((words) => {
      ;(words as Uint32Array)[0] = word
      return words
    })
    draw(createElement(Probe))
  }
  expect(drawn).toEqual(['0', '99999999', '0', '94967295'])
})

test('the terms box links to the pages, beside the form', () => {
  const box = { agrees: false, onAgrees: () => undefined, isMissing: false }
  const { html, words } = draw(createElement(TermsBox, box))
  expect(html).toMatch(/<a href="\/ajuda\/termos" target="_blank"[^>]*>termos de serviço<\/a>/)
  expect(html).toMatch(/<a href="\/ajuda\/privacidade" target="_blank"[^>]*>política de privacidade<\/a>/)
  expect(words).toContain('Tenho 18 anos ou mais e aceito os termos de serviço')
})

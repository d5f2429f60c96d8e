import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { LoginForm } from './LoginForm.tsx'

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

beforeAll(() => loadTexts('first', 'pt-BR'))

/** The form with these inputs, and what it sends. */
function filled({ email, password, captcha }: { email: string; password: string; captcha: string }) {
  openAddress('/home')
  const refusal = { http: 500, status: 5101, message: 'Não confere.', data: { code: 'wrong_credentials' } }
  const sent = openServer({ '/api/auth/user/restLogin': refusal })
  const nothing = () => undefined
  const form = draw(
    createElement(LoginForm, { email, onEmail: nothing, onFactorNeeded: nothing, onCountryNeeded: nothing }),
  )
  form.type('password', password)
  form.type('captcha', captcha)
  form.again()
  const isOff = () => /<button(?=[^>]*type="submit")(?=[^>]* disabled="")/.test(form.html)
  return { form, isOff, logins: () => sent.filter(({ path }) => path === '/api/auth/user/restLogin') }
}

const whole = { email: 'ana@palpite.example', password: 'uma-senha-boa', captcha: 'abcde' }

test.each(['email', 'password', 'captcha'] as const)(
  '5.01 without %s the login cannot be pressed, and sends nothing',
  (missing) => {
    const { form, isOff, logins } = filled({ ...whole, [missing]: '' })
    expect(isOff()).toBe(true)
    form.submit()
    expect(logins()).toEqual([])
  },
)

test('5.01 with e-mail, password and captcha the login button is enabled, and sends all three', async () => {
  const { form, isOff, logins } = filled(whole)
  expect(isOff()).toBe(false)
  form.submit()
  await expect.poll(() => logins().length).toBe(1)
  expect(JSON.parse(logins()[0]?.body ?? '')).toEqual({
    username: whole.email,
    pwd: whole.password,
    codeId: expect.stringMatching(/^\d+$/) as string,
    captCode: whole.captcha,
  })
})

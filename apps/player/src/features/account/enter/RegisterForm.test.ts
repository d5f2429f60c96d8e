import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { openOverlayName } from '../../../shared/overlays.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { RegisterForm } from './RegisterForm.tsx'

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

test("5.05 with only terms and captcha the form is sent, and shows the server's answer at the field", async () => {
  openAddress('/registered')
  const sent = openServer({
    '/api/auth/user/restRegister': {
      http: 500,
      status: 5103,
      message: 'Telefone inválido.',
      data: { code: 'invalid_phone' },
    },
  })
  const registrations = () => sent.filter(({ path }) => path === '/api/auth/user/restRegister')
  const form = draw(createElement(RegisterForm, { email: '', onEmail: () => undefined }))
  form.submit()
  form.again()
  expect(form.words).toContain('Por favor, aceite os termos de serviço')
  form.tick()
  form.again()
  form.submit()
  form.again()
  expect(form.words).toContain('Por favor verifique')
  expect(registrations()).toEqual([])
  form.type('captcha', 'abcde')
  form.again()
  form.submit()
  await expect.poll(() => registrations().length).toBe(1)
  expect(JSON.parse(registrations()[0]?.body ?? '')).toEqual({
    name: '',
    cardNo: '',
    username: '',
    country: '55',
    phone: '',
    pwd: '',
    pwd1: '',
    regcode: '',
    codeId: expect.stringMatching(/^\d+$/) as string,
    captCode: 'abcde',
    isapp: 0,
  })
  await expect
    .poll(() => {
      form.again()
      return form.words
    })
    .toContain('Telefone inválido.')
})

test('4.17 after a registration the next one has another captcha id', async () => {
  openAddress('/registered')
  const sent = openServer({
    '/api/auth/user/restRegister': { data: { access_token: 'the-token', api_key: 'KEY0000000001' } },
    '/api/app/user/userInfo': { data: { username: 'ana@palpite.example', balance: 0, balanceVersion: 1 } },
    '/api/app/user/getBalance': { data: { balance: 0, freeBalance: 0, balanceVersion: 1 } },
  })
  const usedIds = () =>
    sent
      .filter(({ path }) => path === '/api/auth/user/restRegister')
      .map(({ body }) => String((JSON.parse(body ?? '{}') as { codeId: string }).codeId))
  const form = draw(createElement(RegisterForm, { email: 'ana@palpite.example', onEmail: () => undefined }))
  form.tick()
  form.type('captcha', 'abcde')
  form.again()
  form.submit()
  await expect.poll(openOverlayName).toBe('gameDeposit')
  form.again()
  form.submit()
  await expect.poll(() => usedIds().length).toBe(2)
  expect(new Set(usedIds()).size).toBe(2)
})

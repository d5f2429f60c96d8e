import type { TextLanguage } from '@palpite/contract/languages'
import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerAlert, useAlerts } from '../../../shared/alerts.ts'
import { useLook } from '../../../shared/look.ts'
import { queryClient } from '../../../shared/query.ts'
import { userInfoKey } from '../../../shared/session.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { PasswordStep } from './PasswordStep.tsx'
import { useProblemText } from './use-problem-text.ts'
import { useWithdraw } from './use-withdraw.ts'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
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
vi.mock('virtual:texts/es/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('es'),
)
vi.mock('virtual:texts/ja/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('ja'),
)
vi.mock('virtual:texts/de/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('de'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
beforeEach(() => openAddress('/conta'))
afterEach(() => {
  queryClient.clear()
  useAlerts.setState({ waiting: [] })
})

const speakFirst = async (language: TextLanguage) => {
  await loadTexts('first', language)
  useLook.setState({ language })
}

const alerts = () => useAlerts.getState().waiting.map(({ text }) => text)

describe('an accepted withdrawal', () => {
  test('is announced, then the balance reloads and home opens', async () => {
    const sent = openServer({
      '/api/app/order/withdraw': { data: { orderId: '1' } },
      '/api/app/user/userInfo': { data: { balance: 70.5, balanceVersion: 2 } },
      '/api/app/user/getBalance': { data: { balance: 70.5, freeBalance: 0, balanceVersion: 2 } },
    })
    const offered: ReturnType<typeof useWithdraw>[] = []
    const Probe = () => {
      offered.push(
        useWithdraw(
          () => undefined,
          () => undefined,
        ),
      )
      return null
    }
    draw(createElement(Probe))
    const details = { payCardNo: '529.982.247-25', name: 'Ana Souza', whatsapp: '' }
    offered[0]?.mutate({ method: 'CPF', amountCents: 5_000, details, usdtRate: 0 })
    await expect.poll(alerts).toEqual(['Solicitação de saque bem-sucedida!'])
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      payCardBank: 'CPF',
      payCardNo: '52998224725',
      ifsc: '52998224725',
      name: 'Ana Souza',
      amount: 50,
      whatsapp: '',
      requestId: expect.stringMatching(/^[A-Za-z0-9_-]{16,64}$/) as string,
    })
    expect(location.pathname).toBe('/conta')
    expect(useAlerts.getState().waiting[0]).toMatchObject({
      note: 'Saque de R$\u00A050,00 para ***.982.247-**. Veja o andamento em Registros, na aba Dinheiro.',
      okLabel: 'Acompanhar',
      cancelLabel: 'Eu entendi',
    })
    answerAlert(false)
    await expect.poll(() => location.pathname).toBe('/home')
    expect(queryClient.getQueryData(userInfoKey)).toMatchObject({ balance: 70.5 })
    expect(sent.map(({ path }) => path)).toContain('/api/app/user/getBalance')
  })
})

test.each([
  { language: 'pt-BR', says: 'Solicitação de saque bem-sucedida!' },
  { language: 'en', says: 'Withdrawal request successful!' },
  { language: 'es', says: '¡Solicitud de retiro exitosa!' },
  { language: 'ja', says: '出金申請が完了しました！' },
] as const)('8.16 an accepted withdrawal is told in $language: $says', async ({ language, says }) => {
  await loadTexts('first', language)
  openServer({
    '/api/app/order/withdraw': { data: { orderId: '1' } },
    '/api/app/user/userInfo': { data: { balance: 70.5, balanceVersion: 2 } },
    '/api/app/user/getBalance': { data: { balance: 70.5, freeBalance: 0, balanceVersion: 2 } },
  })
  const offered: ReturnType<typeof useWithdraw>[] = []
  const Probe = () => {
    offered.push(
      useWithdraw(
        () => undefined,
        () => undefined,
      ),
    )
    return null
  }
  draw(createElement(Probe))
  const details = { payCardNo: '529.982.247-25', name: 'Ana Souza', whatsapp: '' }
  offered[0]?.mutate({ method: 'CPF', amountCents: 5_000, details, usdtRate: 0 })
  await expect.poll(alerts).toEqual([says])
  answerAlert(false)
  await expect.poll(() => location.pathname).toBe('/home')
  await loadTexts('first', 'pt-BR')
})

test.each([
  {
    language: 'pt-BR',
    least: 'Montante mínimo de retirada:R$50',
    most: 'Montante máximo de levantamento:R$12345,50',
  },
  {
    language: 'en',
    least: 'Minimum withdrawal amount: R$50.00',
    most: 'Maximum withdrawal amount: R$12,345.50',
  },
  { language: 'ja', least: '最低出金額：R$50.00', most: '最高出金額：R$12,345.50' },
  {
    language: 'de',
    least: 'Mindestbetrag der Auszahlung: 50,00 R$',
    most: 'Höchstbetrag der Auszahlung: 12.345,50 R$',
  },
] as const)(
  'the most that may leave is written as $language writes money',
  async ({ language, least, most }) => {
    await speakFirst(language)
    const Problems = () => {
      const textOf = useProblemText()
      return [
        textOf({ kind: 'belowMin', minCents: 5_000 }),
        ' | ',
        textOf({ kind: 'aboveMax', maxCents: 1_234_550 }),
      ].join('')
    }
    expect(draw(createElement(Problems)).words).toBe(`${least} | ${most}`)
    await speakFirst('pt-BR')
  },
)

describe('a withdrawal to a new key', () => {
  test('S12: is not reported as a failure: the password is asked for, and the request kept', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    openServer({
      '/api/app/order/withdraw': { http: 500, status: 5219, message: 'x', data: { code: 'password_needed' } },
    })
    const asked: unknown[] = []
    const offered: ReturnType<typeof useWithdraw>[] = []
    const Probe = () => {
      offered.push(
        useWithdraw(
          (wish) => asked.push(wish),
          () => undefined,
        ),
      )
      return null
    }
    draw(createElement(Probe))
    const details = { payCardNo: '529.982.247-25', name: 'Ana Souza', whatsapp: '' }
    const wish = { method: 'CPF', amountCents: 5_000, details, usdtRate: 0 } as const
    offered[0]?.mutate(wish)
    await expect.poll(() => asked).toEqual([wish])
    await vi.advanceTimersByTimeAsync(600) // an alert would come half a second later
    vi.useRealTimers()
    expect(alerts()).toEqual([])
  })

  test('S12: the password is asked for in place, with its reason', () => {
    const { html, words } = draw(
      createElement(PasswordStep, {
        payoutKey: '529.982.247-25',
        onVerified: () => undefined,
        onBack: () => undefined,
      }),
    )
    expect(words).toContain('Confirme sua senha')
    expect(words).toContain('529.982.247-25')
    expect(html).toMatch(/<input[^>]*autoComplete="current-password"/)
    expect(html).toMatch(/<button[^>]*disabled[^>]*>(?:(?!<\/button>).)*Confirmar e retirar/)
  })
})

import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shared/query.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { knowWallet } from '../testing/test-wallet.ts'
import { DetailsForm } from './DetailsForm.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'

await vi.hoisted(async () =>
  (await import('../../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
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
beforeEach(() => openAddress('/conta'))
afterEach(() => queryClient.clear())

const key = { ifsc: '52998224725', payCardNo: '52998224725', name: 'Ana Souza', whatsapp: '' }
/** The form with the full withdrawable amount. */
const desk = (cardInfo: object) => {
  knowWallet({ limits: { cardInfo: { CHANNEL: ['CPF'], ...cardInfo } } })
  const sent = openServer({ '/api/app/order/withdraw': { data: { orderId: '1' } } })
  const form = draw(createElement(WithdrawForm))
  form.press('Tudo')
  form.again()
  return { form, sent }
}
const submit = 'RetirarR$\u00A0120,50'

test('5.17 with amount, method and key the withdrawal is sent', async () => {
  const { form, sent } = desk({ CPF: key })
  form.press(submit)
  await expect.poll(() => sent.map(({ path }) => path)).toContain('/api/app/order/withdraw')
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
    payCardBank: 'CPF',
    payCardNo: '52998224725',
    amount: 120.5,
  })
})

test('5.17 without a key the details form opens, and nothing is sent', async () => {
  const { form, sent } = desk({})
  form.press(submit)
  form.again()
  expect(form.words).toContain('Receber por CPF')
  expect(sent).toEqual([])
})

test('3.19 a new wallet address shows the e-mail of the code, and asks for it', async () => {
  const sent = openServer({
    '/api/app/order/keyCode': { data: { needed: true } },
    '/api/app/order/confirmKey': { data: {} },
  })
  const saved: unknown[] = []
  const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
  const form = draw(
    createElement(DetailsForm, {
      method: 'USDT',
      details: { payCardNo: address, name: '', whatsapp: '' },
      holder: 'Ana Souza',
      email: 'ana@example.com',
      onSave: (details) => saved.push(details),
      onBack: () => undefined,
    }),
  )
  expect(form.words).not.toContain('Código de verificação')
  form.submit()
  await expect
    .poll(() => {
      form.again()
      return form.words
    })
    .toMatch(/E-mail .*Código de verificação do e-mail/)
  expect(form.html).toContain(address)
  expect(form.html).toMatch(/<input[^>]*name="email"[^>]*value="ana@example\.com"/)
  form.type('code', '123456')
  form.again()
  form.submit()
  await expect.poll(() => saved).toEqual([{ payCardNo: address, name: '', whatsapp: '' }])
  expect(sent.map(({ path }) => path)).toEqual(['/api/app/order/keyCode', '/api/app/order/confirmKey'])
  expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
    payCardBank: 'USDT',
    payCardNo: address,
    code: '123456',
  })
})

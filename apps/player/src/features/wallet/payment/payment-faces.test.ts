import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerAlert, useAlerts } from '../../../shared/alerts.ts'
import { callKey } from '../../../shared/api/use-call.ts'
import { closeOverlay, openOverlay, openOverlayName } from '../../../shared/overlays.ts'
import { queryClient } from '../../../shared/query.ts'
import { userInfoKey } from '../../../shared/session.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { beginPayment } from '../topup/begin-payment.ts'
import { knowWallet } from '../testing/test-wallet.ts'
import { showTopUpPaid } from './paid.ts'
import { PaymentFrame } from './PaymentFrame.tsx'
import { PaySuccessPage } from './PaySuccessPage.tsx'
import { WaitingPanel } from './WaitingPanel.tsx'

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
beforeEach(() => openAddress('/home'))
afterEach(() => {
  queryClient.clear()
  closeOverlay()
  useAlerts.setState({ waiting: [] })
})

const alerts = () => useAlerts.getState().waiting.map(({ text }) => text)
const offer = {
  pkgId: 'brl-100',
  priceCents: 10_000,
  paidCents: 10_000,
  giftCents: 2_000,
  mainTimes: 1,
  giftTimes: 2,
}
const wish = { offer, wantsGift: true, language: 'pt-BR', notifiesApp: true } as const
const order = { orderId: 'a'.repeat(32), payNo: 'b'.repeat(32), url: `/pay/${'b'.repeat(32)}` }
const prePay = '/api/app/order/prePay/brl-100'

describe('a top-up', () => {
  test('is ordered after confirmation, and its payment page opens', async () => {
    const sent = openServer({ [prePay]: { data: order } })
    const begun = beginPayment(wish)
    expect(alerts().map((words) => words.replace(/\s/g, ' '))).toEqual(['Depositar R$ 100,00 por PIX?'])
    expect(sent).toEqual([])
    answerAlert(true)
    await begun
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: prePay,
      body: 'gift=1&pkgId=brl-100&isapp=0&paidCents=10000&giftCents=2000',
    })
    expect(openOverlayName()).toBe('payment')
  })

  test('without confirmation is not ordered', async () => {
    const sent = openServer({ [prePay]: { data: order } })
    const begun = beginPayment(wish)
    answerAlert(false)
    await begun
    expect(sent).toEqual([])
    expect(openOverlayName()).toBeUndefined()
  })

  test.each([
    {
      what: 'without promotions',
      more: { wantsGift: false },
      body: 'gift=0&pkgId=brl-100&isapp=1&paidCents=10000&giftCents=0',
    },
    {
      what: 'from the in-game prompt',
      more: { notifiesApp: false },
      body: 'gift=1&pkgId=brl-100&paidCents=10000&giftCents=2000',
    },
  ])('$what sends $body from an app wrapper', async ({ more, body }) => {
    openAddress('/home?isapp=1')
    const sent = openServer({ [prePay]: { data: order } })
    const begun = beginPayment({ ...wish, ...more })
    answerAlert(true)
    await begun
    expect(sent[0]?.body).toBe(body)
  })
})

describe('a top-up whose price or gift changed since its page was opened', () => {
  const changed = {
    http: 500,
    status: 5549,
    data: { code: 'offer_changed', paidCents: 9_900, giftCents: 0 },
  }

  test('says what holds now, and is opened so once the player agrees', async () => {
    const served: Record<string, { http?: number; status?: number; data?: unknown }> = {
      [prePay]: changed,
      '/api/app/order/getPrices': { data: [] },
    }
    const sent = openServer(served)
    const begun = beginPayment(wish)
    answerAlert(true)
    await expect.poll(alerts).toHaveLength(1)
    expect(alerts().map((words) => words.replace(/\s/g, ' '))).toEqual([
      'Este depósito mudou: agora você paga R$ 99,00, com R$ 0,00 de bônus. Continuar?',
    ])
    expect(openOverlayName()).toBeUndefined()
    served[prePay] = { data: order }
    answerAlert(true)
    await begun
    expect(sent.filter(({ path }) => path === prePay).at(-1)?.body).toBe(
      'gift=1&pkgId=brl-100&isapp=0&paidCents=9900&giftCents=0',
    )
    expect(openOverlayName()).toBe('payment')
  })

  test('is opened without its terms by a server of the version before, which does not know them', async () => {
    const refused = { http: 400, status: 400, data: { code: 'bad_request', field: 'paidCents' } }
    let asked = 0
    const served = {
      get [prePay]() {
        asked += 1
        return asked === 1 ? refused : { data: order }
      },
    }
    const sent = openServer(served)
    const begun = beginPayment(wish)
    answerAlert(true)
    await begun
    expect(sent.at(-1)?.body).toBe('gift=1&pkgId=brl-100&isapp=0')
    expect(alerts()).toEqual([])
    expect(openOverlayName()).toBe('payment')
  })

  test('is not opened where the player does not agree', async () => {
    const sent = openServer({ [prePay]: changed })
    const begun = beginPayment(wish)
    answerAlert(true)
    await expect.poll(alerts).toHaveLength(1)
    answerAlert(false)
    await begun
    expect(sent.filter(({ path }) => path === prePay)).toHaveLength(1)
    expect(openOverlayName()).toBeUndefined()
  })
})

test('the panel below the payment shows the remaining time, and offers "paid" and "cancel"', () => {
  const { words } = draw(
    createElement(WaitingPanel, { orderId: 'one', amountCents: 10_000, leave: () => undefined }),
  )
  expect(words).toContain('Pague em até 30 minutos.')
  expect(words).toMatch(/Cancelar uma recarga Complete sua recarga$/)
})

test.each([
  { open: 'payment', at: '/footballPage', stays: '/footballPage', leadsTo: '/footballPage' },
  { open: 'deposit', at: '/conta', stays: '/home', leadsTo: '/footballPage' },
  { open: 'deposit', at: '/dice', stays: '/dice', leadsTo: '/dice' },
] as const)(
  'a payment that arrived at $at closes $open, names amount and balance, stays at $stays and leads on to $leadsTo',
  async (seen) => {
    openServer({ '/api/app/user/userInfo': { data: { balance: 100, freeBalance: 0, balanceVersion: 3 } } })
    openAddress(seen.at)
    if (seen.open === 'payment') openOverlay('payment', { ...order, amountCents: 10_000 })
    else openOverlay('deposit')
    const paid = { orderId: `order at ${seen.at}`, amountCents: 7_950 }
    const reported = showTopUpPaid(paid)
    await showTopUpPaid(paid) // polling and socket both hear of it
    expect(openOverlayName()).toBeUndefined()
    await expect.poll(alerts).toEqual(['Recarga bem-sucedida, continue fazendo apostas'])
    expect(queryClient.getQueryData(userInfoKey)).toMatchObject({ balance: 100 })
    expect(location.pathname).toBe(seen.stays)
    const [dialog] = useAlerts.getState().waiting
    expect(dialog?.note?.replace(/\s/g, ' ')).toBe(
      'Depósito de R$ 79,50 recebido. Seu saldo agora é R$ 100,00.',
    )
    expect(dialog?.okLabel).toBe(seen.leadsTo === seen.stays ? undefined : 'Apostar agora')
    answerAlert(true)
    await reported
    expect(location.pathname).toBe(seen.leadsTo)
  },
)

test('a deposit with a bonus shows the bonus part of the balance', async () => {
  openServer({ '/api/app/user/userInfo': { data: { balance: 120, freeBalance: 20, balanceVersion: 4 } } })
  openAddress('/home')
  const reported = showTopUpPaid({ orderId: 'order with a bonus', amountCents: 10_000 })
  await expect.poll(alerts).toHaveLength(1)
  expect(useAlerts.getState().waiting[0]?.note?.replace(/\s/g, ' ')).toBe(
    'Depósito de R$ 100,00 recebido. Seu saldo agora é R$ 120,00, com R$ 20,00 de bônus.',
  )
  answerAlert(false)
  await reported
})

test('the success page shows that the payment arrived, and the balance', () => {
  knowWallet({ user: { balance: 220.5 } })
  const asked = { params: { orderId: 'one' } }
  queryClient.setQueryData(
    callKey('GET /api/app/order/getStatus/:orderId', { ...asked, loading: false } as object),
    {
      status: '10',
      reason: null,
    },
  )
  const { words } = draw(createElement(PaySuccessPage), '/paySuccess?orderId=one')
  expect(words).toContain('Recarga bem-sucedida, continue fazendo apostas')
  expect(words).toMatch(/Saldo R\$ 220,50/)
})

test('S16: a framed payment page can neither navigate the app nor open anything', () => {
  const props = { address: '/pay/1', code: undefined, onTryAgain: () => undefined }
  const { html } = draw(createElement(PaymentFrame, props))
  const [, leave = ''] = /<iframe[^>]* sandbox="([^"]*)"/.exec(html) ?? []
  expect(leave.split(' ').toSorted()).toEqual(['allow-forms', 'allow-same-origin', 'allow-scripts'])
})

import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useAlerts } from '../../../shared/alerts.ts'
import { callKey } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { AccountPage } from '../account/AccountPage.tsx'
import { CashSheet } from '../CashSheet.tsx'
import { knowWallet, packages } from '../testing/test-wallet.ts'
import { GameDepositSheet } from './GameDepositSheet.tsx'
import { GiftChoice } from './GiftChoice.tsx'
import { mainOffers } from './packages.ts'

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
afterEach(() => {
  queryClient.clear()
  useAlerts.setState({ waiting: [] })
})

const deposit = (known: Parameters<typeof knowWallet>[0] = {}) => {
  knowWallet(known)
  return draw(createElement(CashSheet, { tab: 'deposit' }))
}

test('overlay and account page share the panel with deposit and withdrawal tabs', () => {
  const tabsIn = (html: string) =>
    [...html.matchAll(/role="radio" aria-checked="(\w+)"[^>]*>(\w+)</g)].map(([, shown, name]) => [
      name,
      shown,
    ])
  knowWallet()
  for (const tab of ['deposit', 'withdraw'] as const) {
    const tabs = [
      ['Depositar', String(tab === 'deposit')],
      ['Retirar', String(tab === 'withdraw')],
    ]
    expect(tabsIn(draw(createElement(CashSheet, { tab })).html).slice(0, 2)).toEqual(tabs)
    expect(tabsIn(draw(createElement(AccountPage), `/conta?tab=${tab}`).html).slice(0, 2)).toEqual(tabs)
  }
})

test('the account page shows the balance, with deposit and withdrawal', () => {
  knowWallet()
  const page = draw(createElement(AccountPage), '/conta')
  expect(page.words).toMatch(/Saldo R\$ 120,50/)
  expect(page.words).toMatch(/Depositar R\$ 100,00/)
  expect(draw(createElement(AccountPage), '/conta?tab=withdraw').words).toContain('Valor do saque')
})

test('the account page shows cash and bonus separately, and debts', () => {
  knowWallet({ user: { balance: 120.5, freeBalance: 20.25 } })
  const plain = (page: { words: string }) => page.words.replace(/\s+/g, ' ')
  const shown = plain(draw(createElement(AccountPage), '/conta'))
  expect(shown).toMatch(/Dinheiro R\$ 100,25 Bônus R\$ 20,25 Disponível para retirar R\$ 120,50/)
  expect(shown).not.toContain('Valor em aberto')
  knowWallet({ limits: { owed: 60, wdAmount: 0 } })
  expect(plain(draw(createElement(AccountPage), '/conta'))).toMatch(
    /Valor em aberto R\$ 60,00 O banco devolveu um depósito ou um resultado foi corrigido/,
  )
})

test('the deposit shows three packages per row with their bonuses, and R$ 100 selected', () => {
  const { html, words } = deposit()
  expect(html).toMatch(/aria-label="Valor do depósito" class="[^"]*grid-cols-3/)
  expect(words).toMatch(/R\$ 20,00 R\$ 50,00 R\$ 100,00 \+ R\$ 20,00 de bônus/)
  expect([...html.matchAll(/<input type="radio"[^>]*checked=""/g)]).toHaveLength(1)
  expect(words).toMatch(/Depositar R\$ 100,00$/)
})

test('9.21 during a discount the deposit shows the price, the former price, and the remaining time', () => {
  const payDiscount = { discount: 0.1, expiredTime: Date.now() + 90_000 }
  const { html, words } = deposit({ user: { payDiscount } })
  expect(words).toMatch(/10% de desconto no próximo depósito Termina em 01:(29|30)/)
  expect(html).toMatch(/<time role="timer"/)
  expect(words).toMatch(/R\$ 90,00 R\$ 100,00 \+ R\$ 20,00/)
  expect(words).toMatch(/Você paga R\$ 90,00 Você recebe R\$ 120,00/)
  expect(words).toMatch(/Depositar R\$ 90,00$/)
})

test('the deposit states that the discount is paid as a bonus and must be wagered, with or without the gift', () => {
  const payDiscount = { discount: 0.1, expiredTime: Date.now() + 90_000 }
  const { words } = deposit({ user: { payDiscount } })
  expect(words).toContain('Você recebe o valor inteiro: o que foi descontado entra como bônus.')
  expect(words).toMatch(
    /Você recebe R\$ 120,00 Disso, em bônus R\$ 30,00 A apostar antes de retirar R\$ 90,00/,
  )
  expect(words).toMatch(
    /Com bônus de R\$ 30,00 Antes de retirar, aposte R\$ 90,00 \(1× o depósito\)\. O bônus vira saldo com mais R\$ 60,00 em apostas \(2×\)\./,
  )
  expect(words).toMatch(/Não participe de promoções Antes de retirar, .* com mais R\$ 20,00 em apostas/)
})

test('the deposit shows price, receipt and fastest arrival, and offers to decline promotions', () => {
  const { words } = deposit()
  expect(words).toMatch(
    /Você paga R\$ 100,00 Você recebe R\$ 120,00 Disso, em bônus R\$ 20,00 A apostar antes de retirar R\$ 100,00 Chegada mais rápida 5 minutos/,
  )
  expect(words).toContain('Não participe de promoções')
})

test('a deposit without a bonus also states what must be staked before a withdrawal, and which stakes count', () => {
  const [without] = mainOffers(packages, true).filter(({ giftCents }) => giftCents === 0)
  knowWallet()
  const { words } = draw(createElement(CashSheet, { tab: 'deposit', missingCents: without?.priceCents ?? 0 }))
  expect(words).not.toContain('Não participe de promoções')
  expect(words).toMatch(
    /Só o depósito: antes de retirar, aposte R\$ 20,00 \(1×\) Esportes contam 100%, jogos rápidos 20%/,
  )
})

test.each([
  { wantsGift: true, isTicked: false },
  { wantsGift: false, isTicked: true },
])('5.10 going without promotions is a checkbox, ticked: $isTicked', ({ wantsGift, isTicked }) => {
  const offer = mainOffers(packages, true).find(({ giftCents }) => giftCents > 0)
  if (!offer) throw new Error('a package has a gift')
  const { html, words } = draw(createElement(GiftChoice, { offer, wantsGift, onChoose: () => undefined }))
  const box = /<label[^>]*>(?:(?!<\/label>).)*<\/label>/.exec(html)?.[0] ?? ''
  expect(box).toContain('Não participe de promoções')
  expect(/<input[^>]*type="checkbox"[^>]*>/.exec(box)?.[0].includes('checked=""')).toBe(isTicked)
  // Both are in words, whichever is selected.
  expect(words).toMatch(/Com bônus de R\$.20,00 .* Só o depósito/)
})

test('welcome and deposit sheets state beside a gift what must be staked before a withdrawal', () => {
  const plain = (words: string) => words.replace(/\s/g, ' ')
  expect(plain(deposit().words)).toContain(
    'Com bônus de R$ 20,00 Antes de retirar, aposte R$ 100,00 (1× o depósito). O bônus vira saldo com mais R$ 40,00 em apostas (2×).',
  )
  const welcome = draw(createElement(GameDepositSheet, { variant: 'secondDeposit' }))
  expect(plain(welcome.words)).toContain(
    'Antes de retirar, aposte R$ 20,00 (1× o depósito). O bônus vira saldo com mais R$ 4,00 em apostas (2×). Esportes contam 100%, jogos rápidos 20%, slots e crash 100%.',
  )
})

test.each([
  {
    missingCents: 3_000,
    says: 'Saldo insuficiente: faltam R$ 30,00 R$ 20,00',
    button: 'Depositar R$ 50,00',
  },
  {
    missingCents: 990_000,
    says: 'Saldo insuficiente: faltam R$ 9.900,00 O maior depósito de uma vez é R$ 100,00. Depois dele ainda faltam R$ 9.800,00.',
    button: 'Depositar R$ 100,00',
  },
])('a deposit that a bet of $missingCents cents too much led to says so: $says', (short) => {
  knowWallet()
  const { words } = draw(createElement(CashSheet, { missingCents: short.missingCents }))
  expect(words.replace(/\s+/g, ' ')).toContain(short.says)
  expect(words.replace(/\s+/g, ' ').trim().endsWith(short.button)).toBe(true)
})

test('besides the packages a free amount within its bounds may be paid', () => {
  const before = deposit()
  expect(before.words).not.toContain('Outro valor')
  expect(before.html).toMatch(/class="wait[^"]*h-78/) // its space is reserved: nothing below moves
  const bounds = { minCents: 1_000, maxCents: 500_000, mainTimes: 1, giftTimes: 2 }
  queryClient.setQueryData(callKey('GET /api/app/order/ownAmount'), bounds)
  const { words, html } = deposit()
  expect(html).not.toMatch(/class="wait[^"]*h-78/)
  expect(words).toMatch(/Outro valor R\$ De R\$ 10,00 a R\$ 5\.000,00/)
  expect(words).toMatch(/Depositar R\$ 100,00$/)
})

test('without a selected package the deposit asks for one', () => {
  deposit({ prices: packages.filter(({ price }) => price !== 100) }).press('Depositar')
  expect(useAlerts.getState().waiting.map(({ text }) => text)).toEqual([
    'Por favor, selecione o montante de recarga',
  ])
})

test.each([
  { variant: undefined, title: 'Saldo baixo' },
  { variant: 'secondDeposit', title: 'Sua conta está pronta' },
] as const)('the prompt "$title" offers four packages, the first chosen', ({ variant, title }) => {
  knowWallet()
  const { html, words } = draw(createElement(GameDepositSheet, variant ? { variant } : {}))
  expect(words).toContain(title)
  expect(words).toMatch(/R\$ 20,00 .* R\$ 50,00 .* R\$ 100,00 .* R\$ 200,00/)
  expect(words).not.toContain('500,00')
  const offers = [...html.matchAll(/<input type="radio"[^>]*>/g)].map(([radio]) => radio.includes('checked'))
  expect(offers).toEqual([true, false, false, false])
  expect(words).toMatch(/Depositar R\$ 20,00 Agora não Conta só o seu dinheiro/)
})

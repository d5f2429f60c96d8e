import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shared/query.ts'
import { answerAlert, useAlerts } from '../../../shared/alerts.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { AccountPage } from '../account/AccountPage.tsx'
import { knowWallet, noWagering } from '../testing/test-wallet.ts'
import { giveBonusBack } from './give-bonus-back.ts'
import { WithdrawForm } from '../withdraw/WithdrawForm.tsx'

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

const own = { ownLeftCents: 3_500, ownTotalCents: 10_000 }
const bonus = { bonusLeftCents: 1_200, bonusTotalCents: 4_000, bonusGrantCents: 2_000 }
const ownWords = 'Faltam R$ 35,00 em apostas esportivas para retirar'
const bonusWords = 'Para liberar o bônus: faltam R$ 12,00'
const afterWords = 'Depois, para liberar o bônus: mais R$ 12,00 em apostas esportivas'
const shareWords = 'Esportes contam 100%, jogos rápidos 20%, slots e crash 100%.'

const know = (wagering: Partial<typeof noWagering>) =>
  knowWallet({ user: { wagering: { ...noWagering, ...wagering } } })
const plain = ({ words }: { words: string }) => words.replace(/\s+/g, ' ')
const account = (tab = 'deposit') => plain(draw(createElement(AccountPage), `/conta?tab=${tab}`))
const desk = () => plain(draw(createElement(WithdrawForm)))

test('S28: Conta shows what must be staked before a withdrawal, by kind of money, and which stakes count', () => {
  know(own)
  expect(account()).toContain(
    `${ownWords} Ou R$ 175,00 em jogos rápidos. R$ 65,00 de R$ 100,00 ${shareWords}`,
  )
  expect(account()).toContain('apostas com odd de 1,50 ou mais')
  expect(account()).toContain('chance de ganhar de até 66,67%')
  expect(account()).not.toContain('Para liberar o bônus')
})

test('S28: Conta shows beside the bonus what releases it and the maximum it becomes', () => {
  know(bonus)
  expect(account()).toContain(
    `${bonusWords} em apostas esportivas Ou R$ 60,00 em jogos rápidos. R$ 28,00 de R$ 40,00`,
  )
  expect(account()).toContain('no máximo R$ 20,00')
  expect(account()).toContain('até R$ 50,00 de bônus por aposta')
  expect(account()).not.toContain('para retirar Ou')
})

test("the operators' values are shown: shares, minimum odds, and money by them", () => {
  know({ ...bonus, sportsBps: 5_000, smallGamesBps: 1_000, minPriceMilli: 1700 })
  expect(account()).toContain('faltam R$ 24,00 em apostas esportivas Ou R$ 120,00 em jogos rápidos.')
  expect(account()).toContain('Esportes contam 50%, jogos rápidos 10%')
  expect(account()).toContain('apostas com odd de 1,70 ou mais')
})

test('a bonus is given back only after the player confirmed what goes and what stays', async () => {
  const path = '/api/app/user/giveBonusBack'
  const sent = openServer({
    [path]: { data: { backCents: 1_850 } },
    '/api/app/user/userInfo': { data: { balance: 0, balanceVersion: 3 } },
  })
  know(bonus)
  const page = draw(createElement(AccountPage), '/conta')
  expect(page.words).toContain('Desistir do bônus')
  const unwanted = giveBonusBack({ grantCents: 2_000, language: 'pt-BR' })
  const [question] = useAlerts.getState().waiting
  expect(question?.text.replace(/\s/g, ' ')).toContain('Até R$ 20,00 saem do seu bônus')
  answerAlert(false)
  await unwanted
  expect(sent).toEqual([])
  const wanted = giveBonusBack({ grantCents: 2_000, language: 'pt-BR' })
  answerAlert(true)
  await expect
    .poll(() => useAlerts.getState().waiting[0]?.text.replace(/\s/g, ' '))
    .toBe('Você desistiu do bônus: R$ 18,50 saíram da sua conta.')
  answerAlert(true)
  await wanted
  expect(sent.filter((one) => one.path === path)).toHaveLength(1)
})

test("Conta shows a bonus's deadline, if it has one", () => {
  know({ ...bonus, bonusExpiresAt: '2026-12-24T15:00:00.000Z' })
  expect(account()).toMatch(/O bônus vale até 24\/12/)
  know(bonus)
  expect(account()).not.toContain('O bônus vale até')
})

test('the withdrawal states what must be staked first; the surrounding page does not repeat it', () => {
  know({ ...own, ...bonus, isBonusAfter: true })
  expect(desk()).toContain(ownWords)
  expect(desk()).not.toContain(afterWords)
  expect(account('withdraw').split(ownWords)).toHaveLength(2)
  expect(account('withdraw')).toContain(afterWords)
})

test('a player with nothing left to stake sees no meter', () => {
  know({})
  for (const seen of [account(), account('withdraw'), desk()]) {
    expect(seen).not.toContain('Faltam R$')
    expect(seen).not.toContain('em jogos rápidos.')
  }
})

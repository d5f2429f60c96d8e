import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { callKey } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import type { Policy } from '../../../shared/use-policy.ts'
import { testLimits } from '../withdraw/testing/test-limits.ts'
import { DayLimits } from './DayLimits.tsx'

// The build compiles the texts; a text that is not there shows its key.
vi.mock('virtual:texts/pt-BR/first', () => ({ messages: {} }))

beforeAll(() => loadTexts('first', 'pt-BR'))

afterEach(() => queryClient.clear())

const policy = (countsWithdrawals: boolean): Policy => ({
  profile: 'spec',
  version: 'spec-2',
  withdrawMethods: ['CPF'],
  grantsGifts: true,
  levelsByTopUp: true,
  paysReferrals: true,
  givesPromotions: true,
  opensDepositByItself: true,
  wagersTopUps: true,
  ownNameOnly: false,
  countsWithdrawals,
  factorDays: null,
  locales: ['pt-BR', 'en'],
  minAgeYears: 18,
  licence: null,
})

const shown = () =>
  renderToStaticMarkup(
    createElement(QueryClientProvider, { client: queryClient }, createElement(DayLimits, { lx: '' })),
  )

test.each([{ countsWithdrawals: true }, { countsWithdrawals: false }])(
  'Conta tells how many are left today where they are counted: $countsWithdrawals',
  ({ countsWithdrawals }) => {
    queryClient.setQueryData(callKey('GET /api/app/order/getWithdraw'), testLimits)
    queryClient.setQueryData(callKey('GET /api/app/protection/policy'), policy(countsWithdrawals))
    expect(shown()).toContain('wallet.account.least')
    expect(shown()).toContain('wallet.account.fee')
    expect(shown().includes('wallet.withdraw.leftToday')).toBe(countsWithdrawals)
  },
)

test('3.21 a stored key shows its bank, account and number, with personal parts masked', () => {
  const card = (payCardNo: string, name: string) => ({ ifsc: '', payCardNo, name, whatsapp: '' })
  queryClient.setQueryData(callKey('GET /api/app/order/getWithdraw'), {
    ...testLimits,
    cardInfo: {
      CPF: card('52998224725', 'Ana Maria Souza'),
      USDT: { ...card('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', ''), network: 'TRC20' },
      CHANNEL: ['CPF', 'USDT'],
    },
  })
  queryClient.setQueryData(callKey('GET /api/app/protection/policy'), policy(true))
  const html = renderToStaticMarkup(
    createElement(QueryClientProvider, { client: queryClient }, createElement(DayLimits, { lx: '20' })),
  )
  for (const label of ['account.bank', 'account.account', 'withdraw.key', 'details.address']) {
    expect(html).toContain(`wallet.${label}`)
  }
  for (const value of ['PIX', 'Ana M. S.', '***.982.247-**', 'USDT TRC20', 'TQn9Y2…bLSE']) {
    expect(html).toContain(`>${value}<`)
  }
  expect(html).not.toMatch(/52998224725|529\.982|Souza/)
})

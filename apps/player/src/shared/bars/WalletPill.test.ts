import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../query.ts'
import { type UserInfo, userInfoKey } from '../session.ts'
import { draw } from '../testing/drawn.ts'
import { loadTexts } from '../text/text.ts'
import { WalletPill } from './WalletPill.tsx'

await vi.hoisted(async () =>
  (await import('../testing/test-browser.ts')).keepInBrowser({ token: 'ana', moneyHidden: '1' }),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))

test('hiding amounts also hides the one in the bar', () => {
  queryClient.setQueryData(userInfoKey, { balance: 120.5 } as UserInfo)
  const { words } = draw(createElement(WalletPill))
  expect(words).not.toMatch(/\d/)
  expect(words).toContain('Saldo •••• oculto')
})

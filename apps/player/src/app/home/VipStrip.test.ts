import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../shared/query.ts'
import { userInfoKey } from '../../shared/session.ts'
import { draw } from '../../shared/testing/drawn.ts'
import { openAddress } from '../../shared/testing/test-browser.ts'
import { testUser } from '../../shared/testing/test-user.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { VipStrip } from './VipStrip.tsx'

await vi.hoisted(async () =>
  (await import('../../shared/testing/test-browser.ts')).keepInBrowser({ token: 'ana' }),
)
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))

test('9.13 before its data arrive the VIP bar shows 10 of 110, then their values', () => {
  openAddress('/home')
  expect(draw(createElement(VipStrip)).html).toMatch(/role="progressbar"[^>]*aria-valuenow="9"/)
  const nextlevel = { level: 1, paySumAmount: 100, gameSumAmount: 400 }
  queryClient.setQueryData(userInfoKey, { ...testUser, paySumAmount: 50, gameSumAmount: 0, nextlevel })
  expect(draw(createElement(VipStrip)).html).toMatch(/role="progressbar"[^>]*aria-valuenow="25"/)
})

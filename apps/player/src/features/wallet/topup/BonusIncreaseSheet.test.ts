import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerAlert, useAlerts } from '../../../shared/alerts.ts'
import { callKey } from '../../../shared/api/use-call.ts'
import { closeOverlays, openOverlay, openOverlayName } from '../../../shared/overlays.ts'
import { queryClient } from '../../../shared/query.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { knowWallet } from '../testing/test-wallet.ts'
import { BonusIncreaseSheet } from './BonusIncreaseSheet.tsx'

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
beforeEach(() => {
  openAddress('/gamebouns')
  openOverlay('bonusIncrease')
})
afterEach(() => {
  closeOverlays()
  queryClient.clear()
})

const panelPackage = (pkgId: string, price: number, sort: number) =>
  ({ pkgId, curreny: 'EXPPAY', price, gift: 0, mainTimes: 1, giftTimes: 1, sort }) as const

/** The panel with loaded packages. */
const openPanel = async (bouns: number, prices: readonly object[]) => {
  knowWallet()
  const accrued = { bouns, amount: bouns * 200, maxReleaseCents: 50_000, bonuses: [], releases: [] }
  queryClient.setQueryData(callKey('GET /api/app/rewards/gameBonus'), accrued)
  const sent = openServer({ '/api/app/order/getPrices': { data: prices } })
  const panel = draw(createElement(BonusIncreaseSheet))
  const asked = callKey('GET /api/app/order/getPrices', { query: { curreny: 'EXPPAY' } })
  await queryClient.getQueryCache().find({ queryKey: asked })?.fetch()
  panel.again()
  return { panel, sent }
}

test('2.42 7.15 the panel shows the accrued bonus and only the first of its packages', async () => {
  const prices = [panelPackage('later', 80, 2), panelPackage('first', 30, 1)]
  const { panel, sent } = await openPanel(12.5, prices)
  expect(sent.map(({ path }) => path)).toEqual(['/api/app/order/getPrices?curreny=EXPPAY'])
  expect(panel.words).toMatch(/Bônus que suas apostas juntaram \+ R\$ 12,50 De R\$ 2\.500,00 em apostas/)
  expect(panel.words).toContain('Deposite R$ 30,00 e receba mais R$ 12,50 de bônus.')
  expect(panel.words).toMatch(/Depositar R\$ 30,00$/)
  expect(panel.words).not.toContain('80,00')
  panel.press('Depositar R$\u00A030,00')
  await expect.poll(() => useAlerts.getState().waiting).toHaveLength(1) // asked once more
  answerAlert(true)
  await expect.poll(() => sent.map(({ path }) => path)).toContain('/api/app/order/prePay/first')
})

test("9.29 the panel states its package's wagering: deposit and bonus once each", async () => {
  const { panel } = await openPanel(12.5, [panelPackage('first', 30, 1)])
  expect(panel.words).toContain('Para retirar, aposte o depósito 1× e o bônus 1×.')
})

test.each([
  { lack: 'bonus', bouns: 0, prices: [panelPackage('first', 30, 1)] },
  { lack: 'package', bouns: 12.5, prices: [] },
])('2.42 without a $lack the panel stays shut', async ({ bouns, prices }) => {
  const { panel } = await openPanel(bouns, prices)
  expect(panel.words).toBe('')
  expect(openOverlayName()).toBeUndefined()
})

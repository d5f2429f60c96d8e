import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress, openServer } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { LevelBenefits } from './LevelBenefits.tsx'

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

const five = {
  level: 5,
  depositCents: 25_000,
  nextTopUpCents: 1_000_000,
  nextSettledCents: 8_000_000,
  withdrawalsADay: 2,
  feeBps: 50,
  awardCents: 3_000,
  hasOwnQueue: true,
}
const reached = { level: 5, awardCents: 3_000, reachedAt: '2026-11-20T12:00:00.000Z', claimedAt: null }

test('1.21 a level shows its award, daily withdrawals, fee and support', () => {
  openAddress('/vip')
  const { words } = draw(createElement(LevelBenefits, { level: five, before: undefined, history: [] }))
  expect(words).toMatch(
    /Benefícios do VIP 5 Prêmio ao chegar R\$ 30,00 Saques por dia 2 saques Taxa de saque 0,5% Atendimento Fila própria/,
  )
  expect(words).not.toContain('Resgatar')
})

test('an award that is planned to become lower says when, until it is claimed', () => {
  openAddress('/vip')
  const level = { ...five, lowerAward: { startsAt: '2026-12-12T03:00:00.000Z', awardCents: 2_000 } }
  const said = (
    history: readonly (typeof reached | (Omit<typeof reached, 'claimedAt'> & { claimedAt: string }))[],
  ) => draw(createElement(LevelBenefits, { level, before: undefined, history: [...history] })).words
  expect(said([])).toMatch(/A partir de 12\S* .*este prêmio passa a ser R\$\s20,00/)
  expect(said([reached])).toContain('este prêmio passa a ser')
  expect(said([{ ...reached, claimedAt: '2026-11-21T12:00:00.000Z' }])).not.toContain('passa a ser')
})

test("1.21 a reached level's award is claimed once", async () => {
  openAddress('/vip')
  const sent = openServer({})
  const benefits = draw(createElement(LevelBenefits, { level: five, before: undefined, history: [reached] }))
  benefits.press('Resgatar R$\u00A030,00')
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ awardId: 'vip-5' })
  const claimed = [{ ...reached, claimedAt: '2026-11-21T12:00:00.000Z' }]
  const after = draw(createElement(LevelBenefits, { level: five, before: undefined, history: claimed }))
  expect(after.words).toContain('Resgatado')
  expect(after.words).not.toContain('Resgatar R$')
})

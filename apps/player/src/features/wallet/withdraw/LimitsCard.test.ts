import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../shared/text/text.ts'
import { LimitsCard } from './LimitsCard.tsx'
import { testLimits } from './testing/test-limits.ts'

// The build compiles the texts; a text that is not there shows its key.
vi.mock('virtual:texts/pt-BR/first', () => ({ messages: {} }))

beforeAll(() => loadTexts('first', 'pt-BR'))

test.each([{ countsWithdrawals: true }, { countsWithdrawals: false }])(
  'how many are left today is told where they are counted: $countsWithdrawals',
  ({ countsWithdrawals }) => {
    const shown = renderToStaticMarkup(
      createElement(LimitsCard, {
        limits: { ...testLimits, number: 99 },
        heldCents: 0,
        bonusCents: 0,
        countsWithdrawals,
      }),
    )
    expect(shown).toContain('wallet.withdraw.available')
    expect(shown.includes('wallet.withdraw.leftToday')).toBe(countsWithdrawals)
    expect(shown.includes('99')).toBe(countsWithdrawals)
  },
)

test('the card shows the bonus part of the balance, if any', () => {
  const shown = (bonusCents: number) =>
    renderToStaticMarkup(
      createElement(LimitsCard, { limits: testLimits, heldCents: 0, bonusCents, countsWithdrawals: true }),
    )
  expect(shown(37_05)).toMatch(/wallet\.withdraw\.bonus.*37,05/)
  expect(shown(0)).not.toContain('wallet.withdraw.bonus')
})

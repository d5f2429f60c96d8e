import { createElement } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from './query.ts'
import { type UserInfo, userInfoKey } from './session.ts'
import { draw } from './testing/drawn.ts'
import { testUser } from './testing/test-user.ts'
import { loadTexts } from './text/text.ts'
import { WageringLeft } from './WageringLeft.tsx'

await vi.hoisted(async () => (await import('./testing/test-browser.ts')).keepInBrowser({ token: 'ana' }))
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('./testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))
afterEach(() => queryClient.clear())

type Share = 'smallGamesBps' | 'studiosBps' | null

/** What a game shows beside its stake for this open wagering. */
const said = (share: Share, own: Partial<UserInfo['wagering']>, chance?: number) => {
  queryClient.setQueryData(userInfoKey, { ...testUser, wagering: { ...testUser.wagering, ...own } })
  return draw(createElement(WageringLeft, { share, chance })).words.replaceAll(/\s+/g, ' ')
}

const shares = 'Esportes contam 100%, jogos rápidos 20%, slots e crash 100%.'

test('S28: a game shows what is left to wager in its own money, and which stakes count', () => {
  const bonus = { bonusLeftCents: 4_000, bonusTotalCents: 4_000 }
  expect(said('smallGamesBps', bonus)).toContain(
    `Faltam R$ 200,00 neste jogo para liberar o bônus. ${shares}`,
  )
  expect(said('studiosBps', bonus)).toContain(`Faltam R$ 40,00 neste jogo para liberar o bônus. ${shares}`)
})

test('own money is wagered first; the bonus becomes cash once both are wagered', () => {
  const both = { ownLeftCents: 10_000, bonusLeftCents: 4_000, isBonusAfter: true }
  expect(said('smallGamesBps', both)).toContain(
    'Faltam R$ 500,00 neste jogo para retirar. Faltam R$ 700,00 neste jogo para liberar o bônus.',
  )
})

test('a game that counts for nothing says so, and nothing is shown when nothing is left', () => {
  expect(said(null, { bonusLeftCents: 4_000 })).toContain('Este jogo não conta para o que falta apostar.')
  expect(said('smallGamesBps', {})).toBe('')
})

test('a round that is almost certainly won says that it does not count, with its chance and the highest one that counts', () => {
  const own = { ownLeftCents: 10_000 }
  expect(said('smallGamesBps', own, 0.9)).toMatch(
    /^Com 90% de chance de ganhar, a rodada não conta: só contam as de até 66,67%\.$/,
  )
  expect(said('smallGamesBps', own, 0.6667)).not.toContain('não conta')
  expect(said(null, own, 0.9)).not.toContain('chance')
})

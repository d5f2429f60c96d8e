import { createElement } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Fixture, Outcome } from '../../shared/fixture.ts'
import { openOverlayName } from '../../shared/overlays.ts'
import { queryClient } from '../../shared/query.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { openAddress } from '../../shared/testing/test-browser.ts'
import { draw } from '../../shared/testing/drawn.ts'
import { ErrorPage } from '../ErrorPage.tsx'
import { Footer } from './Footer.tsx'
import { HomeBar } from './HomeBar.tsx'
import { DrawnMatches, LiveNow, liveQuery } from './LiveNow.tsx'
import { MatchOutlineCard } from './MatchOutlineCard.tsx'

await vi.hoisted(async () => (await import('../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)
vi.mock('virtual:texts/en/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('en'),
)

beforeEach(async () => {
  openAddress('/home')
  await loadTexts('first', 'pt-BR')
})

beforeAll(() => vi.stubGlobal('scrollTo', () => undefined))

test("the footer shows that there are games, the age limit, and the operator's disclaimer", () => {
  const { words } = draw(createElement(Footer))
  expect(words).toContain('Palpite oferece apostas esportivas e jogos.')
  expect(words).toContain('Somente para maiores de 18 anos.')
  expect(words).toContain(
    'O operador não se responsabiliza pelo descumprimento das leis locais sobre jogos de azar on-line.',
  )
})

test('1.24 the footer shows payment marks', () => {
  const { html } = draw(createElement(Footer))
  expect(html).toMatch(/aria-label="Formas de pagamento".*<svg.*PIX.*<svg.*Conta bancária/)
})

test('1.25 the footer shows partner and licence marks, and links to the licence', () => {
  const { html } = draw(createElement(Footer))
  expect(html).toMatch(/aria-label="Parceiros".*<svg.*Jogo responsável.*<svg.*Dados ao vivo/)
  expect(html).toMatch(/aria-label="Licença e garantias".*<svg.*href="\/ajuda\/licenca"/)
})

test('a visitor sees the login and the registration, no wallet and no account', () => {
  const bar = draw(createElement(HomeBar))
  expect(bar.words).toMatch(/Entrar Cadastrar$/)
  expect(bar.html).not.toMatch(/Minha conta|Depositar|Saldo/)
  bar.press('Entrar')
  expect(openOverlayName()).toBe('login')
})

test.each([
  { address: '/error?code=1403', says: 'Não foi possível atender a este pedido.' },
  { address: '/error?code=502', says: 'Ainda não sabemos o motivo.' },
])('the error page at $address says "$says", and leads on', ({ address, says }) => {
  const page = draw(createElement(ErrorPage), address)
  expect(page.words).toContain(says)
  expect(page.words).toContain(`Código ${address.split('=')[1]}`)
  openAddress(address)
  page.press('Ir para o início')
  expect(location.pathname).toBe('/home')
})

test.each([
  '//elsewhere.example/x',
  '/\t/elsewhere.example',
  'https://elsewhere.example',
  'javascript:0',
  'http://[',
])('the error page leads home and not to %j, which no page of ours has noted', (from) => {
  const address = `/error?${new URLSearchParams({ code: 'app', from })}`
  const page = draw(createElement(ErrorPage), address)
  openAddress(address)
  page.press('Tentar de novo')
  expect(location.pathname).toBe('/home')
})

test.each([true, false])(
  'a prerendered card has placeholders for its words and no price, live: %s',
  (isLive) => {
    const value = createElement(MatchOutlineCard, { isLive })
    const { html, words } = draw(createElement(DrawnMatches, { value }, createElement(LiveNow)))
    expect(html.match(/<article/g)).toHaveLength(1)
    expect(html).toContain('href="/footballPage/{{id}}"')
    for (const place of ['competition', 'home', 'away']) expect(words).toContain(`{{${place}}}`)
    expect(words.includes('{{kickOff}}')).toBe(!isLive)
    expect(html).not.toMatch(/<button|data-outcome/)
  },
)

/** A live match with open or suspended match-winner prices. */
const playedBy = (home: string, status: Outcome['status']): Fixture => ({
  fixtureId: home,
  sport: 'football',
  competition: 'Liga Caju',
  simulated: true,
  isOutright: false,
  title: null,
  participants: [],
  home,
  away: 'Vila Jabuti',
  startsAt: '2026-11-20T12:00:00.000Z',
  isDayOnly: false,
  matchStatus: 1,
  clock: { period: 'half1', minute: 10 },
  homeScore: 0,
  awayScore: 0,
  state: null,
  version: 1,
  marketCount: 1,
  markets: [
    {
      marketId: home,
      type: 'football.1x2',
      period: 'full',
      periodCode: 1,
      lineQuarters: null,
      side: null,
      status: 'open',
      outcomes: ['home', 'draw', 'away'].map((code) => {
        return { outcomeId: `${home} ${code}`, code, name: null, priceMilli: 2500, status, result: null }
      }),
    },
  ],
})

test("home's first match accepts bets, instead of showing padlocks", () => {
  const fixtures = [playedBy('Trem Macaxeira', 'suspended'), playedBy('Serra do Quati', 'open')]
  queryClient.setQueryData(liveQuery.queryKey, [{ competition: 'Liga Caju', fixtures }])
  expect(draw(createElement(LiveNow)).words).toMatch(/Serra do Quati.*Trem Macaxeira/)
  queryClient.clear()
})

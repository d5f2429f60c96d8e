import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { callKey } from '../../shared/api/use-call.ts'
import { queryClient } from '../../shared/query.ts'
import { userInfoKey } from '../../shared/session.ts'
import { draw } from '../../shared/testing/drawn.ts'
import { openAddress } from '../../shared/testing/test-browser.ts'
import { testUser } from '../../shared/testing/test-user.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { ActivityPage } from './activities/ActivityPage.tsx'
import { AwardSheet } from './awards/AwardSheet.tsx'
import { CheckInPage } from './check-in/CheckInPage.tsx'
import { StartMask } from './check-in/StartMask.tsx'
import { GameBonusPage } from './game-bonus/GameBonusPage.tsx'
import { AgentPage } from './invitations/AgentPage.tsx'
import { SharePage } from './invitations/SharePage.tsx'
import { LadderPage } from './ladder/LadderPage.tsx'
import { VipPage } from './vip/VipPage.tsx'

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
afterEach(() => queryClient.clear())

const vipLevel = (level: number, of: object) => ({
  level,
  depositCents: 0,
  nextTopUpCents: null,
  nextSettledCents: null,
  withdrawalsADay: 1,
  feeBps: 0,
  awardCents: 0,
  hasOwnQueue: false,
  ...of,
})
const rules = {
  vipLevels: [
    vipLevel(0, { nextTopUpCents: 10_000, nextSettledCents: 40_000 }),
    vipLevel(1, { depositCents: 500, awardCents: 200 }),
  ],
  commission: [{ level: 1, rateBps: 20 }],
  ladder: { steps: [{ step: 1, invitees: 1, awardCents: 500 }], minTopUpCents: 2_000, minStakedCents: 2_000 },
  gameBonus: { rateBps: 50, maxReleaseCents: 50_000 },
  checkIn: [1, 2].map((streakDay) => ({ streakDay, amountCents: streakDay * 50 })),
  wageredTimes: 3,
  earning: { minesBps: 4_000, minPriceMilli: 1_300 },
}
const checkIn = {
  today: '2026-11-29',
  isDone: false,
  streak: 1,
  streakDay: 2,
  prizes: rules.checkIn,
  days: [],
}
const invitations = {
  code: 'ABCDEFGH',
  url: 'https://palpite.example/?i=ABCDEFGH',
  levels: [1, 2, 3].map((level) => ({ level, persons: 0, earnedCents: 0, rateBps: 20 })),
  earned: { todayCents: 0, sevenDaysCents: 0, totalCents: 0 },
  heldCents: 0,
  latest: [],
  mayAccept: false,
}
const activity = {
  id: 'spring',
  counts: 'stakes',
  title: 'Primavera',
  summary: 'Aposte.',
  art: 'football',
  startsAt: '2026-11-01T12:00:00.000Z',
  endsAt: '2026-12-01T12:00:00.000Z',
  state: 'open',
  prizeCents: 500,
  how: [],
  rules: [],
  steps: [],
  wageredTimes: 3,
}
const award = { awardId: 'vip-1', type: '14', kind: 'vip', step: 1, activity: null, amountCents: 200 }
const waiting = [{ ...award, wageredTimes: 3, endsAt: null }]
const bonus = { source: 'topup', grantCents: 2_000, wagerCents: 4_000, leftCents: 3_000 }
const gameBonus = {
  bouns: 0,
  amount: 0,
  rateBps: 50,
  maxReleaseCents: 50_000,
  releases: [],
  bonuses: [bonus],
}

beforeEach(() => {
  openAddress('/home')
  queryClient.setQueryData(userInfoKey, testUser)
  queryClient.setQueryData(callKey('GET /api/app/rewards/rules'), rules)
  queryClient.setQueryData(callKey('GET /api/app/rewards/checkIn'), checkIn)
  queryClient.setQueryData(callKey('GET /api/app/rewards/invitations'), invitations)
  queryClient.setQueryData(callKey('GET /api/app/rewards/gameBonus'), gameBonus)
  queryClient.setQueryData(callKey('GET /api/app/rewards/awards'), { waiting })
  const ofActivity = { params: { activityId: 'spring' } }
  queryClient.setQueryData(callKey('GET /api/app/rewards/activities/:activityId', ofActivity), activity)
  const vip = { level: 1, topUpCents: 10_000, settledCents: 40_000, next: null, history: [] }
  queryClient.setQueryData(callKey('GET /api/app/rewards/vip'), vip)
})

const shares = 'Esportes contam 100%, jogos rápidos 20%, slots e crash 100%.'
const params = {}

describe('every reward states that it is a bonus, its wagering multiple, own money only, and which stakes count', () => {
  test.each([
    { page: 'the check-in', drawn: createElement(CheckInPage) },
    { page: 'an activity', drawn: createElement(ActivityPage, { params: { id: 'spring' } }) },
    { page: 'an award', drawn: createElement(AwardSheet) },
    { page: 'the commission', drawn: createElement(AgentPage, { params }) },
    { page: 'inviting', drawn: createElement(SharePage, { params }) },
    { page: 'the ladder', drawn: createElement(LadderPage, { params }) },
    { page: 'the VIP club', drawn: createElement(VipPage, { params }) },
  ])('by $page', ({ drawn }) => {
    const { words } = draw(drawn)
    expect(words).toContain(
      'O que você ganha entra como bônus. Ele vira saldo para saque quando você apostar 3 vezes esse valor com o seu próprio dinheiro.',
    )
    expect(words).toContain('Um bônus vale 30 dias: o que não for liberado até lá sai da conta.')
    expect(words).toContain(shares)
  })
})

test.each([
  { page: 'the game bonus', drawn: createElement(GameBonusPage, { params }) },
  { page: 'the commission', drawn: createElement(AgentPage, { params }) },
  { page: 'inviting', drawn: createElement(SharePage, { params }) },
])('$page says which stakes earn less or nothing, by the figures of the server', ({ drawn }) => {
  expect(draw(drawn).words).toContain(
    'Contam só apostas com dinheiro próprio, não com bônus. Em Mines, conta 40% do valor; apostas com odd abaixo de 1,30 não contam.',
  )
})

test('a running bonus states the remainder in sports, what comes before it, and which stakes count', () => {
  const halved = { ...testUser.wagering, sportsBps: 5_000 }
  queryClient.setQueryData(userInfoKey, { ...testUser, wagering: halved })
  const { words } = draw(createElement(GameBonusPage, { params }))
  expect(words).toContain('Bônus de depósito R$ 20,00')
  expect(words).toContain('Faltam R$ 60,00 em apostas esportivas')
  expect(words).toContain('Antes do bônus de um depósito, conta o próprio depósito.')
  expect(words).toContain('Esportes contam 50%, jogos rápidos 20%, slots e crash 100%.')
})

test('a VIP level lists all requirements: deposits and stakes of the level before', () => {
  const { words } = draw(createElement(VipPage, { params }))
  expect(words).toContain(
    'Este nível pede, no total, R$ 100,00 em depósitos e R$ 400,00 em apostas com resultado.',
  )
})

test("the start mask shows today's check-in prize, not the first day's", () => {
  expect(draw(createElement(StartMask)).words).toContain('comece com R$ 1,00 em bônus')
})

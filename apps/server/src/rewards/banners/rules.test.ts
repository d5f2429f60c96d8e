import { describe, expect, test } from 'vitest'
import { policyOf } from '../../protection/index.ts'
import {
  type BannerContent,
  isLinkable,
  mostAtOnce,
  pagesUnder,
  statusOf,
  textIn,
  unfitContent,
} from './rules.ts'

const everything = policyOf({ COMPLIANCE_PROFILE: 'spec' })
const brazil = policyOf({ COMPLIANCE_PROFILE: 'br-spa' })
const hosts = ['blog.palpite.example']

const words = (title: string) => ({ title, alt: 'Um estádio à noite', action: 'Ver jogos' })
const banner = (own: Partial<BannerContent> = {}): BannerContent => ({
  place: 'home',
  pictureId: 'a'.repeat(64),
  texts: { 'pt-BR': words('Rodada do fim de semana') },
  href: '/footballPage',
  order: 1,
  audience: 'all',
  minVipLevel: 0,
  startsOn: '2026-03-01',
  endsOn: '2026-03-08',
  ...own,
})

describe('a link', () => {
  test.each([
    '/footballPage',
    '/footballPage/123',
    '/mines',
    '/vip',
    '/signInSheet',
    '/activemes-do-palpite',
    '/ajuda/artigos/mines',
    'https://blog.palpite.example/copa?ano=2026',
  ])('may lead to %s', (href) => {
    expect(isLinkable(everything, hosts, href)).toBe(true)
  })

  test.each([
    '/nowhere',
    '/footballPage/../api/app/user/userInfo',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'data:text/html,hi',
    'http://blog.palpite.example/',
    'https://evil.example/',
    'https://blog.palpite.example.evil.example/',
    'https://blog.palpite.example@evil.example/',
    'https://ana@blog.palpite.example/',
    'https://blog.palpite.example:8443/',
    'https://blog.palpite.example\\@evil.example/',
    'https://BLOG.palpite.example/',
    ' https://blog.palpite.example/',
    '/paySuccess',
    '/ygoABC',
  ])('may not lead to %s', (href) => {
    expect(isLinkable(everything, hosts, href)).toBe(false)
  })

  test('leads to no reward that the compliance profile forbids', () => {
    const gone = pagesUnder(everything).filter((page) => !pagesUnder(brazil).includes(page))
    expect(gone).toEqual(['/vip', '/share', '/agentJl', '/ladderBonus', '/gamebouns', '/signInSheet'])
    for (const href of ['/vip', '/activemes-do-palpite', '/gamebouns'])
      expect(unfitContent(brazil, hosts, banner({ href }))).toEqual({ field: 'href' })
    expect(unfitContent(brazil, hosts, banner())).toBeUndefined()
  })
})

test.each([
  ['SÓ HOJE: a final', ['so hoje']],
  ['Não  perca a final', ['nao perca']],
  ['Deposite e ganhe bônus', ['bonus', 'deposite e ganhe']],
  ['Aposta GRÁTIS', ['aposta gratis', 'gratis']],
  ['Don’t miss it', ["don't miss"]],
  ['Apostem já', ['apostem ja']],
  ['Não percam, corram', ['corram', 'nao percam']],
  ['Últimas chances', ['ultima chance']],
  ['Brindes e presentes', ['brinde', 'presente']],
  ['Apostas grátis', ['aposta gratis', 'gratis']],
  ['Bônus e bonuses', ['bonus']],
  ['A freebet', ['freebet']],
  ['Free bets and freebets', ['free bet', 'freebet']],
  ['Cash back, cash-back, cashbacks', ['cash back', 'cash-back', 'cashback']],
  ['A free spin', ['free spin']],
])('br-spa refuses “%s”, which hurries or promises a gift; spec accepts it', (title, found) => {
  const asked = banner({ texts: { 'pt-BR': words('A final'), en: words(title) } })
  expect(unfitContent(brazil, hosts, asked)).toEqual({ field: 'texts.en', words: found })
  expect(unfitContent(everything, hosts, asked)).toBeUndefined()
})

test('a word inside another one is no forbidden word', () => {
  const asked = banner({ texts: { 'pt-BR': words('Representes, corrais e brindemos') } })
  expect(unfitContent(brazil, hosts, asked)).toBeUndefined()
})

test.each([
  ['a level for visitors', { minVipLevel: 1 }, 'minVipLevel'],
  ['an end before its beginning', { endsOn: '2026-03-01' }, 'endsOn'],
  ['more than 92 days', { endsOn: '2026-06-02' }, 'endsOn'],
] as const)('refuses %s', (_what, own, field) => {
  expect(unfitContent(everything, hosts, banner(own))).toEqual({ field })
})

test('levels exist only where the profile has them', () => {
  const asked = banner({ audience: 'players', minVipLevel: 3 })
  expect(unfitContent(everything, hosts, asked)).toBeUndefined()
  expect(unfitContent(brazil, hosts, asked)).toEqual({ field: 'minVipLevel' })
})

const days = (startsOn: string, endsOn: string, replacedOn: string | null = null) => ({
  startsOn,
  endsOn,
  replacedOn,
})

test.each([
  { shown: [], most: 0 },
  { shown: [days('2026-03-01', '2026-03-05'), days('2026-03-05', '2026-03-09')], most: 1 },
  { shown: [days('2026-03-01', '2026-03-06'), days('2026-03-05', '2026-03-09')], most: 2 },
  { shown: [days('2026-03-01', '2026-03-06', '2026-03-05'), days('2026-03-05', '2026-03-09')], most: 1 },
  { shown: [days('2026-02-01', '2026-03-01'), days('2026-03-10', '2026-03-11')], most: 0 }, // beside the period
])('counts at most $most banners on one day', ({ shown, most }) => {
  expect(mostAtOnce(shown, { startsOn: '2026-03-01', endsOn: '2026-03-10' })).toBe(most)
})

const decided = new Date()
test.each([
  { own: {}, status: 'open' },
  { own: { endsOn: '2026-03-05' }, status: 'expired' },
  { own: { endedAt: decided }, status: 'rejected' },
  { own: { approvedAt: decided }, status: 'live' },
  { own: { approvedAt: decided, startsOn: '2026-03-06' }, status: 'scheduled' },
  { own: { approvedAt: decided, endsOn: '2026-03-05' }, status: 'ended' },
  { own: { approvedAt: decided, replacedOn: '2026-03-05' }, status: 'replaced' },
  { own: { approvedAt: decided, replacedOn: '2026-03-06' }, status: 'live' },
  { own: { approvedAt: decided, endedAt: decided }, status: 'stopped' },
])('a banner is $status', ({ own, status }) => {
  const one = { ...days('2026-03-01', '2026-03-10'), approvedAt: null, endedAt: null, ...own }
  expect(statusOf(one, '2026-03-05')).toBe(status)
})

test('texts fall back to English, then to Portuguese, and say in which language they are', () => {
  const both = { 'pt-BR': words('A final'), en: words('The final') }
  expect(textIn(both, 'pt-BR')).toEqual({ lang: 'pt-BR', text: words('A final') })
  expect(textIn(both, 'de')).toEqual({ lang: 'en', text: words('The final') })
  expect(textIn({ 'pt-BR': words('A final') }, 'de')).toEqual({ lang: 'pt-BR', text: words('A final') })
})

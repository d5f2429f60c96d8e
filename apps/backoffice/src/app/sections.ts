import type { Permission } from '@palpite/contract/backoffice'
import type { Glyph } from '@palpite/ui'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { TextKey } from '../shared/text.ts'
import * as pages from './pages.ts'

type Screen = { path: string; page: LazyExoticComponent<ComponentType> }

/** The menu groups in order. */
export const groups = ['day', 'money', 'players', 'play', 'house'] as const
export type Group = (typeof groups)[number]

export type Section = {
  name: TextKey
  icon: Glyph
  group: Group
  /** The section's address. */
  path: string
  /** The permissions that show it, any of them. Empty: everybody. */
  needs: readonly Permission[]
  screens: readonly Screen[]
}

/** The back office's sections in menu order, by group. Each is shown to operators with a permission in it. */
export const sections: readonly Section[] = [
  {
    name: 'nav.dashboard.name',
    icon: 'gauge',
    group: 'day',
    path: '/',
    needs: [],
    screens: [{ path: '/', page: pages.dashboard }],
  },
  {
    name: 'nav.withdrawals.name',
    icon: 'bank',
    group: 'money',
    path: '/saques',
    needs: ['withdrawals.review'],
    screens: [
      { path: '/saques', page: pages.reviews },
      { path: '/saques/a-caminho', page: pages.underWay },
    ],
  },
  {
    name: 'nav.denied.name',
    icon: 'prohibit-bold',
    group: 'money',
    path: '/enderecos-bloqueados',
    needs: ['addresses.deny'],
    screens: [{ path: '/enderecos-bloqueados', page: pages.deniedAddress }],
  },
  {
    name: 'nav.deposits.name',
    icon: 'pix-logo-fill',
    group: 'money',
    path: '/depositos',
    needs: ['books.read'],
    screens: [
      { path: '/depositos', page: pages.deposits },
      { path: '/depositos/pedido', page: pages.bankOrder },
      { path: '/depositos/avisos', page: pages.parkedWebhooks },
    ],
  },
  {
    name: 'nav.books.name',
    icon: 'list-numbers',
    group: 'money',
    path: '/livros',
    needs: ['books.read'],
    screens: [
      { path: '/livros', page: pages.accounts },
      { path: '/livros/diferencas', page: pages.differences },
      { path: '/livros/usdt', page: pages.uncredited },
      { path: '/livros/presentes', page: pages.firstGifts },
    ],
  },
  {
    name: 'nav.players.name',
    icon: 'users',
    group: 'players',
    path: '/jogadores',
    needs: ['players.read'],
    screens: [{ path: '/jogadores', page: pages.players }],
  },
  {
    name: 'nav.closings.name',
    icon: 'sign-out',
    group: 'players',
    path: '/contas-encerradas',
    needs: ['players.read'],
    screens: [{ path: '/contas-encerradas', page: pages.closings }],
  },
  {
    name: 'nav.suspensions.name',
    icon: 'lock-key-fill',
    group: 'players',
    path: '/contas-suspensas',
    needs: ['players.read'],
    screens: [{ path: '/contas-suspensas', page: pages.suspensions }],
  },
  {
    name: 'nav.listed.name',
    icon: 'prohibit-bold',
    group: 'players',
    path: '/pessoas-impedidas',
    needs: ['players.suspend'],
    screens: [{ path: '/pessoas-impedidas', page: pages.listedPersons }],
  },
  {
    name: 'nav.documents.name',
    icon: 'identification-card-duotone',
    group: 'players',
    path: '/documentos',
    needs: ['identities.check'],
    screens: [{ path: '/documentos', page: pages.documents }],
  },
  {
    name: 'nav.exposures.name',
    icon: 'gavel',
    group: 'players',
    path: '/expostos',
    needs: ['identities.check'],
    screens: [{ path: '/expostos', page: pages.exposures }],
  },
  {
    name: 'nav.held.name',
    icon: 'share-network-duotone',
    group: 'players',
    path: '/convites',
    needs: ['rewards.decide'],
    screens: [{ path: '/convites', page: pages.held }],
  },
  {
    name: 'nav.harm.name',
    icon: 'shield-check',
    group: 'players',
    path: '/protecao',
    needs: ['harm.decide'],
    screens: [{ path: '/protecao', page: pages.harm }],
  },
  {
    name: 'nav.support.name',
    icon: 'chats-circle',
    group: 'players',
    path: '/atendimento',
    needs: ['support.answer'],
    screens: [
      { path: '/atendimento', page: pages.support },
      { path: '/atendimento/respostas', page: pages.cannedAnswers },
    ],
  },
  {
    name: 'nav.bets.name',
    icon: 'ticket',
    group: 'play',
    path: '/apostas',
    needs: ['bets.read'],
    screens: [{ path: '/apostas', page: pages.bets }],
  },
  {
    name: 'nav.marks.name',
    icon: 'warning-fill',
    group: 'play',
    path: '/marcadas',
    needs: ['bets.review'],
    screens: [
      { path: '/marcadas', page: pages.reviewFlags },
      { path: '/marcadas/pedidos', page: pages.referrals },
      { path: '/marcadas/risco', page: pages.worst },
    ],
  },
  {
    name: 'nav.games.name',
    icon: 'dice-five',
    group: 'play',
    path: '/jogos',
    needs: ['rounds.read'],
    screens: [
      { path: '/jogos', page: pages.games },
      { path: '/jogos/anormais', page: pages.abnormalRounds },
      { path: '/rodadas', page: pages.rounds },
      { path: '/jogos/estudios', page: pages.studios },
    ],
  },
  {
    name: 'nav.trading.name',
    icon: 'soccer-ball',
    group: 'play',
    path: '/odds',
    needs: ['markets.suspend'],
    screens: [{ path: '/odds', page: pages.trading }],
  },
  {
    name: 'nav.boosts.name',
    icon: 'lightning-fill',
    group: 'play',
    path: '/turbinadas',
    needs: ['boosts.give'],
    screens: [{ path: '/turbinadas', page: pages.boosts }],
  },
  {
    name: 'nav.results.name',
    icon: 'flag-checkered',
    group: 'play',
    path: '/resultados',
    needs: ['markets.settle'],
    screens: [{ path: '/resultados', page: pages.markets }],
  },
  {
    name: 'nav.feeds.name',
    icon: 'scales',
    group: 'play',
    path: '/partidas',
    needs: ['feeds.read'],
    screens: [{ path: '/partidas', page: pages.fixtures }],
  },
  {
    name: 'nav.figures.name',
    icon: 'chart-line-up',
    group: 'house',
    path: '/numeros',
    needs: ['books.read'],
    screens: [{ path: '/numeros', page: pages.figures }],
  },
  {
    name: 'nav.promotions.name',
    icon: 'gift-duotone',
    group: 'house',
    path: '/promocoes',
    needs: ['settings.read'],
    screens: [
      { path: '/promocoes', page: pages.promotions },
      { path: '/promocoes/banners', page: pages.banners },
      { path: '/promocoes/mensagens', page: pages.campaigns },
    ],
  },
  {
    name: 'nav.reports.name',
    icon: 'download-simple',
    group: 'house',
    path: '/relatorios',
    needs: ['reports.read'],
    screens: [{ path: '/relatorios', page: pages.reports }],
  },
  {
    name: 'nav.texts.name',
    icon: 'globe',
    group: 'house',
    path: '/textos',
    needs: [],
    screens: [{ path: '/textos', page: pages.texts }],
  },
  {
    name: 'nav.settings.name',
    icon: 'sliders-horizontal',
    group: 'house',
    path: '/ajustes',
    needs: ['settings.read'],
    screens: [{ path: '/ajustes', page: pages.settings }],
  },
  {
    name: 'nav.system.name',
    icon: 'hard-drives',
    group: 'house',
    path: '/sistema',
    needs: ['system.read'],
    screens: [{ path: '/sistema', page: pages.system }],
  },
  {
    name: 'nav.operators.name',
    icon: 'identification-badge',
    group: 'house',
    path: '/operadores',
    needs: ['operators.manage'],
    screens: [
      { path: '/operadores', page: pages.operators },
      { path: '/operadores/papeis', page: pages.roles },
    ],
  },
  {
    name: 'nav.audit.name',
    icon: 'list-magnifying-glass',
    group: 'house',
    path: '/auditoria',
    needs: ['audit.read'],
    screens: [{ path: '/auditoria', page: pages.audit }],
  },
  {
    name: 'nav.account.name',
    icon: 'fingerprint',
    group: 'house',
    path: '/minha-conta',
    needs: [],
    screens: [{ path: '/minha-conta', page: pages.account }],
  },
]

/** Whether an operator with these permissions sees a section. */
export const isFor = ({ needs }: Pick<Section, 'needs'>, permissions: readonly Permission[]): boolean =>
  needs.length === 0 || needs.some((permission) => permissions.includes(permission))

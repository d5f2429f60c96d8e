import type { Permission } from '@palpite/contract/backoffice'
import type { Glyph } from '@palpite/ui'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { TextKey } from '../shared/text.ts'

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

const dashboard = lazy(() =>
  import('../features/dashboard/DashboardPage.tsx').then(({ DashboardPage }) => ({ default: DashboardPage })),
)
const reviews = lazy(() =>
  import('../features/withdrawals/ReviewsPage.tsx').then(({ ReviewsPage }) => ({ default: ReviewsPage })),
)
const underWay = lazy(() =>
  import('../features/withdrawals/UnderWayPage.tsx').then(({ UnderWayPage }) => ({ default: UnderWayPage })),
)
const deposits = lazy(() =>
  import('../features/deposits/DepositsPage.tsx').then(({ DepositsPage }) => ({ default: DepositsPage })),
)
const bankOrder = lazy(() =>
  import('../features/deposits/OrderPage.tsx').then(({ OrderPage }) => ({ default: OrderPage })),
)
const parkedWebhooks = lazy(() =>
  import('../features/deposits/ParkedPage.tsx').then(({ ParkedPage }) => ({ default: ParkedPage })),
)
const bets = lazy(() =>
  import('../features/bets/BetsPage.tsx').then(({ BetsPage }) => ({ default: BetsPage })),
)
const rounds = lazy(() =>
  import('../features/games/RoundsPage.tsx').then(({ RoundsPage }) => ({ default: RoundsPage })),
)
const games = lazy(() =>
  import('../features/games/GamesPage.tsx').then(({ GamesPage }) => ({ default: GamesPage })),
)
const abnormalRounds = lazy(() =>
  import('../features/games/AbnormalPage.tsx').then(({ AbnormalPage }) => ({ default: AbnormalPage })),
)
const marks = lazy(() =>
  import('../features/bets/MarksPage.tsx').then(({ MarksPage }) => ({ default: MarksPage })),
)
const players = lazy(() =>
  import('../features/players/PlayersPage.tsx').then(({ PlayersPage }) => ({ default: PlayersPage })),
)
const closings = lazy(() =>
  import('../features/players/ClosingsPage.tsx').then(({ ClosingsPage }) => ({ default: ClosingsPage })),
)
const markets = lazy(() =>
  import('../features/results/MarketsPage.tsx').then(({ MarketsPage }) => ({ default: MarketsPage })),
)
const fixtures = lazy(() =>
  import('../features/results/FixturesPage.tsx').then(({ FixturesPage }) => ({ default: FixturesPage })),
)
const trading = lazy(() =>
  import('../features/trading/TradingPage.tsx').then(({ TradingPage }) => ({ default: TradingPage })),
)
const harm = lazy(() =>
  import('../features/harm/CasesPage.tsx').then(({ CasesPage }) => ({ default: CasesPage })),
)
const exposures = lazy(() =>
  import('../features/documents/ExposuresPage.tsx').then(({ ExposuresPage }) => ({ default: ExposuresPage })),
)
const documents = lazy(() =>
  import('../features/documents/ChecksPage.tsx').then(({ ChecksPage }) => ({ default: ChecksPage })),
)
const support = lazy(() =>
  import('../features/support/SupportPage.tsx').then(({ SupportPage }) => ({ default: SupportPage })),
)
const settings = lazy(() =>
  import('../features/settings/SettingsPage.tsx').then(({ SettingsPage }) => ({ default: SettingsPage })),
)
const system = lazy(() =>
  import('../features/system/SystemPage.tsx').then(({ SystemPage }) => ({ default: SystemPage })),
)
const operators = lazy(() =>
  import('../features/operators/OperatorsPage.tsx').then(({ OperatorsPage }) => ({ default: OperatorsPage })),
)
const roles = lazy(() =>
  import('../features/operators/RolesPage.tsx').then(({ RolesPage }) => ({ default: RolesPage })),
)
const account = lazy(() =>
  import('../features/account/AccountPage.tsx').then(({ AccountPage }) => ({ default: AccountPage })),
)
const promotions = lazy(() =>
  import('../features/promotions/PromotionsPage.tsx').then(({ PromotionsPage }) => ({
    default: PromotionsPage,
  })),
)
const reports = lazy(() =>
  import('../features/reports/ReportsPage.tsx').then(({ ReportsPage }) => ({ default: ReportsPage })),
)
const figures = lazy(() =>
  import('../features/figures/FiguresPage.tsx').then(({ FiguresPage }) => ({ default: FiguresPage })),
)
const texts = lazy(() =>
  import('../features/translations/TextsPage.tsx').then(({ TextsPage }) => ({ default: TextsPage })),
)
const audit = lazy(() =>
  import('../features/audit/AuditPage.tsx').then(({ AuditPage }) => ({ default: AuditPage })),
)

/** The back office's sections in menu order, by group. Each is shown to operators with a permission in it. */
export const sections: readonly Section[] = [
  {
    name: 'nav.dashboard.name',
    icon: 'gauge',
    group: 'day',
    path: '/',
    needs: [],
    screens: [{ path: '/', page: dashboard }],
  },
  {
    name: 'nav.withdrawals.name',
    icon: 'bank',
    group: 'money',
    path: '/saques',
    needs: ['withdrawals.review'],
    screens: [
      { path: '/saques', page: reviews },
      { path: '/saques/a-caminho', page: underWay },
    ],
  },
  {
    name: 'nav.deposits.name',
    icon: 'pix-logo-fill',
    group: 'money',
    path: '/depositos',
    needs: ['books.read'],
    screens: [
      { path: '/depositos', page: deposits },
      { path: '/depositos/pedido', page: bankOrder },
      { path: '/depositos/avisos', page: parkedWebhooks },
    ],
  },
  {
    name: 'nav.players.name',
    icon: 'users',
    group: 'players',
    path: '/jogadores',
    needs: ['players.read'],
    screens: [{ path: '/jogadores', page: players }],
  },
  {
    name: 'nav.closings.name',
    icon: 'sign-out',
    group: 'players',
    path: '/contas-encerradas',
    needs: ['players.read'],
    screens: [{ path: '/contas-encerradas', page: closings }],
  },
  {
    name: 'nav.documents.name',
    icon: 'identification-card-duotone',
    group: 'players',
    path: '/documentos',
    needs: ['identities.check'],
    screens: [{ path: '/documentos', page: documents }],
  },
  {
    name: 'nav.exposures.name',
    icon: 'gavel',
    group: 'players',
    path: '/expostos',
    needs: ['identities.check'],
    screens: [{ path: '/expostos', page: exposures }],
  },
  {
    name: 'nav.harm.name',
    icon: 'shield-check',
    group: 'players',
    path: '/protecao',
    needs: ['harm.decide'],
    screens: [{ path: '/protecao', page: harm }],
  },
  {
    name: 'nav.support.name',
    icon: 'chats-circle',
    group: 'players',
    path: '/atendimento',
    needs: ['support.answer'],
    screens: [{ path: '/atendimento', page: support }],
  },
  {
    name: 'nav.bets.name',
    icon: 'ticket',
    group: 'play',
    path: '/apostas',
    needs: ['bets.read'],
    screens: [{ path: '/apostas', page: bets }],
  },
  {
    name: 'nav.marks.name',
    icon: 'warning-fill',
    group: 'play',
    path: '/marcadas',
    needs: ['bets.review'],
    screens: [{ path: '/marcadas', page: marks }],
  },
  {
    name: 'nav.games.name',
    icon: 'dice-five',
    group: 'play',
    path: '/jogos',
    needs: ['rounds.read'],
    screens: [
      { path: '/jogos', page: games },
      { path: '/jogos/anormais', page: abnormalRounds },
      { path: '/rodadas', page: rounds },
    ],
  },
  {
    name: 'nav.trading.name',
    icon: 'soccer-ball',
    group: 'play',
    path: '/odds',
    needs: ['markets.suspend'],
    screens: [{ path: '/odds', page: trading }],
  },
  {
    name: 'nav.results.name',
    icon: 'flag-checkered',
    group: 'play',
    path: '/resultados',
    needs: ['markets.settle'],
    screens: [{ path: '/resultados', page: markets }],
  },
  {
    name: 'nav.feeds.name',
    icon: 'scales',
    group: 'play',
    path: '/partidas',
    needs: ['feeds.read'],
    screens: [{ path: '/partidas', page: fixtures }],
  },
  {
    name: 'nav.figures.name',
    icon: 'chart-line-up',
    group: 'house',
    path: '/numeros',
    needs: ['books.read'],
    screens: [{ path: '/numeros', page: figures }],
  },
  {
    name: 'nav.promotions.name',
    icon: 'gift-duotone',
    group: 'house',
    path: '/promocoes',
    needs: ['settings.read'],
    screens: [{ path: '/promocoes', page: promotions }],
  },
  {
    name: 'nav.reports.name',
    icon: 'download-simple',
    group: 'house',
    path: '/relatorios',
    needs: ['reports.read'],
    screens: [{ path: '/relatorios', page: reports }],
  },
  {
    name: 'nav.texts.name',
    icon: 'globe',
    group: 'house',
    path: '/textos',
    needs: [],
    screens: [{ path: '/textos', page: texts }],
  },
  {
    name: 'nav.settings.name',
    icon: 'sliders-horizontal',
    group: 'house',
    path: '/ajustes',
    needs: ['settings.read'],
    screens: [{ path: '/ajustes', page: settings }],
  },
  {
    name: 'nav.system.name',
    icon: 'hard-drives',
    group: 'house',
    path: '/sistema',
    needs: ['system.read'],
    screens: [{ path: '/sistema', page: system }],
  },
  {
    name: 'nav.operators.name',
    icon: 'identification-badge',
    group: 'house',
    path: '/operadores',
    needs: ['operators.manage'],
    screens: [
      { path: '/operadores', page: operators },
      { path: '/operadores/papeis', page: roles },
    ],
  },
  {
    name: 'nav.audit.name',
    icon: 'list-magnifying-glass',
    group: 'house',
    path: '/auditoria',
    needs: ['audit.read'],
    screens: [{ path: '/auditoria', page: audit }],
  },
  {
    name: 'nav.account.name',
    icon: 'fingerprint',
    group: 'house',
    path: '/minha-conta',
    needs: [],
    screens: [{ path: '/minha-conta', page: account }],
  },
]

/** Whether an operator with these permissions sees a section. */
export const isFor = ({ needs }: Pick<Section, 'needs'>, permissions: readonly Permission[]): boolean =>
  needs.length === 0 || needs.some((permission) => permissions.includes(permission))

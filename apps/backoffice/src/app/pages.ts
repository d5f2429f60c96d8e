import { lazy } from 'react'

// The page of each screen, loaded when it is opened.

export const dashboard = lazy(() =>
  import('../features/dashboard/DashboardPage.tsx').then(({ DashboardPage }) => ({ default: DashboardPage })),
)
export const reviews = lazy(() =>
  import('../features/withdrawals/ReviewsPage.tsx').then(({ ReviewsPage }) => ({ default: ReviewsPage })),
)
export const underWay = lazy(() =>
  import('../features/withdrawals/UnderWayPage.tsx').then(({ UnderWayPage }) => ({ default: UnderWayPage })),
)
export const deniedAddress = lazy(() =>
  import('../features/withdrawals/DenyAddressPage.tsx').then(({ DenyAddressPage }) => ({
    default: DenyAddressPage,
  })),
)
export const deposits = lazy(() =>
  import('../features/deposits/DepositsPage.tsx').then(({ DepositsPage }) => ({ default: DepositsPage })),
)
export const bankOrder = lazy(() =>
  import('../features/deposits/OrderPage.tsx').then(({ OrderPage }) => ({ default: OrderPage })),
)
export const parkedWebhooks = lazy(() =>
  import('../features/deposits/ParkedPage.tsx').then(({ ParkedPage }) => ({ default: ParkedPage })),
)
export const bets = lazy(() =>
  import('../features/bets/BetsPage.tsx').then(({ BetsPage }) => ({ default: BetsPage })),
)
export const rounds = lazy(() =>
  import('../features/games/RoundsPage.tsx').then(({ RoundsPage }) => ({ default: RoundsPage })),
)
export const boosts = lazy(() =>
  import('../features/boosts/BoostsPage.tsx').then(({ BoostsPage }) => ({ default: BoostsPage })),
)
export const studios = lazy(() =>
  import('../features/games/studios/StudiosPage.tsx').then(({ StudiosPage }) => ({ default: StudiosPage })),
)
export const games = lazy(() =>
  import('../features/games/GamesPage.tsx').then(({ GamesPage }) => ({ default: GamesPage })),
)
export const abnormalRounds = lazy(() =>
  import('../features/games/AbnormalPage.tsx').then(({ AbnormalPage }) => ({ default: AbnormalPage })),
)
export const reviewFlags = lazy(() =>
  import('../features/bets/ReviewFlagsPage.tsx').then(({ ReviewFlagsPage }) => ({
    default: ReviewFlagsPage,
  })),
)
export const referrals = lazy(() =>
  import('../features/bets/ReferralsPage.tsx').then(({ ReferralsPage }) => ({ default: ReferralsPage })),
)
export const worst = lazy(() =>
  import('../features/bets/WorstPage.tsx').then(({ WorstPage }) => ({ default: WorstPage })),
)
export const held = lazy(() =>
  import('../features/invitations/HeldPage.tsx').then(({ HeldPage }) => ({ default: HeldPage })),
)
export const accounts = lazy(() =>
  import('../features/books/AccountsPage.tsx').then(({ AccountsPage }) => ({ default: AccountsPage })),
)
export const differences = lazy(() =>
  import('../features/books/DifferencesPage.tsx').then(({ DifferencesPage }) => ({
    default: DifferencesPage,
  })),
)
export const uncredited = lazy(() =>
  import('../features/books/UncreditedPage.tsx').then(({ UncreditedPage }) => ({ default: UncreditedPage })),
)
export const players = lazy(() =>
  import('../features/players/PlayersPage.tsx').then(({ PlayersPage }) => ({ default: PlayersPage })),
)
export const closings = lazy(() =>
  import('../features/players/ClosingsPage.tsx').then(({ ClosingsPage }) => ({ default: ClosingsPage })),
)
export const suspensions = lazy(() =>
  import('../features/players/SuspensionsPage.tsx').then(({ SuspensionsPage }) => ({
    default: SuspensionsPage,
  })),
)
export const listedPersons = lazy(() =>
  import('../features/players/ListedPersonsPage.tsx').then(({ ListedPersonsPage }) => ({
    default: ListedPersonsPage,
  })),
)
export const markets = lazy(() =>
  import('../features/results/MarketsPage.tsx').then(({ MarketsPage }) => ({ default: MarketsPage })),
)
export const fixtures = lazy(() =>
  import('../features/results/FixturesPage.tsx').then(({ FixturesPage }) => ({ default: FixturesPage })),
)
export const trading = lazy(() =>
  import('../features/trading/TradingPage.tsx').then(({ TradingPage }) => ({ default: TradingPage })),
)
export const harm = lazy(() =>
  import('../features/harm/CasesPage.tsx').then(({ CasesPage }) => ({ default: CasesPage })),
)
export const exposures = lazy(() =>
  import('../features/documents/ExposuresPage.tsx').then(({ ExposuresPage }) => ({ default: ExposuresPage })),
)
export const documents = lazy(() =>
  import('../features/documents/ChecksPage.tsx').then(({ ChecksPage }) => ({ default: ChecksPage })),
)
export const support = lazy(() =>
  import('../features/support/SupportPage.tsx').then(({ SupportPage }) => ({ default: SupportPage })),
)
export const cannedAnswers = lazy(() =>
  import('../features/support/CannedPage.tsx').then(({ CannedPage }) => ({ default: CannedPage })),
)
export const settings = lazy(() =>
  import('../features/settings/SettingsPage.tsx').then(({ SettingsPage }) => ({ default: SettingsPage })),
)
export const system = lazy(() =>
  import('../features/system/SystemPage.tsx').then(({ SystemPage }) => ({ default: SystemPage })),
)
export const operators = lazy(() =>
  import('../features/operators/OperatorsPage.tsx').then(({ OperatorsPage }) => ({ default: OperatorsPage })),
)
export const roles = lazy(() =>
  import('../features/operators/RolesPage.tsx').then(({ RolesPage }) => ({ default: RolesPage })),
)
export const account = lazy(() =>
  import('../features/account/AccountPage.tsx').then(({ AccountPage }) => ({ default: AccountPage })),
)
export const promotions = lazy(() =>
  import('../features/promotions/PromotionsPage.tsx').then(({ PromotionsPage }) => ({
    default: PromotionsPage,
  })),
)
export const banners = lazy(() =>
  import('../features/promotions/banners/BannersPage.tsx').then(({ BannersPage }) => ({
    default: BannersPage,
  })),
)
export const campaigns = lazy(() =>
  import('../features/promotions/campaigns/CampaignsPage.tsx').then(({ CampaignsPage }) => ({
    default: CampaignsPage,
  })),
)
export const reports = lazy(() =>
  import('../features/reports/ReportsPage.tsx').then(({ ReportsPage }) => ({ default: ReportsPage })),
)
export const figures = lazy(() =>
  import('../features/figures/FiguresPage.tsx').then(({ FiguresPage }) => ({ default: FiguresPage })),
)
export const firstGifts = lazy(() =>
  import('../features/books/FirstGiftsPage.tsx').then(({ FirstGiftsPage }) => ({
    default: FirstGiftsPage,
  })),
)
export const texts = lazy(() =>
  import('../features/translations/TextsPage.tsx').then(({ TextsPage }) => ({ default: TextsPage })),
)
export const audit = lazy(() =>
  import('../features/audit/AuditPage.tsx').then(({ AuditPage }) => ({ default: AuditPage })),
)

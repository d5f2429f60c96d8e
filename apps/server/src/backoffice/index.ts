import type { BankQuestions, WithdrawalReviews } from '../cashier/index.ts'
import type { Operators } from '../identity/index.ts'
import type { Campaigns, Support } from '../messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { OperatorApi } from '../platform/http/serve-operator.ts'
import type { Maintenance } from '../platform/maintenance.ts'
import type { SettingsDefinition } from '../platform/settings.ts'
import { publicIds } from '../platform/public-ids.ts'
import type { HeldCommission } from '../rewards/index.ts'
import type { TradedBook } from '../sportsbook/index.ts'
import { bankRoutes } from './bank-routes.ts'
import { bannerRoutes } from './banner-routes.ts'
import { betReferralRoutes } from './bet-referral-routes.ts'
import { bookRoutes } from './book-routes.ts'
import { campaignRoutes } from './campaign-routes.ts'
import { protectionRoutes } from './protection-routes.ts'
import { listedPersonRoutes } from './listed-person-routes.ts'
import { maintenanceRoutes } from './maintenance-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { playRoutes } from './play-routes.ts'
import { playerContextRoutes } from './player-context-routes.ts'
import { playerRoutes } from './player-routes.ts'
import { promotionRoutes } from './promotion-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { searchRoutes } from './search-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { studioRoutes } from './studio-routes.ts'
import { supportRoutes } from './support-routes.ts'
import { systemRoutes } from './system-routes.ts'
import { topUpRoutes } from './topup-routes.ts'
import { tradingRoutes } from './trading-routes.ts'
import { withdrawalRoutes } from './withdrawal-routes.ts'

type Needs = {
  operators: Operators
  support: Support
  campaigns: Campaigns
  held: HeldCommission
  reviews: WithdrawalReviews
  bank: BankQuestions
  definitions: readonly SettingsDefinition[]
  sportsbook: TradedBook
  /** What maintenance keeps from beginning. */
  closedNow: Maintenance['closedNow']
}

/** Opens the back office: the operators' API, which uses the same commands and tables as the player API. */
export function openBackoffice(
  deps: Deps,
  { operators, support, campaigns, held, reviews, bank, definitions, sportsbook, closedNow }: Needs,
) {
  const { db, config } = deps
  return {
    routes: (api: OperatorApi): void => {
      operatorRoutes(api, operators)
      searchRoutes(api, deps)
      settingsRoutes(api, db, definitions)
      playerRoutes(api, operators, publicIds(config, 'player'))
      playerContextRoutes(api, deps)
      protectionRoutes(api, deps)
      listedPersonRoutes(api, deps)
      supportRoutes(api, support)
      withdrawalRoutes(api, db, reviews)
      topUpRoutes(api, deps)
      bankRoutes(api, db, bank)
      bookRoutes(api, deps)
      playRoutes(api, deps)
      tradingRoutes(api, deps, sportsbook)
      betReferralRoutes(api, { db, closedNow, ...sportsbook })
      studioRoutes(api, deps)
      promotionRoutes(api, deps, held)
      bannerRoutes(api, deps)
      campaignRoutes(api, deps, campaigns)
      reportRoutes(api, deps)
      systemRoutes(api, db)
      maintenanceRoutes(api, db)
    },
  }
}

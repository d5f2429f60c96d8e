import type { BankQuestions, WithdrawalReviews } from '../cashier/index.ts'
import type { Operators } from '../identity/index.ts'
import type { Support } from '../messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { OperatorApi } from '../platform/http/serve-operator.ts'
import type { SettingsDefinition } from '../platform/settings/settings.ts'
import { publicIds } from '../platform/public-ids.ts'
import type { HeldCommission } from '../rewards/index.ts'
import type { WorstScenarios } from '../sportsbook/index.ts'
import { accountRoutes } from './account-routes.ts'
import { bankRoutes } from './bank-routes.ts'
import { betRoutes } from './bet-routes.ts'
import { boostRoutes } from './boost-routes.ts'
import { bookRoutes } from './book-routes.ts'
import { commissionRoutes } from './commission-routes.ts'
import { discountRoutes } from './discount-routes.ts'
import { documentRoutes } from './document-routes.ts'
import { exposureRoutes } from './exposure-routes.ts'
import { feedRoutes } from './feed-routes.ts'
import { freeBetRoutes } from './free-bet-routes.ts'
import { freeRoundRoutes } from './free-round-routes.ts'
import { harmRoutes } from './harm-routes.ts'
import { marketRoutes } from './market-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { playRoutes } from './play-routes.ts'
import { playerRoutes } from './player-routes.ts'
import { promotionRoutes } from './promotion-routes.ts'
import { readingRoutes } from './reading-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { studioRoutes } from './studio-routes.ts'
import { supportRoutes } from './support-routes.ts'
import { systemRoutes } from './system-routes.ts'
import { topUpRoutes } from './topup-routes.ts'
import { tradingRoutes } from './trading-routes.ts'
import { uncreditedRoutes } from './uncredited-routes.ts'
import { withdrawalRoutes } from './withdrawal-routes.ts'

type Needs = {
  operators: Operators
  support: Support
  held: HeldCommission
  reviews: WithdrawalReviews
  bank: BankQuestions
  definitions: readonly SettingsDefinition[]
  readWorst: (max: number) => Promise<WorstScenarios>
}

/** The operators' calls: on the same commands and rows as the players', through an API of their own. */
export function openBackoffice(
  deps: Deps,
  { operators, support, held, reviews, bank, definitions, readWorst }: Needs,
) {
  const { db, config } = deps
  return {
    routes: (api: OperatorApi): void => {
      operatorRoutes(api, operators)
      settingsRoutes(api, db, definitions)
      readingRoutes(api, operators, publicIds(config, 'player'))
      accountRoutes(api, db)
      playerRoutes(api, operators)
      discountRoutes(api, deps)
      feedRoutes(api, db)
      supportRoutes(api, support)
      commissionRoutes(api, db, held)
      withdrawalRoutes(api, db, reviews)
      bookRoutes(api, db)
      uncreditedRoutes(api, db)
      topUpRoutes(api, deps)
      bankRoutes(api, db, bank)
      betRoutes(api, deps, readWorst)
      playRoutes(api, deps)
      marketRoutes(api, deps)
      tradingRoutes(api, db)
      studioRoutes(api, deps)
      freeRoundRoutes(api, deps)
      freeBetRoutes(api, deps)
      boostRoutes(api, deps)
      harmRoutes(api, db)
      promotionRoutes(api, db)
      reportRoutes(api, db)
      documentRoutes(api, deps)
      exposureRoutes(api, deps)
      systemRoutes(api, db)
    },
  }
}

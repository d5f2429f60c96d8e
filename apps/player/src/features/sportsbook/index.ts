import { prefetchCall } from '../../shared/api/use-call.ts'
import { type Feature, lazilyIn } from '../../shared/feature.ts'
import { fixtureInput } from '../../shared/fixture.ts'

const lazily = lazilyIn('sportsbook')

/** The sportsbook feature's pages and overlays, loaded on demand. */
export const sportsbook: Feature = {
  pages: {
    footballPage: lazily(() => import('./list/SportsPage.tsx').then((module) => module.SportsPage)),
    event: lazily(
      () => import('./event/EventPage.tsx').then((module) => module.EventPage),
      ({ params }) =>
        prefetchCall('GET /api/app/sportsbook/fixture/:fixtureId', fixtureInput(params['id'] ?? '')),
    ),
  },
  overlays: {
    search: lazily(() => import('./search/SearchSheet.tsx').then((module) => module.SearchSheet)),
    favourites: lazily(() => import('./search/FavouritesSheet.tsx').then((module) => module.FavouritesSheet)),
    shareSlip: lazily(() => import('./share/ShareSlipSheet.tsx').then((module) => module.ShareSlipSheet)),
    booking: lazily(() => import('./share/BookingSheet.tsx').then((module) => module.BookingSheet)),
    quickBet: lazily(() => import('./quick/QuickBetSheet.tsx').then((module) => module.QuickBetSheet)),
    profit: lazily(() => import('./records/ProfitSheet.tsx').then((module) => module.ProfitSheet)),
    slip: lazily(() => import('./slip/SlipSheet.tsx').then((module) => module.SlipSheet)),
  },
}

/** The player's bets with filters, for the records. Needs a session. */
export const BetRecords = lazily(() => import('./records/BetRecords.tsx').then((module) => module.BetRecords))

export { DockedSlip, WideColumns } from './list/WideColumns.tsx'
/** The match page's template, for prerendering. */
export const MatchOutline = lazily(() =>
  import('./event/MatchOutline.tsx').then((module) => module.MatchOutline),
)

export { PriceButton } from './prices/PriceButton.tsx'
export { useSlip } from './slip-store.ts'
export { useWonBets } from './use-won-bets.ts'

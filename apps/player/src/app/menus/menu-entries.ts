import type { Glyph } from '@palpite/ui'
import { hrefOf, type ScreenName } from '../../shared/paths.ts'
import type { TextKey } from '../../shared/text/keys.ts'
import { hasPage } from '../registry.ts'

type Target = Exclude<ScreenName, 'active' | 'event' | 'help'>
type Entry = {
  screen: Target
  icon: Glyph
  text: TextKey
  /** How it differs from a similarly named entry. */
  hint?: TextKey
  query?: Readonly<Record<string, string>>
}

/**
 * The settings menu's entries in the specification's order, with ours among them. Similar names have explanations.
 * External links and the support chat come with their addresses.
 */
const entries: readonly Entry[] = [
  { screen: 'agentJl', icon: 'coins-duotone', text: 'app.menu.agent', hint: 'app.menu.agentNote' },
  {
    screen: 'agentJl',
    icon: 'coins-duotone',
    text: 'app.menu.agentLadder',
    hint: 'app.menu.ladderNote',
    query: { moveTop: 'true' },
  },
  { screen: 'vip', icon: 'crown-duotone', text: 'app.menu.vip', hint: 'app.menu.vipNote' },
  {
    screen: 'vip',
    icon: 'crown-duotone',
    text: 'app.menu.vipClub',
    hint: 'app.menu.vipClubNote',
    query: { tab: 'benefits' },
  },
  { screen: 'gamebouns', icon: 'gift-duotone', text: 'app.menu.gameBonus' },
  { screen: 'signInSheet', icon: 'calendar-check-duotone', text: 'rewards.checkIn.title' },
  { screen: 'footballPage', icon: 'soccer-ball-duotone', text: 'app.menu.sports' },
  { screen: 'share', icon: 'share-network-duotone', text: 'app.menu.share', hint: 'app.menu.shareNote' },
  { screen: 'registros', icon: 'receipt-duotone', text: 'app.menu.records', hint: 'app.menu.recordsNote' },
  { screen: 'conta', icon: 'wallet-duotone', text: 'app.menu.wallet', hint: 'app.menu.walletNote' },
]

/** The settings menu's entries with an existing screen. */
export const menuEntries = () =>
  entries
    .filter((entry) => hasPage(entry.screen))
    .map((entry) => ({ ...entry, href: hrefOf(entry.screen, entry.query) }))

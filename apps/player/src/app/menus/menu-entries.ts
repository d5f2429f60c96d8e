import type { Glyph } from '@palpite/ui'
import { hrefOf, type ScreenName } from '../../shared/paths.ts'
import type { TextKey } from '../../shared/text/keys.ts'
import { hasPage } from '../registry.ts'

type Target = Exclude<ScreenName, 'active' | 'event' | 'help'>
type Entry = {
  screen: Target
  icon: Glyph
  text: TextKey
  /** What differs from the entry with nearly the same name. */
  hint?: TextKey
  query?: Readonly<Record<string, string>>
}

/**
 * The entries of the specification's settings menu, in its order, and ours among them. Those that could be taken for each
 * other say what differs. Its links to other sites and the support chat come with the addresses they lead to.
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

/** What the settings menu leads to: only screens that exist. */
export const menuEntries = () =>
  entries
    .filter((entry) => hasPage(entry.screen))
    .map((entry) => ({ ...entry, href: hrefOf(entry.screen, entry.query) }))

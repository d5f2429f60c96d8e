import type { Glyph } from '@palpite/ui'
import { hrefOf, type ScreenName } from '../../shared/paths.ts'
import type { TextKey } from '../../shared/text/keys.ts'
import { hasPage } from '../registry.ts'

type Target = Exclude<ScreenName, 'active' | 'event' | 'help'>
type Entry = { screen: Target; icon: Glyph; text: TextKey; query?: Readonly<Record<string, string>> }

/**
 * The entries of the specification's settings menu, in its order. Its links to other sites and the support chat come
 * with the addresses they lead to.
 */
const entries: readonly Entry[] = [
  { screen: 'agentJl', icon: 'coins-duotone', text: 'app.menu.agent' },
  { screen: 'agentJl', icon: 'coins-duotone', text: 'app.menu.agentLadder', query: { moveTop: 'true' } },
  { screen: 'vip', icon: 'crown-duotone', text: 'app.menu.vip' },
  { screen: 'vip', icon: 'crown-duotone', text: 'app.menu.vipClub', query: { tab: 'benefits' } },
  { screen: 'gamebouns', icon: 'gift-duotone', text: 'app.menu.gameBonus' },
  { screen: 'footballPage', icon: 'soccer-ball-duotone', text: 'app.menu.sports' },
  { screen: 'share', icon: 'share-network-duotone', text: 'app.menu.share' },
  { screen: 'registros', icon: 'receipt-duotone', text: 'app.menu.records' },
  { screen: 'conta', icon: 'wallet-duotone', text: 'app.menu.wallet' },
]

/** What the settings menu leads to: only screens that exist. */
export const menuEntries = () =>
  entries
    .filter((entry) => hasPage(entry.screen))
    .map((entry) => ({ ...entry, href: hrefOf(entry.screen, entry.query) }))

import type { Glyph } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { go } from '../../../shared/navigation.ts'
import { openSupport } from '../../../shared/open-support.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { articleHref, helpHref, hrefOf } from '../../../shared/paths.ts'
import { containsWords } from '../../../shared/plain-words.ts'
import { smallGames } from '../../../shared/small-games.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'

type Place = { text: TextKey; icon: Glyph } & ({ href: string } | { open: () => void })

/** The games, pages and sheets that the search finds, by their menu names. */
const places: readonly Place[] = [
  { open: () => openOverlay('gamesSheet'), text: 'app.tabs.games', icon: 'dice-five' },
  ...smallGames.map(({ game, text }): Place => ({ href: hrefOf(game), text, icon: 'dice-five' })),
  { href: hrefOf('conta'), text: 'app.account.deposit', icon: 'wallet-duotone' },
  { href: hrefOf('conta', { tab: 'withdraw' }), text: 'app.account.withdraw', icon: 'wallet-duotone' },
  {
    href: hrefOf('registros', { tab: 'wallet', view: 'entries' }),
    text: 'wallet.statement.title',
    icon: 'wallet-duotone',
  },
  { href: hrefOf('registros'), text: 'app.records.bets', icon: 'receipt-duotone' },
  { open: () => openOverlay('favourites'), text: 'sportsbook.follow.title', icon: 'star-fill' },
  { href: hrefOf('footballPage'), text: 'app.menu.sports', icon: 'soccer-ball-duotone' },
  { href: hrefOf('gamebouns'), text: 'app.menu.gameBonus', icon: 'gift-duotone' },
  { href: hrefOf('signInSheet'), text: 'rewards.checkIn.title', icon: 'calendar-check-duotone' },
  { href: hrefOf('vip', { tab: 'benefits' }), text: 'app.menu.vipClub', icon: 'crown-duotone' },
  { href: hrefOf('share'), text: 'app.menu.share', icon: 'share-network-duotone' },
  { href: hrefOf('agentJl'), text: 'app.menu.agent', icon: 'coins-duotone' },
  { href: hrefOf('gameMess'), text: 'app.menu.messages', icon: 'envelope-simple-duotone' },
  { open: () => openSupport(), text: 'app.menu.support', icon: 'headset-duotone' },
  { open: () => openOverlay('setting'), text: 'app.setting.title', icon: 'circle-half-fill' },
  { href: articleHref('limits'), text: 'app.menu.limits', icon: 'plant-duotone' },
  { href: helpHref('help'), text: 'app.help.title', icon: 'info-fill' },
  { href: helpHref('rules'), text: 'app.help.rules', icon: 'info-fill' },
  { href: helpHref('terms'), text: 'app.help.terms', icon: 'info-fill' },
  { href: helpHref('privacy'), text: 'app.help.privacy', icon: 'info-fill' },
]

/** A search result and its link. */
type FoundPlace = { key: string; name: string; icon: Glyph; open: () => void }

/**
 * Places whose name in the current language contains every word, and studio games by name and tags; none for an empty
 * search.
 */
export const usePlaces = (words: string): readonly FoundPlace[] => {
  const t = useText()
  const isAsked = words !== ''
  const { data: games = [] } = useCall(
    'GET /api/app/game/catalogue',
    { query: {}, loading: false },
    { enabled: isAsked },
  )
  if (!isAsked) return []
  const named = places.map(({ text, icon, ...place }): FoundPlace => {
    const open = 'open' in place ? place.open : () => go(place.href)
    return { key: 'open' in place ? text : place.href, name: t(text), icon, open }
  })
  const played = games
    .filter(({ name, tags }) => containsWords([name, ...tags].join(' '), words))
    .map(({ code, name }): FoundPlace => {
      return { key: code, name, icon: 'dice-five', open: () => go(hrefOf('play', { game: code })) }
    })
  return [...named.filter(({ name }) => containsWords(name, words)), ...played]
}

/** The help centre with these words. */
export const helpSearchHref = (words: string): string =>
  `${helpHref('help')}?${new URLSearchParams({ q: words }).toString()}`

import type { Glyph } from '@palpite/ui'
import { articleHref, helpHref, hrefOf } from '../../../shared/paths.ts'
import { holdsWords } from '../../../shared/plain-words.ts'
import { smallGames } from '../../../shared/small-games.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'

type Place = { href: string; text: TextKey; icon: Glyph }

/** The games and pages that a search finds, by the names they have in the menus. */
const places: readonly Place[] = [
  ...smallGames.map(({ game, text }): Place => ({ href: hrefOf(game), text, icon: 'dice-five' })),
  { href: hrefOf('conta'), text: 'app.account.deposit', icon: 'wallet-duotone' },
  { href: hrefOf('conta', { tab: 'withdraw' }), text: 'app.account.withdraw', icon: 'wallet-duotone' },
  {
    href: hrefOf('registros', { tab: 'wallet', view: 'entries' }),
    text: 'wallet.statement.title',
    icon: 'wallet-duotone',
  },
  { href: hrefOf('registros'), text: 'app.records.bets', icon: 'receipt-duotone' },
  { href: hrefOf('footballPage'), text: 'app.menu.sports', icon: 'soccer-ball-duotone' },
  { href: hrefOf('gamebouns'), text: 'app.menu.gameBonus', icon: 'gift-duotone' },
  { href: hrefOf('signInSheet'), text: 'rewards.checkIn.title', icon: 'calendar-check-duotone' },
  { href: hrefOf('vip', { tab: 'benefits' }), text: 'app.menu.vipClub', icon: 'crown-duotone' },
  { href: hrefOf('share'), text: 'app.menu.share', icon: 'share-network-duotone' },
  { href: hrefOf('agentJl'), text: 'app.menu.agent', icon: 'coins-duotone' },
  { href: hrefOf('gameMess'), text: 'app.menu.messages', icon: 'envelope-simple-duotone' },
  { href: articleHref('limits'), text: 'app.menu.limits', icon: 'plant-duotone' },
  { href: helpHref('help'), text: 'app.help.title', icon: 'info-fill' },
  { href: helpHref('rules'), text: 'app.help.rules', icon: 'info-fill' },
  { href: helpHref('terms'), text: 'app.help.terms', icon: 'info-fill' },
  { href: helpHref('privacy'), text: 'app.help.privacy', icon: 'info-fill' },
]

/** Those whose name in the language in use holds every word; none before anything is typed. */
export const usePlaces = (words: string): (Omit<Place, 'text'> & { name: string })[] => {
  const t = useText()
  if (words === '') return []
  return places
    .map(({ text, ...place }) => ({ ...place, name: t(text) }))
    .filter(({ name }) => holdsWords(name, words))
}

/** The help centre, looking for these words. */
export const helpSearchHref = (words: string): string =>
  `${helpHref('help')}?${new URLSearchParams({ q: words }).toString()}`

import type account from '../../locales/pt-BR/account.json'
import type app from '../../locales/pt-BR/app.json'
import type auto from '../../locales/pt-BR/auto.json'
import type climbs from '../../locales/pt-BR/climbs.json'
import type games from '../../locales/pt-BR/games.json'
import type home from '../../locales/pt-BR/home.json'
import type markets from '../../locales/pt-BR/markets.json'
import type messages from '../../locales/pt-BR/messages.json'
import type play from '../../locales/pt-BR/play.json'
import type protection from '../../locales/pt-BR/protection.json'
import type proofs from '../../locales/pt-BR/proofs.json'
import type rewards from '../../locales/pt-BR/rewards.json'
import type rooms from '../../locales/pt-BR/rooms.json'
import type scores from '../../locales/pt-BR/scores.json'
import type sportsbook from '../../locales/pt-BR/sportsbook.json'
import type support from '../../locales/pt-BR/support.json'
import type wallet from '../../locales/pt-BR/wallet.json'

/** Every text key; a key in no locale file does not compile. Add new locale files here. */
export type TextKey = keyof (typeof account &
  typeof app &
  typeof auto &
  typeof climbs &
  typeof games &
  typeof home &
  typeof markets &
  typeof messages &
  typeof play &
  typeof proofs &
  typeof protection &
  typeof rewards &
  typeof rooms &
  typeof scores &
  typeof sportsbook &
  typeof support &
  typeof wallet)

import { account } from '../features/account/index.ts'
import { games } from '../features/games/index.ts'
import { messages } from '../features/messages/index.ts'
import { rewards } from '../features/rewards/index.ts'
import { sportsbook } from '../features/sportsbook/index.ts'
import { wallet } from '../features/wallet/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazilyIn } from '../shared/feature.ts'

const lazily = lazilyIn('app')

/** The app's own pages: the error page, help, records, menus, list of games. Home belongs to the shell. */
const own: Feature = {
  pages: {
    error: lazily(() => import('./ErrorPage.tsx').then((module) => module.ErrorPage)),
    help: lazily(() => import('./help/HelpPage.tsx').then((module) => module.openHelp())),
    registros: lazily(() => import('./records/RecordsPage.tsx').then((module) => module.RecordsPage)),
  },
  overlays: {
    settingsMenu: lazily(() => import('./menus/SettingsMenu.tsx').then((module) => module.SettingsMenu)),
    accountMenu: lazily(() => import('./menus/AccountMenu.tsx').then((module) => module.AccountMenu)),
    avatarPicker: lazily(() => import('./menus/AvatarPicker.tsx').then((module) => module.AvatarPicker)),
    setting: lazily(() => import('./menus/SettingSheet.tsx').then((module) => module.SettingSheet)),
    language: lazily(() => import('./menus/LanguageSheet.tsx').then((module) => module.LanguageSheet)),
    my: lazily(() => import('./menus/MySheet.tsx').then((module) => module.MySheet)),
    customerService: lazily(() =>
      import('./menus/CustomerServiceSheet.tsx').then((module) => module.CustomerServiceSheet),
    ),
    download: lazily(() => import('./menus/DownloadSheet.tsx').then((module) => module.DownloadSheet)),
    gamesSheet: lazily(() => import('./menus/GamesSheet.tsx').then((module) => module.GamesSheet)),
  },
}

/** All features, in look-up order. */
export const features: readonly Feature[] = [own, account, wallet, sportsbook, games, messages, rewards]

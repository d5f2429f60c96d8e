import { account } from '../features/account/index.ts'
import { games } from '../features/games/index.ts'
import { sportsbook } from '../features/sportsbook/index.ts'
import { wallet } from '../features/wallet/index.ts'
import type { Feature, Lazy, PageProps } from '../shared/feature.ts'
import { lazily } from '../shared/feature.ts'
import type { OpenOverlay, OverlayInputs, OverlayName } from '../shared/overlays.ts'
import type { ScreenName } from '../shared/paths.ts'

/** What the app itself brings: the error page, the records of all features, the menus, the list of games. Home is the shell's own. */
const own: Feature = {
  pages: {
    error: lazily(() => import('./ErrorPage.tsx').then((module) => module.ErrorPage)),
    registros: lazily(() => import('./records/RecordsPage.tsx').then((module) => module.RecordsPage)),
  },
  overlays: {
    settingsMenu: lazily(() => import('./menus/SettingsMenu.tsx').then((module) => module.SettingsMenu)),
    accountMenu: lazily(() => import('./menus/AccountMenu.tsx').then((module) => module.AccountMenu)),
    avatarPicker: lazily(() => import('./menus/AvatarPicker.tsx').then((module) => module.AvatarPicker)),
    gamesSheet: lazily(() => import('./menus/GamesSheet.tsx').then((module) => module.GamesSheet)),
  },
}

const features: readonly Feature[] = [own, account, wallet, sportsbook, games]

/** The page of a screen, once a feature brings it. */
export const pageOf = (screen: ScreenName): Lazy<PageProps> | undefined =>
  features.map((feature) => feature.pages?.[screen]).find((page) => page !== undefined)

/** Whether a screen can be gone to. Home and its register view are the shell's. */
export const hasPage = (screen: ScreenName): boolean =>
  screen === 'home' || screen === 'registered' || pageOf(screen) !== undefined

/** The component of an overlay, once a feature brings it. */
export const overlayOf = <O extends OverlayName>(name: O): Lazy<OverlayInputs[O]> | undefined =>
  features.map((feature) => feature.overlays?.[name]).find((overlay) => overlay !== undefined)

/** Whether an overlay can be opened. */
export const hasOverlay = (name: OpenOverlay['name']): boolean => overlayOf(name) !== undefined

import { openOverlay } from '../../shared/overlays.ts'
import { go } from '../../shared/navigation.ts'
import { hrefOf } from '../../shared/paths.ts'
import type { TextKey } from '../../shared/text/keys.ts'
import { hasOverlay, hasPage } from '../registry.ts'

/** The query of the slides that operators planned. */
export const slidesKey = 'slides'

/** The line under each planned slide, named here so that it comes with the texts of the first page. */
export const noticeKey: TextKey = 'home.hero.notice'

export type Slide = {
  art: 'football' | 'steps' | 'pix' | 'medals'
  kicker: TextKey
  title: TextKey
  action: TextKey
  /** Light drawings use dark text, dark ones white. */
  ink: 'dark' | 'light'
  onPress: () => void
}

const register: Slide = {
  art: 'medals',
  kicker: 'home.register.kicker',
  title: 'home.register.title',
  action: 'home.register.action',
  ink: 'light',
  onPress: () => openOverlay('login', { tab: 'register' }),
}
const sports: Slide = {
  art: 'football',
  kicker: 'home.sports.kicker',
  title: 'home.sports.title',
  action: 'home.sports.action',
  ink: 'dark',
  onPress: () => go(hrefOf('footballPage')),
}
const deposit: Slide = {
  art: 'pix',
  kicker: 'home.deposit.kicker',
  title: 'home.deposit.title',
  action: 'home.deposit.action',
  ink: 'light',
  onPress: () => openOverlay('deposit', { tab: 'deposit' }),
}
const fair: Slide = {
  art: 'steps',
  kicker: 'home.fair.kicker',
  title: 'home.fair.title',
  action: 'home.fair.action',
  ink: 'light',
  onPress: () => go(hrefOf('dice')),
}

/** The banners of a visitor or player; only those with a target. */
export const heroSlides = (isLoggedIn: boolean): readonly Slide[] => [
  ...(isLoggedIn || !hasOverlay('login') ? [] : [register]),
  ...(hasPage('footballPage') ? [sports] : []),
  ...(isLoggedIn && hasOverlay('deposit') ? [deposit] : []),
  ...(hasPage('dice') ? [fair] : []),
]

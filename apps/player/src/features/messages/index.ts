import { type Feature, lazilyIn } from '../../shared/feature.ts'

const lazily = lazilyIn('messages')

/** The messages feature's pages and overlays, loaded on demand. */
export const messages: Feature = {
  pages: {
    gameMess: lazily(() => import('./centre/MessagesPage.tsx').then((module) => module.MessagesPage)),
  },
  overlays: {
    support: lazily(() => import('./support/SupportSheet.tsx').then((module) => module.SupportSheet)),
    messagePreferences: lazily(() =>
      import('./preferences/PreferencesSheet.tsx').then((module) => module.PreferencesSheet),
    ),
    message: lazily(() => import('./centre/MessageSheet.tsx').then((module) => module.MessageSheet)),
  },
}

import { keepPushesToSession } from '../shared/push.ts'
import { keepAppBadge } from './app-badge.ts'
import { keepShell } from './keep-shell.ts'

/** What the app is beside its pages: the count on its icon, pushes to its player alone, and its files. */
export const keepInstalled = (): Promise<void> => {
  keepAppBadge()
  keepPushesToSession()
  return keepShell()
}

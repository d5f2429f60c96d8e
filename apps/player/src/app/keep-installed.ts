import { keepPushesToSession } from '../shared/push.ts'
import { keepAppBadge } from './app-badge.ts'
import { keepShell } from './keep-shell.ts'

/** The installed app beside its pages: badge, pushes for its player only, cached files. */
export const keepInstalled = (): Promise<void> => {
  keepAppBadge()
  keepPushesToSession()
  return keepShell()
}

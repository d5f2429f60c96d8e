import type { Settings } from './settings.ts'
import type { Store } from './store/index.ts'

/**
 * What every command of the sandbox receives: its store, its clock (epoch ms), and a function that wakes the
 * scheduler.
 */
export type World = Readonly<{
  store: Store
  settings: Settings
  now: () => number
  wake: () => void
  /** The public address of the sandbox, without a trailing slash. */
  publicUrl: () => string
}>

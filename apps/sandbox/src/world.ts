import type { Settings } from './settings.ts'
import type { Store } from './store/index.ts'

/** What every command of the sandbox is given: its memory, its clock (epoch ms), and a bell for new timed work. */
export type World = Readonly<{
  store: Store
  settings: Settings
  now: () => number
  wake: () => void
  /** Where others reach the sandbox, without a slash at the end. */
  publicUrl: () => string
}>

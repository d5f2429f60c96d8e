/** The files of the build that the service worker precaches. */
declare module 'virtual:shell-files' {
  export const files: readonly { url: string; revision: string | null }[]
}

declare module 'virtual:texts/*' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
  /** Of `hyphens` alone. */
  export const words: readonly string[]
  export const hyphens: (() => Promise<{ words: readonly string[] }>) | undefined
  export const rest: Readonly<Record<string, () => Promise<{ messages: Messages }>>> | undefined
}

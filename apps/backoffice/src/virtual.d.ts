declare module 'virtual:texts/*' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

/**
 * The texts collected by `build/player-texts.ts`; their types are in `features/translations`, which this file cannot
 * import.
 */
declare module 'virtual:player-texts' {
  type Language = import('@palpite/contract/languages').TextLanguage
  type Entry = { key: string; source: string; values: readonly string[]; usedIn: readonly string[] }
  type Texts = {
    texts: Readonly<Record<string, string>>
    doubts: Readonly<Record<string, 'missing' | 'values' | 'long'>>
  }
  export const entries: readonly Entry[]
  export const languages: Readonly<Record<Language, () => Promise<Texts>>>
}

import type { Page } from '@playwright/test'
import type { World } from './player.ts'

type Look = { language?: string; textPercent?: 100 | 200 }

/** Without motion, so that a sheet is where it will stay at once; in this language, and in text of this size. */
export const standStill = (page: Page, world: World, { language = 'pt-BR', textPercent = 100 }: Look = {}) =>
  page.context().addCookies([
    {
      name: 'look',
      value: `theme=dark&text=${textPercent}&motion=off&language=${language}`,
      url: world.url,
    },
  ])

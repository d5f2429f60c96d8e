import type { Page } from '@playwright/test'
import type { World } from './player.ts'

type Look = { language?: string; textPercent?: 100 | 200 }

/** Reduced motion, so that a sheet is in its final place at once; in this language and text size. */
export const standStill = (page: Page, world: World, { language = 'pt-BR', textPercent = 100 }: Look = {}) =>
  page.context().addCookies([
    {
      name: 'look',
      value: `theme=dark&text=${textPercent}&motion=off&language=${language}`,
      url: world.url,
    },
  ])

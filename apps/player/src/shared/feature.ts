import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { OverlayInputs, OverlayName } from './overlays.ts'
import type { ScreenName } from './paths.ts'
import { loadTexts } from './text/text.ts'

/** A component that is fetched when it is first needed, or earlier by `preload`. */
export type Lazy<P> = LazyExoticComponent<ComponentType<P>> & { preload: () => void }

/** What a page is given: the parameters of its path. */
export type PageProps = { params: Readonly<Record<string, string>> }

/** What a feature brings to the app: pages by screen, and overlays by name. */
export type Feature = {
  pages?: { readonly [S in ScreenName]?: Lazy<PageProps> }
  overlays?: { readonly [O in OverlayName]?: Lazy<OverlayInputs[O]> }
}

/** How long a chunk may take (SPEC §9). On a slow line it comes; one that has not by then was lost. */
const chunkTimeoutMs = 120_000

const inTime = async <T>(coming: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('a chunk did not come in time')), chunkTimeoutMs)
  })
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What a chunk brings. One that is lost on the way is asked for once more; lost again, it is the page's to tell. */
export const loadChunk = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await inTime(load())
  } catch {
    return inTime(load())
  }
}

/**
 * A component in a chunk of its own, with the texts of the features: `lazily(() => import('./DicePage.tsx').then((module) => module.DicePage))`.
 * The import must be written out at the call, or the bundler cannot split there.
 */
export const lazily = <P>(load: () => Promise<ComponentType<P>>): Lazy<P> =>
  Object.assign(
    lazy(async () => {
      const [component] = await loadChunk(() => Promise.all([load(), loadTexts('rest')]))
      return { default: component }
    }),
    // A failed early fetch is no harm: the real one tries again and tells.
    { preload: () => void Promise.all([load(), loadTexts('rest')]).catch(() => undefined) },
  )

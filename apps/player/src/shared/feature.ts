import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'
import type { OverlayInputs, OverlayName } from './overlays.ts'
import type { ScreenName } from './paths.ts'
import { loadTexts, type TextPart } from './text/text.ts'

/**
 * A component that is fetched when it is first needed, or earlier by `preload`, which ends when it is there or lost;
 * `prefetch` asks early for what it shows first.
 */
export type Lazy<P> = FunctionComponent<P> & {
  preload: () => Promise<void>
  prefetch: (props: P) => Promise<void>
}

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
 * Gives `lazily` for a feature: a component in a chunk of its own, with the texts of that feature and those that all share:
 * `const lazily = lazilyIn('games')`, then `lazily(() => import('./DicePage.tsx').then((module) => module.DicePage))`.
 * Both must be written so, or the bundler cannot split there and the texts are not found (`build/text-parts.ts`).
 * `prefetch` asks early for what it shows first.
 */
export const lazilyIn =
  (texts: TextPart) =>
  <P extends object>(
    load: () => Promise<ComponentType<P>>,
    prefetch: (props: P) => Promise<void> = async () => {},
  ): Lazy<P> =>
    fetchedWith(texts, load, prefetch)

/** The same for a component that several features show. */
export const lazily = lazilyIn('common')

/** A part of home in a chunk of its own. What it says comes with the texts of the first page. */
export const lazilyAtHome = <P extends object>(load: () => Promise<ComponentType<P>>): Lazy<P> =>
  fetchedWith('first', load, async () => {})

const fetchedWith = <P extends object>(
  texts: TextPart,
  load: () => Promise<ComponentType<P>>,
  prefetch: (props: P) => Promise<void>,
): Lazy<P> => {
  let fetched: ComponentType<P> | undefined
  const fetch = async () => {
    const [component] = await loadChunk(() => Promise.all([load(), loadTexts(texts)]))
    fetched = component
    return { default: component }
  }
  const Fetching = lazy(fetch)
  function Fetched(props: P) {
    // What is there is drawn at once: React would first draw what stands in for it. Decided once, because another
    // component in its place would begin anew.
    const [component] = useState(() => fetched ?? Fetching)
    return createElement<P>(component, props)
  }
  return Object.assign(Fetched, {
    // A failed early fetch is no harm: the real one tries again and tells.
    preload: () =>
      fetch().then(
        () => undefined,
        () => undefined,
      ),
    prefetch,
  })
}

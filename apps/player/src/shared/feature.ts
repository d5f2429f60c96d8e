import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'
import type { OverlayInputs, OverlayName } from './overlays.ts'
import type { ScreenName } from './paths.ts'
import { loadTexts, type TextPart } from './text/text.ts'

/**
 * A component loaded when first rendered, or earlier by `preload`, which resolves when it is loaded or lost;
 * `prefetch` preloads its data.
 */
export type Lazy<P> = FunctionComponent<P> & {
  preload: () => Promise<void>
  prefetch: (props: P) => Promise<void>
}

/** The props of a page: its path parameters. */
export type PageProps = { params: Readonly<Record<string, string>> }

/** What a feature provides: pages by screen, and overlays by name. */
export type Feature = {
  pages?: { readonly [S in ScreenName]?: Lazy<PageProps> }
  overlays?: { readonly [O in OverlayName]?: Lazy<OverlayInputs[O]> }
}

/** The timeout of a chunk (SPEC §9), long enough for a slow connection. */
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

/** Loads a chunk. A lost one is requested once more; lost again, the page reports it. */
export const loadChunk = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await inTime(load())
  } catch {
    return inTime(load())
  }
}

/**
 * Creates `lazily` for a feature: a component in a chunk of its own, with the texts of that feature and the shared
 * ones: `const lazily = lazilyIn('games')`, then `lazily(() => import('./DicePage.tsx').then((module) =>
 * module.DicePage))`. Keep this form: the bundler splits there and `build/text-parts.ts` finds the texts by it.
 * `prefetch` preloads its data.
 */
export const lazilyIn =
  (texts: TextPart) =>
  <P extends object>(
    load: () => Promise<ComponentType<P>>,
    prefetch: (props: P) => Promise<void> = async () => {},
  ): Lazy<P> =>
    fetchedWith(texts, load, prefetch)

/** The same for a component of several features. */
export const lazily = lazilyIn('common')

/** A part of home in its own chunk. Its texts are part of the first page's. */
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
    // A loaded component renders at once; React would first render the fallback. Decided once, because swapping
    // components would remount.
    const [component] = useState(() => fetched ?? Fetching)
    return createElement<P>(component, props)
  }
  return Object.assign(Fetched, {
    // A failed prefetch is harmless: the actual load tries again and reports.
    preload: () =>
      fetch().then(
        () => undefined,
        () => undefined,
      ),
    prefetch,
  })
}

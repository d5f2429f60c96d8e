import type { Feature, Lazy, PageProps } from '../shared/feature.ts'
import type { OpenOverlay, OverlayInputs, OverlayName } from '../shared/overlays.ts'
import type { ScreenName } from '../shared/paths.ts'

let features: readonly Feature[] = []

/**
 * Registers the features once, before the first render. Registered rather than imported: menus belong to features and
 * look up screens here.
 */
export const registerFeatures = (all: readonly Feature[]): void => {
  features = all
}

/** The page of a screen, if a feature provides it. */
export const pageOf = (screen: ScreenName): Lazy<PageProps> | undefined =>
  features.map((feature) => feature.pages?.[screen]).find((page) => page !== undefined)

/** Whether a screen exists. Home and its register view belong to the shell. */
export const hasPage = (screen: ScreenName): boolean =>
  screen === 'home' || screen === 'registered' || pageOf(screen) !== undefined

/** The component of an overlay, if a feature provides it. */
export const overlayOf = <O extends OverlayName>(name: O): Lazy<OverlayInputs[O]> | undefined =>
  features.map((feature) => feature.overlays?.[name]).find((overlay) => overlay !== undefined)

/** Whether an overlay exists. */
export const hasOverlay = (name: OpenOverlay['name']): boolean => overlayOf(name) !== undefined

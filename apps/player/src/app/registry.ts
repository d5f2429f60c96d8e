import type { Feature, Lazy, PageProps } from '../shared/feature.ts'
import type { OpenOverlay, OverlayInputs, OverlayName } from '../shared/overlays.ts'
import type { ScreenName } from '../shared/paths.ts'

let features: readonly Feature[] = []

/**
 * Says which features there are, once, before anything is drawn. Given instead of imported: menus are parts of features
 * and ask here which screens there are.
 */
export const registerFeatures = (all: readonly Feature[]): void => {
  features = all
}

/** The page of a screen, once a feature brings it. */
export const pageOf = (screen: ScreenName): Lazy<PageProps> | undefined =>
  features.map((feature) => feature.pages?.[screen]).find((page) => page !== undefined)

/** Whether a screen can be gone to. Home and its register view are the shell's. */
export const hasPage = (screen: ScreenName): boolean =>
  screen === 'home' || screen === 'registered' || pageOf(screen) !== undefined

/** The component of an overlay, once a feature brings it. */
export const overlayOf = <O extends OverlayName>(name: O): Lazy<OverlayInputs[O]> | undefined =>
  features.map((feature) => feature.overlays?.[name]).find((overlay) => overlay !== undefined)

/** Whether an overlay can be opened. */
export const hasOverlay = (name: OpenOverlay['name']): boolean => overlayOf(name) !== undefined

/** Where texts are kept that were read in this version of the app. */
export const TEXTS_CACHE = 'texts'

/** Whether a file of the build holds texts of one language. */
export const isOfTexts = ({ pathname }: { pathname: string }): boolean =>
  pathname.startsWith('/assets/texts-')

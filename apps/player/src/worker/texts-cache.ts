/** The cache of texts loaded in this version of the app. */
export const TEXTS_CACHE = 'texts'

/** Whether a file of the build contains the texts of a language. */
export const isOfTexts = ({ pathname }: { pathname: string }): boolean =>
  pathname.startsWith('/assets/texts-')

/** Where the web app manifest stands in a language that the app has texts in. */
export const manifestHref = (texts: string): string =>
  texts === 'pt-BR' ? '/manifest.webmanifest' : `/manifest.${texts}.webmanifest`

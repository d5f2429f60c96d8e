/** The address of the web app manifest in a language. */
export const manifestHref = (texts: string): string =>
  texts === 'pt-BR' ? '/manifest.webmanifest' : `/manifest.${texts}.webmanifest`

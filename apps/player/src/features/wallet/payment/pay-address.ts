type Page = { url: string; payNo: string; language: string }

/**
 * The payment page's address. Ours uses the app's language and the app's own origin, because only our origin may be
 * framed. External ones are unchanged.
 */
export const payAddress = ({ url, payNo, language }: Page): string => {
  const path = `/pay/${payNo}`
  return url.endsWith(path) ? `${path}?lang=${language}` : url
}

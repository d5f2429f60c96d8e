type Page = { url: string; payNo: string; language: string }

/**
 * Where the payment page is shown from. Our own speaks the language of the app, and is asked from where the app
 * was opened, whatever name the server has for itself: only ourselves may be framed. Others stay as they are.
 */
export const payAddress = ({ url, payNo, language }: Page): string => {
  const path = `/pay/${payNo}`
  return url.endsWith(path) ? `${path}?lang=${language}` : url
}

/** The moment as API Pix writes it: UTC with milliseconds. */
export const written = (moment: number): string => new Date(moment).toISOString()

/** Of the years 2000 to 2099: what lies outside is a mistake, and SQLite and JavaScript need not agree on it. */
const RFC3339 = /^20\d\d-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/** The moment an RFC 3339 text means (epoch ms), or undefined when it is not one. */
export const readMoment = (text: string): number | undefined => {
  if (!RFC3339.test(text)) return undefined
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment
}

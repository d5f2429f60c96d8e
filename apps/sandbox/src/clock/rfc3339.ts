/** The moment as API Pix writes it: UTC with milliseconds. */
export const written = (moment: number): string => new Date(moment).toISOString()

/** Years 2000 to 2099: others are a mistake, and SQLite and JavaScript may not agree on them. */
const RFC3339 = /^20\d\d-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/** An RFC 3339 text as epoch ms; undefined if it is invalid. */
export const readMoment = (text: string): number | undefined => {
  if (!RFC3339.test(text)) return undefined
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment
}

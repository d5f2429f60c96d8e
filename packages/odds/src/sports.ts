/**
 * The twelve sports, by the code used in paths, tables and text keys (`sport.<code>`). Without any other import, so that
 * the contract takes the list and nothing of the models with it.
 */
export const SPORTS = [
  'football',
  'basketball',
  'tennis',
  'boxing',
  'snooker',
  'baseball',
  'volleyball',
  'badminton',
  'american_football',
  'table_tennis',
  'cricket',
  'racing',
] as const

export type Sport = (typeof SPORTS)[number]

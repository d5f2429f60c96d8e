/** The twelve sports, by the code used in paths, tables and text keys (`sport.<code>`). */
export const sportCodes = [
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

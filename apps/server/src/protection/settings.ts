/** Numbers of the limits; an operator may set others. */
export type ProtectionSettings = {
  /** The least daily loss limit: below it a limit would be a block in disguise, with rules of its own. */
  minDailyLossCents: number
  /** How long a looser limit waits (GLI-19 A.3.7: a day or more). */
  loosenAfterSeconds: number
}

export const protectionSettings: ProtectionSettings = {
  minDailyLossCents: 100,
  loosenAfterSeconds: 24 * 60 * 60,
}

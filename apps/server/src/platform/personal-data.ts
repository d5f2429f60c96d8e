/**
 * How a column is shown to the player: the public form of an id, or the reason of a transfer instead of its key, or
 * the text instead of a text's key.
 */
export type ShownAs = 'bet' | 'round' | 'reason' | 'message'

/**
 * A table with rows of a player, for the export of personal data and the deletion after a closing. Each module lists
 * its own; a test finds unlisted tables with a player column.
 */
export type PersonalTable = {
  table: string
  /** The column with the owner of a row. */
  owner: string
  /** The column that sorts newest first. */
  newest: string
  /**
   * How long its rows are kept: with the contact data (a month after the closing), with name and CPF (five years
   * after it), as the law requires for money, bets and protection (five years and longer; they contain only the
   * player's number), or for days in any case.
   */
  until: 'contact' | 'person' | 'law' | 'days'
  /** Deleted by its own statement, because part of a row stays. */
  isKeptInPart?: true
  /** Why it is not in the export. */
  leftOut?: string
  /** Columns the export omits, beside ids, digests and secrets, which it always omits. */
  without?: readonly string[]
  shows?: Readonly<Record<string, ShownAs>>
}

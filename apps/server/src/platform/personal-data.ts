/**
 * What a column that a player reads becomes: the public form of an id, or in place of a transfer's key why it was made, in place of a
 * text's key the text.
 */
export type ShownAs = 'bet' | 'round' | 'reason' | 'message'

/**
 * A table that keeps rows of a player, as the export of the own data and the deletion after a closing read it. Each module lists its
 * own; a test finds a table with a column of a player that stands in no list.
 */
export type PersonalTable = {
  table: string
  /** The column that says whose a row is. */
  owner: string
  /** The column by which the newest come first. */
  newest: string
  /**
   * How long its rows are kept: with the contact data (a month after the closing), with name and CPF (five years after it), as the
   * law says of money, bets and protection (five years and longer; they name the player by a number), or for days in any case.
   */
  until: 'contact' | 'person' | 'law' | 'days'
  /** Deleted by a statement of its own, for something of a row stays. */
  isKeptInPart?: true
  /** Why nothing of it is in the export. */
  leftOut?: string
  /** Columns that the export leaves out beside ids, digests and secrets, which it never has. */
  without?: readonly string[]
  shows?: Readonly<Record<string, ShownAs>>
}

/**
 * When a wished limit would hold: at once if it lets the player lose less, after a day if it lets them lose
 * more; `same` when nothing would change. No limit is null. The server decides; this is what it will say.
 */
export const whenItHolds = (
  presentCents: number | null,
  wishedCents: number | null,
): 'same' | 'now' | 'later' => {
  if (presentCents === wishedCents) return 'same'
  if (presentCents === null) return 'now'
  return wishedCents === null || wishedCents > presentCents ? 'later' : 'now'
}

/** The message by which a page tells the waiting worker that its player accepted the new version. */
export const TAKE_OVER = 'take-over'

/** What a page says to the worker that waits, once its player wants the new version. */
export const TAKE_OVER = 'take-over'

/**
 * The class of the advisory locks of fixtures; the second number is the fixture's id. Lists of bets share a
 * fixture's lock until they are committed, and a feed takes it alone before it changes prices, stops betting or
 * moves the match. Not the fixture's row: whoever takes a row `for key share` goes past those who wait for it
 * `for update`, so that lists which overlap keep a bet stop waiting for as long as they come (more than half a
 * minute was seen). These locks are given in the order asked.
 */
export const FIXTURE_LOCKS = 7_264

/** Refusals caused by the player's own limits: each links to them. */
const ownRefusals: ReadonlySet<string> = new Set([
  'daily_loss_limit',
  'loss_limit',
  'stake_limit',
  'bet_count_limit',
  'deposit_limit',
  'time_limit',
  'limits_needed',
  'on_time_out',
  'impeded',
  'self_excluded',
  'product_blocked',
])

/** Whether a refusal comes from a limit or break of the player. */
export const isOwnLimit = (code: string | undefined): boolean => code !== undefined && ownRefusals.has(code)

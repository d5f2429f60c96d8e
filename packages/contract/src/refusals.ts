/**
 * Every expected refusal with HTTP status and body status (READINGS, Wire). 401/40101 logs the player out, 9999 opens
 * the deposit, 1403 opens the error page; others are 500 with their own body status. Texts are in `locales/`, per code
 * and language.
 */
export const refusals = {
  bad_request: { http: 400, status: 400 },
  not_found: { http: 404, status: 404 },
  too_many_requests: { http: 429, status: 429 },
  fault: { http: 503, status: 503 },
  busy: { http: 503, status: 503 },
  bug: { http: 500, status: 1403 },
  logged_out: { http: 401, status: 40101 },
  insufficient_funds: { http: 500, status: 9999 },
  blocked_by_policy: { http: 500, status: 5001 },
  request_mismatch: { http: 500, status: 5002 },
  owes_money: { http: 500, status: 5003 },

  wrong_captcha: { http: 500, status: 5101 },
  wrong_credentials: { http: 500, status: 5102 },
  cannot_register: { http: 500, status: 5103 },
  passwords_differ: { http: 500, status: 5104 },
  weak_password: { http: 500, status: 5105 },
  wrong_reset_code: { http: 500, status: 5106 },
  invalid_email: { http: 500, status: 5107 },
  invalid_phone: { http: 500, status: 5108 },
  not_a_test_account: { http: 500, status: 5109 },
  wrong_password: { http: 500, status: 5110 },
  proof_needed: { http: 500, status: 5111 },
  link_over: { http: 500, status: 5112 },
  wrong_passkey: { http: 500, status: 5113 },
  passkey_refused: { http: 500, status: 5114 },
  too_many_passkeys: { http: 500, status: 5115 },
  second_factor_needed: { http: 500, status: 5116 },
  second_factor_over: { http: 500, status: 5117 },
  second_factor_on: { http: 500, status: 5118 },
  shared_account: { http: 500, status: 5119 },

  invalid_name: { http: 500, status: 5220 },
  invalid_cpf: { http: 500, status: 5201 },
  kyc_already_done: { http: 500, status: 5202 },
  kyc_needed: { http: 500, status: 5203 },
  package_not_sold: { http: 500, status: 5204 },
  too_many_open_orders: { http: 500, status: 5205 },
  order_not_open: { http: 500, status: 5206 },
  refund_under_way: { http: 500, status: 5209 },
  topup_out_of_bounds: { http: 500, status: 5208 },
  first_gifts_over: { http: 500, status: 5224 },
  usdt_not_taken: { http: 500, status: 5207 },
  usdt_no_rate: { http: 500, status: 5210 },
  withdraw_locked: { http: 500, status: 5211 },
  withdraw_none_left: { http: 500, status: 5212 },
  withdraw_nothing: { http: 500, status: 5213 },
  withdraw_below_min: { http: 500, status: 5214 },
  withdraw_above_max: { http: 500, status: 5215 },
  withdraw_method_closed: { http: 500, status: 5216 },
  withdraw_invalid_key: { http: 500, status: 5217 },
  withdraw_own_cpf_only: { http: 500, status: 5218 },
  password_needed: { http: 500, status: 5219 },
  payee_code_needed: { http: 500, status: 5223 },
  statement_too_long: { http: 500, status: 5221 },
  withdraw_rate_moved: { http: 500, status: 5222 },
  transfer_closed: { http: 500, status: 5231 },
  transfer_unknown_user: { http: 500, status: 5232 },
  transfer_below_min: { http: 500, status: 5233 },
  transfer_day_bound: { http: 500, status: 5234 },

  market_closed: { http: 500, status: 5301 },
  price_changed: { http: 500, status: 5302 },
  stake_below_min: { http: 500, status: 5303 },
  stake_above_max: { http: 500, status: 5304 },
  bonus_stake_above_max: { http: 500, status: 5305 },
  parlay_limit: { http: 500, status: 5306 },
  bet_malformed: { http: 500, status: 5307 },
  legs_related: { http: 500, status: 5308 },
  bet_not_open: { http: 500, status: 5309 },
  cash_out_suspended: { http: 500, status: 5310 },
  cash_out_changed: { http: 500, status: 5311 },
  cash_out_below_min: { http: 500, status: 5312 },
  quote_expired: { http: 500, status: 5313 },
  offer_expired: { http: 500, status: 5314 },
  bet_cancelled: { http: 500, status: 5315 },
  bet_not_waiting: { http: 500, status: 5316 },
  builder_other_match: { http: 500, status: 5317 },
  builder_not_combinable: { http: 500, status: 5318 },
  builder_impossible: { http: 500, status: 5319 },
  builder_not_offered: { http: 500, status: 5320 },
  free_bet_over: { http: 500, status: 5321 },
  free_bet_kind: { http: 500, status: 5322 },
  free_bet_price: { http: 500, status: 5323 },
  cash_out_free_bet: { http: 500, status: 5324 },
  gifts_day_bound: { http: 500, status: 5325 },
  price_boost_over: { http: 500, status: 5326 },
  booking_over: { http: 500, status: 5330 },
  too_many_waiting: { http: 500, status: 5331 },

  dice_target_out_of_bounds: { http: 500, status: 5401 },
  game_closed: { http: 500, status: 5402 },
  round_already_open: { http: 500, status: 5403 },
  round_is_over: { http: 500, status: 5404 },
  no_such_tile: { http: 500, status: 5405 },
  tile_already_open: { http: 500, status: 5406 },
  nothing_opened: { http: 500, status: 5407 },
  nothing_climbed: { http: 500, status: 5408 },
  round_is_full: { http: 500, status: 5409 },
  betting_closed: { http: 500, status: 5410 },
  round_too_soon: { http: 429, status: 5411 },

  daily_loss_limit: { http: 500, status: 5501 },
  limit_out_of_bounds: { http: 500, status: 5502 },
  loss_limit: { http: 500, status: 5503 },
  stake_limit: { http: 500, status: 5504 },
  bet_count_limit: { http: 500, status: 5505 },
  deposit_limit: { http: 500, status: 5506 },
  limit_not_due: { http: 500, status: 5507 },
  on_time_out: { http: 500, status: 5508 },
  self_excluded: { http: 500, status: 5509 },
  product_blocked: { http: 500, status: 5510 },
  time_limit: { http: 500, status: 5511 },
  impeded: { http: 500, status: 5518 },
  national_register_down: { http: 500, status: 5519 },
  person_register_down: { http: 500, status: 5512 },
  identity_not_confirmed: { http: 500, status: 5513 },
  under_age: { http: 500, status: 5514 },
  terms_changed: { http: 500, status: 5515 },
  terms_due: { http: 500, status: 5516 },
  documents_needed: { http: 500, status: 5521 },
  documents_incomplete: { http: 500, status: 5522 },
  documents_in_check: { http: 500, status: 5523 },
  documents_decided: { http: 500, status: 5524 },
  documents_person_changed: { http: 500, status: 5527 },
  invalid_postal_code: { http: 500, status: 5525 },
  address_needed: { http: 500, status: 5526 },
  documents_past_date: { http: 500, status: 5532 },
  exposure_needed: { http: 500, status: 5528 },
  exposure_incomplete: { http: 500, status: 5529 },
  exposure_decided: { http: 500, status: 5530 },
  exposure_changed: { http: 500, status: 5531 },
  exposure_review: { http: 500, status: 5533 },
  gender_needed: { http: 500, status: 5534 },
  limits_needed: { http: 500, status: 5540 },
  outside_licence: { http: 500, status: 5520 },

  award_not_found: { http: 500, status: 5701 },
  award_claimed: { http: 500, status: 5702 },
  activity_over: { http: 500, status: 5703 },
  checked_in_today: { http: 500, status: 5704 },
  own_invitation: { http: 500, status: 5705 },
  invitation_unknown: { http: 500, status: 5706 },
  invitation_loop: { http: 500, status: 5707 },
  invited_already: { http: 500, status: 5708 },
  invitation_too_late: { http: 500, status: 5709 },
  thread_closed: { http: 500, status: 5801 },
  not_a_picture: { http: 500, status: 5802 },

  forbidden: { http: 403, status: 403 },
  setting_decided: { http: 500, status: 5601 },
  setting_outdated: { http: 500, status: 5602 },
  four_eyes: { http: 500, status: 5603 },
  role_outdated: { http: 500, status: 5536 },
  role_decided: { http: 500, status: 5537 },
  operator_waits: { http: 500, status: 5538 },
  too_many_filters: { http: 500, status: 5539 },
  promotion_late: { http: 500, status: 5546 },
  promotion_overlaps: { http: 500, status: 5547 },
  gift_gains: { http: 500, status: 5548 },
  offer_changed: { http: 500, status: 5549 },
  operator_exists: { http: 500, status: 5604 },
  last_operators: { http: 500, status: 5605 },
  wrong_second_factor: { http: 500, status: 5606 },
  second_factor_off: { http: 500, status: 5607 },
  step_up_needed: { http: 500, status: 5608 },
  country_code_needed: { http: 500, status: 5609 },
  in_play_paused: { http: 500, status: 5611 },
  level_waits: { http: 500, status: 5612 },
  account_closed: { http: 500, status: 5616 },
  account_excluded: { http: 500, status: 5624 },
  closing_bets_open: { http: 500, status: 5617 },
  closing_game_open: { http: 500, status: 5618 },
  closing_money_left: { http: 500, status: 5619 },
  closing_withdrawal_open: { http: 500, status: 5620 },
  closing_topup_open: { http: 500, status: 5621 },
  closing_bonus_left: { http: 500, status: 5622 },
  closing_rest_taken: { http: 500, status: 5610 },
  export_today: { http: 500, status: 5623 },
} as const satisfies Record<string, { http: number; status: number }>

/** A refusal's code; the app shows the text `refusal.<code>`. */
export type RefusalCode = keyof typeof refusals

/**
 * Why a session ended: from another device, by a new password or e-mail, by a newer session beyond the maximum, by
 * expiry, by the house, or with the account (closed by its player or an exclusion). Sent as `ending` beside
 * `logged_out`, if known; a normal logout has none.
 */
export type SessionEnding =
  | 'device'
  | 'password'
  | 'email'
  | 'newer'
  | 'expired'
  | 'blocked'
  | 'closed'
  | 'excluded'

/**
 * An expected refusal of a command, returned and never thrown. `values` fill its text, `maxCents` as money for
 * `{max}`; `detail` is returned as the envelope's `data` beside the code (new price, minimum stake).
 */
export type Refusal<C extends RefusalCode = RefusalCode> = {
  code: C
  values?: Record<string, string | number>
  detail?: Record<string, unknown>
}

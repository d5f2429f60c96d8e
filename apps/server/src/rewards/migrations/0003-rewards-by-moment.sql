-- outside of a transaction: whoever checks in or is given something meanwhile does not wait for an index.
-- What the last days would have cost under other rules is read by time. Some pages for millions of rows.
drop index concurrently if exists rewards_check_in_by_moment;
create index concurrently rewards_check_in_by_moment on rewards_check_in
  using brin (created_at) with (pages_per_range = 32, autosummarize = on);
drop index concurrently if exists rewards_grant_by_moment;
create index concurrently rewards_grant_by_moment on rewards_grant
  using brin (granted_at) with (pages_per_range = 32, autosummarize = on);
drop index concurrently if exists rewards_commission_share_by_day;
create index concurrently rewards_commission_share_by_day on rewards_commission_share
  using brin (day) with (pages_per_range = 32, autosummarize = on);

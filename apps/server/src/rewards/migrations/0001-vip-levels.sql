-- The VIP table of SPEC §9. Thresholds in cents; null where the specification shows none.
create table rewards_vip_level (
  level int primary key check (level between 0 and 12),
  deposit_cents bigint not null check (deposit_cents >= 0),
  -- What must be topped up and staked at this level to reach the next one.
  next_top_up_cents bigint check (next_top_up_cents > 0),
  next_settled_cents bigint check (next_settled_cents > 0),
  withdrawals_a_day int not null check (withdrawals_a_day > 0),
  fee_bps int not null check (fee_bps between 0 and 10000)
);

insert into rewards_vip_level
  (level, deposit_cents, next_top_up_cents, next_settled_cents, withdrawals_a_day, fee_bps)
values
  (0, 0, 10000, 40000, 1, 300),
  (1, 500, 50000, 300000, 1, 250),
  (2, 2500, 100000, 600000, 1, 200),
  (3, 5000, 200000, 1500000, 1, 150),
  (4, 10000, 500000, 4000000, 1, 100),
  (5, 25000, 1000000, 8000000, 2, 50),
  (6, 50000, 5000000, 40000000, 2, 0),
  (7, 250000, 20000000, 160000000, 2, 0),
  (8, 1000000, 50000000, 300000000, 2, 0),
  (9, 2500000, 150000000, 600000000, 3, 0),
  (10, 7500000, 500000000, 2000000000, 3, 0),
  (11, 25000000, 1000000000, 4000000000, 3, 0),
  (12, 50000000, null, null, 5, 0);

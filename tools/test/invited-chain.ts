import type { Db } from '../../apps/server/src/platform/db/index.ts'

/** Ids of their own, far from those of players who register. */
export const CHAIN_FROM = 1_000_000
const STAKED_CENTS = 10_000

/**
 * This many players, each invited by the one before, who staked R$ 100 on the last ended day: everybody but the last
 * three earns on three others.
 */
export async function insertInvitedChain(owner: Db, players: number): Promise<void> {
  await owner`
    insert into identity_player (id, email, password_hash, invitation_code, referrer_id, registered_ip, registered_in_app,
                                 name, cpf, identified_at)
    overriding system value
    select ${CHAIN_FROM}::int + n, 'c' || n || '@chain.example', 'none', 'CHAIN' || n,
           ${CHAIN_FROM}::int + nullif(n - 1, 0), '2001:db8::' || to_hex(n), false,
           'Ana Souza', lpad((${CHAIN_FROM}::int + n)::text, 11, '0'), now()
      from generate_series(1, ${players}::int) as n`
  await owner`
    insert into ledger_account (player_id, kind, turnover_day, staked_cents, settled_cents)
    select ${CHAIN_FROM}::int + n, kind, (now() at time zone 'America/Sao_Paulo' - interval '15 minutes')::date - 1,
           ${STAKED_CENTS}, ${STAKED_CENTS}
      from generate_series(1, ${players}::int) as n, unnest(array['cash', 'bonus']) as kind`
  await owner`analyze identity_player, ledger_account`
}

/** The total commission: 0.30, 0.10 and 0.05 % of R$ 100 to the three inviters above; the first three have fewer. */
export const chainCents = (players: number): number => (players - 3) * 45 + 40 + 30

-- Players who had a gift, to find what came back to their bonus after all was wagered.
create index cashier_requirement_with_gift on cashier_requirement (player_id) where gift_cents > 0;

-- outside of a transaction: answers of the register do not wait for an index.
-- Players whom the register names: a job looks for them every ten minutes.
drop index concurrently if exists protection_register_answer_impeded;
create index concurrently protection_register_answer_impeded on protection_register_answer (player_id)
 where reason is not null;

-- outside of a transaction: whoever is audited meanwhile does not wait for an index.
-- What one operator did of one kind, beside all that the operator did.
drop index concurrently if exists platform_audit_act;
create index concurrently platform_audit_act on platform_audit (actor_id, action, id) where actor_kind = 'operator';

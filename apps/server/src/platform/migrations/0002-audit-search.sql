-- outside of a transaction: whoever is audited meanwhile does not wait for an index.
-- The chain is read by whom it is about, by who did it, and by what was done, the newest first.
drop index concurrently if exists platform_audit_subject;
create index concurrently platform_audit_subject on platform_audit (subject, id);

drop index concurrently if exists platform_audit_actor;
create index concurrently platform_audit_actor on platform_audit (actor_kind, actor_id, id);

drop index concurrently if exists platform_audit_action;
create index concurrently platform_audit_action on platform_audit (action, id);

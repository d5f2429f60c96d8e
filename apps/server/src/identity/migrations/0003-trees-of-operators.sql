-- All operators who descend from one count as one pair of hands: whoever creates an operator is told the first password. The
-- operators of the command on the machine are the roots, and two of them are independent of each other.
alter table identity_operator add column root_id bigint references identity_operator (id);
with recursive tree (id, root_id) as (
  select id, id from identity_operator where created_by is null
  union all
  select child.id, tree.root_id from identity_operator child join tree on child.created_by = tree.id
)
update identity_operator operator set root_id = tree.root_id from tree where tree.id = operator.id;
alter table identity_operator alter column root_id set not null;

-- Permissions that only two grant: until a second operator, of another tree, has approved, nothing may be done. Null until
-- then. Whoever was there before this rule stays; the tree keeps such operators from watching one another.
alter table identity_operator add column approved_at timestamptz;
alter table identity_operator add column approved_by bigint references identity_operator (id);
update identity_operator set approved_at = created_at;
alter table identity_operator
  add constraint identity_operator_approved_is_whole check (approved_by is null or approved_at is not null);

-- The root follows from the creator, and whoever approves is of another tree than the creator.
create function identity_operator_has_root() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.root_id := coalesce((select root_id from identity_operator where id = new.created_by), new.id);
  elsif (old.root_id, old.created_by) is distinct from (new.root_id, new.created_by) then
    raise exception 'who created an operator never changes';
  end if;
  if new.approved_by is not null
     and not exists (select from identity_operator where id = new.approved_by and root_id <> new.root_id)
  then
    raise exception 'operator % is approved by one of another tree only', new.id;
  end if;
  return new;
end $$;
create trigger identity_operator_has_root before insert or update on identity_operator
  for each row execute function identity_operator_has_root();

-- What operators asked for by request ids that no other row keeps whole: what was asked, its reason too, as a digest
-- (platform/request-digest.ts). The same id with anything else, or from somebody else, is refused.
create table identity_operator_request (
  call text not null,
  request_id text not null check (request_id ~ '^[A-Za-z0-9_-]{16,64}$'),
  operator_id bigint not null references identity_operator (id),
  digest text not null check (length(digest) = 43),
  asked_at timestamptz not null default now(),
  primary key (call, request_id)
);

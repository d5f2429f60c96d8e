-- Filters of lists that operators saved by a name: what stands in the address, for themselves or for all.
create table identity_operator_filter (
  id bigint generated always as identity primary key,
  operator_id bigint not null references identity_operator (id),
  -- The address of the list.
  list text not null check (list ~ '^/[a-z/-]{0,60}$'),
  name text not null check (length(name) between 1 and 40),
  query text not null check (length(query) <= 500),
  is_shared boolean not null,
  saved_at timestamptz not null default now(),
  constraint identity_operator_filter_name unique (operator_id, list, name)
);
create index identity_operator_filter_shared on identity_operator_filter (list) where is_shared;
grant update (query, is_shared, saved_at), delete on identity_operator_filter to palpite_app;

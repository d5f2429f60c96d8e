-- Makes the partitions of tables that are ranged by a timestamp, one for each month of UTC: this month's and so many
-- ahead, where they are missing. Nobody who reads or writes waits: a partition is made beside its table and then
-- attached, which takes a lock that only changes of the schema wait for. Several servers may call it at once.
create function platform_add_partitions(tables text[], months_ahead int) returns void language plpgsql as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'UTC');
  parent text;
  month timestamp;
  partition text;
  guard record;
begin
  perform pg_advisory_xact_lock(7264002);
  foreach parent in array tables loop
    for ahead in 0 .. months_ahead loop
      month := this_month + ahead * interval '1 month';
      partition := parent || to_char(month, '_YYYY_MM');
      continue when to_regclass(quote_ident(partition)) is not null;
      execute format('create table %I (like %I including all excluding identity)', partition, parent);
      -- Triggers for rows come with the attaching; those for truncate would not.
      for guard in
        select tgname as name, tgfoid::regproc as function
          from pg_trigger
         where tgrelid = quote_ident(parent)::regclass and not tgisinternal and tgtype & 32 <> 0
      loop
        execute format('create trigger %I before truncate on %I for each statement execute function %s()',
                       guard.name, partition, guard.function);
      end loop;
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition,
                     month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    end loop;
  end loop;
end $$;

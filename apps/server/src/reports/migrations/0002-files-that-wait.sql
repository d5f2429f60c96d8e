-- A file of which a part could not be made, for a fault that no schema or sum names, is tried again later: the days after it go on.
alter table reports_file add column failed_times int not null default 0;
alter table reports_file add column try_at timestamptz;
grant update (failed_times, try_at) on reports_file to palpite_app;
-- accepted: both are added with a default or without one, and rewrite no row.

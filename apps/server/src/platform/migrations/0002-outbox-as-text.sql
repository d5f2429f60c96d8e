-- Facts are written once and read whole: kept as they were written, they need not be taken apart at every write.
alter table platform_outbox alter column facts type json using facts::json;

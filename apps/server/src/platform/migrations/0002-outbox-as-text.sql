-- Facts are written once and read whole: kept as they were written, they need not be taken apart at every write.
alter table platform_outbox alter column events type json using events::json;

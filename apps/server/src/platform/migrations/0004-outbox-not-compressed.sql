-- Facts are read once, a moment after they were written, and forgotten in a day: up to the 8 kB of a page they are not
-- worth compressing, which took three times as long as storing them.
alter table platform_outbox set (toast_tuple_target = 8160);

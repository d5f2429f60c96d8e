-- outside of a transaction: differences are found meanwhile.
-- Open differences in the order in which operators read them: the closed ones before them are passed over.
drop index concurrently if exists cashier_exception_left;
create index concurrently cashier_exception_left on cashier_exception (id) where closed_at is null;

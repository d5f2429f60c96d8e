-- What a request id of a line stood for, its picture too: of a picture only what was made of it is kept. Null for lines from
-- before it was kept.
alter table messages_line add column request_digest text check (length(request_digest) = 43);

-- The language a connection is spoken to in: the one its ticket was asked for in.
alter table realtime_ticket
  add column lang text not null default 'pt-BR' check (lang in ('pt-BR', 'en'));

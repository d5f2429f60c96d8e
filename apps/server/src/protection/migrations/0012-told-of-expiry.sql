-- A player is told once, a while ahead, that a document expires.
alter table protection_document_check add column expiry_told_at timestamptz;

-- The last day of the document that an operator read from it: the first yes of two keeps it until the second is said.
alter table protection_document_yes add column expires_on date;

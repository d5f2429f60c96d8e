-- outside of a transaction: players read their messages meanwhile.
-- How many read a campaign.
drop index concurrently if exists messages_message_read_of_campaign;
create index concurrently messages_message_read_of_campaign on messages_message (campaign_id)
  where campaign_id is not null and read_at is not null;

-- Which operator has a chat; null: it waits in the queue. Servers of the version before leave it as it is.
alter table messages_thread add column assigned_to bigint;
alter table messages_thread add constraint messages_thread_assigned_to_operator
  foreign key (assigned_to) references identity_operator (id) not valid;

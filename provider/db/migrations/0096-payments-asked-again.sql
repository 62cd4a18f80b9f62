-- A start that died before the driver had anything to pay with, and has expired since, may be asked again under its key too.
drop index payments_by_key;
create unique index payments_by_key on payments (user_id, idempotency_key)
  where state <> 'failed' and (state <> 'expired' or start is not null);

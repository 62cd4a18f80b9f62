-- How far jobs have read the ledger, so that none of them begins at its beginning.
create table ledger_marks (
  name        text primary key,           -- the job
  settled_id  bigint not null default 0,  -- it has seen everything up to this posting
  -- Of receipts: the next settled_id, once every transaction before horizon_xid has ended; until then one may bring an older posting.
  horizon_id  bigint not null default 0,
  horizon_xid xid8 not null default '0',
  differences bigint not null default 0   -- of the audit: what did not add up since the last `reconcile` that found nothing
);
-- fill
-- What an earlier release has numbered; it looked at the 10,000 postings before its newest receipt again and again.
insert into ledger_marks (name, settled_id) select 'receipts', greatest(0, coalesce(max(posting_id), 0) - 10000) from receipts;
insert into ledger_marks (name) values ('audit');

-- What a gateway says that it took, where that is not what was asked for (payments with the reason `mismatch`): whoever ends the case sees it.
-- Cases from before this release have no row.

create table payment_mismatches (
  reference      text primary key references payments,
  taken_minor    bigint,          -- null: the gateway names no amount
  taken_currency text not null,   -- ISO 4217, not always one of ours
  noted_at       timestamptz not null
);

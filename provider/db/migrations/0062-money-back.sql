-- Money that goes back the way it came, price history for receipts, and settings of the automatic top-up.

-- Entries between accounts other than a wallet; they sum to zero, or the trigger of 0030 refuses them.
create function post_between(
  p_accounts text[], p_amounts bigint[], p_currency text, p_key text, p_kind text, p_description text, p_now timestamptz
) returns void language plpgsql as $$
declare
  v_posting bigint;
begin
  insert into postings (key, kind, currency, booking_id, description, created_at)
    values (p_key, p_kind, p_currency, null, p_description, p_now) returning posting_id into v_posting;
  insert into entries (posting_id, account, wallet_id, amount_minor, balance_after)
    select v_posting, a.account, null, a.amount, null from unnest(p_accounts, p_amounts) as a (account, amount);
end $$;

-- requested -> paying -> paid, or refused where no gateway took it back; requested -> cancelled by the driver.
-- From the request on the money is in account 'held'.
create table withdrawals (
  withdrawal_id uuid primary key,
  user_id       uuid not null references users,
  wallet_id     uuid not null references wallets,
  currency      text not null,
  amount_minor  bigint not null check (amount_minor > 0),
  paid_minor    bigint not null default 0 check (paid_minor between 0 and amount_minor),
  state         text not null check (state in ('requested', 'paying', 'paid', 'refused', 'cancelled')),
  note          text,
  created_at    timestamptz not null,
  settled_at    timestamptz
);
create index withdrawals_by_user on withdrawals (user_id, created_at desc, withdrawal_id);
create index withdrawals_open on withdrawals (created_at) where state in ('requested', 'paying');

-- The payments that a withdrawal gives back. `sent` without an end is never sent again by itself: a person has to look.
create table payment_refunds (
  withdrawal_id uuid not null references withdrawals,
  reference     text not null references payments,
  amount_minor  bigint not null check (amount_minor > 0),
  state         text not null check (state in ('planned', 'sent', 'done', 'failed')),
  primary key (withdrawal_id, reference)
);
create index payment_refunds_by_reference on payment_refunds (reference);

-- Prices that a booking had before its last change, so that an old receipt keeps its lines.
create table booking_prices (
  booking_id uuid not null references bookings,
  version    integer not null,
  lines      jsonb not null,
  start_time timestamptz not null,
  end_time   timestamptz not null,
  primary key (booking_id, version)
);
create function keep_booking_price() returns trigger language plpgsql as $$
begin
  insert into booking_prices (booking_id, version, lines, start_time, end_time)
    values (old.booking_id, old.version, old.lines, old.start_time, old.end_time);
  return null;
end $$;
create trigger bookings_keep_price after update on bookings for each row
  when (old.lines is distinct from new.lines or old.start_time <> new.start_time or old.end_time <> new.end_time)
  execute function keep_booking_price();

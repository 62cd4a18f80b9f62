-- Double-entry ledger, append only. Amounts are integers in minor units; in an entry, positive is money to the account's holder.
-- Accounts: 'wallet' (with wallet_id), 'park:<id>' payable, 'held', 'gateway:<name>', 'fees', 'tax', 'promo'.
-- Only a wallet's row (and a park's, for its spaces) is ever locked; every other balance is a sum of entries.

create table wallets (
  wallet_id     uuid primary key,
  user_id       uuid not null references users,
  currency      text not null check (currency in ('NGN', 'XOF', 'USD', 'CAD')),
  balance_minor bigint not null default 0 check (balance_minor >= 0),   -- sum of the entries of account 'wallet'
  created_at    timestamptz not null,
  unique (user_id, currency)
);

create table postings (
  posting_id  bigint generated always as identity primary key,
  key         text not null unique,                                     -- what happened, once: 'booking:<id>', 'top_up:<reference>'
  kind        text not null check (kind in
                ('booking', 'extension', 'refund', 'top_up', 'welcome_credit', 'promo', 'withdrawal', 'adjustment')),
  currency    text not null,
  booking_id  uuid,
  description text,
  created_at  timestamptz not null
);
create index postings_booking_id on postings (booking_id) where booking_id is not null;

create table entries (
  entry_id      bigint generated always as identity primary key,
  posting_id    bigint not null references postings,
  account       text not null,
  wallet_id     uuid references wallets,
  amount_minor  bigint not null check (amount_minor <> 0),
  balance_after bigint check (balance_after >= 0),
  check ((account = 'wallet') = (wallet_id is not null and balance_after is not null))
);
create index entries_posting_id on entries (posting_id);
create index entries_wallet_id on entries (wallet_id, entry_id desc) where wallet_id is not null;

-- Gap-free receipt numbers by country, assigned after the commit by one job; a booking never waits for the counter.
create table receipt_counters (
  country_code text primary key,
  last_number  bigint not null default 0
);
create table receipts (
  posting_id   bigint primary key references postings,
  country_code text not null,
  number       bigint not null check (number > 0),
  created_at   timestamptz not null,
  unique (country_code, number)
);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append only';
end $$;
create trigger postings_append_only before update or delete on postings for each row execute function refuse_ledger_change();
create trigger entries_append_only before update or delete on entries for each row execute function refuse_ledger_change();

-- All entries of a posting come in one statement, and sum to zero.
create function check_posting_balance() returns trigger language plpgsql as $$
begin
  if exists (select 1 from added group by posting_id having sum(amount_minor) <> 0) then
    raise exception 'a posting does not sum to zero';
  end if;
  if exists (select 1 from added a join entries e using (posting_id) group by a.posting_id
             having count(distinct e.entry_id) <> count(distinct a.entry_id)) then
    raise exception 'a posting is written in one statement';
  end if;
  return null;
end $$;
create trigger entries_sum_to_zero after insert on entries
  referencing new table as added for each statement execute function check_posting_balance();

-- Moves p_amount_minor into the wallet (negative: out of it) against the other accounts, which sum to its opposite.
-- Locks the wallet's row; the check on balance_minor refuses a negative balance. Returns the balance after.
create function post_to_wallet(
  p_wallet_id uuid, p_amount_minor bigint, p_accounts text[], p_amounts bigint[],
  p_key text, p_kind text, p_booking_id uuid, p_description text, p_now timestamptz
) returns bigint language plpgsql as $$
declare
  v_balance  bigint;
  v_currency text;
  v_posting  bigint;
begin
  update wallets set balance_minor = balance_minor + p_amount_minor where wallet_id = p_wallet_id
    returning balance_minor, currency into strict v_balance, v_currency;
  insert into postings (key, kind, currency, booking_id, description, created_at)
    values (p_key, p_kind, v_currency, p_booking_id, p_description, p_now) returning posting_id into v_posting;
  insert into entries (posting_id, account, wallet_id, amount_minor, balance_after)
    select v_posting, 'wallet', p_wallet_id, p_amount_minor, v_balance
    union all
    select v_posting, a.account, null, a.amount, null
      from unnest(p_accounts, p_amounts) as a (account, amount) where a.amount <> 0;
  return v_balance;
end $$;

-- The user's wallet in a currency, opened at the first call; p_welcome_minor > 0 (sandbox only) is credited once.
create function open_wallet(p_user_id uuid, p_currency text, p_new_id uuid, p_welcome_minor bigint, p_now timestamptz)
returns table (wallet_id uuid, balance_minor bigint) language plpgsql as $$
#variable_conflict use_column
declare
  v_opened uuid;
begin
  insert into wallets (wallet_id, user_id, currency, created_at) values (p_new_id, p_user_id, p_currency, p_now)
    on conflict (user_id, currency) do nothing returning wallets.wallet_id into v_opened;
  if v_opened is not null and p_welcome_minor > 0 then
    perform post_to_wallet(v_opened, p_welcome_minor, array['promo'], array[-p_welcome_minor],
      'welcome:' || p_user_id || ':' || p_currency, 'welcome_credit', null, 'Welcome credit (sandbox)', p_now);
  end if;
  return query select w.wallet_id, w.balance_minor from wallets w where w.user_id = p_user_id and w.currency = p_currency;
end $$;

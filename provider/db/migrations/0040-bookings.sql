-- Bookings, and the writes that move spaces and money together: each is one function, one round trip.
-- Locks are always taken in the order booking, park, wallet, so that two writes never wait for each other in a circle.

create table bookings (
  booking_id      uuid primary key,
  booking_code    text not null unique,                 -- 8 characters, no hyphen
  user_id         uuid not null references users,
  park_id         integer not null references parks,
  vehicle_type_id integer not null check (vehicle_type_id between 1 and 4),
  plate           text not null,                        -- normalised
  start_time      timestamptz not null,
  end_time        timestamptz not null,
  status          text not null check (status in ('active', 'cancelled')),
  currency        text not null,
  total_minor     bigint not null check (total_minor >= 0),
  lines           jsonb not null,                       -- as on the wire
  tariff_version  text not null,
  refund_rules    jsonb not null,                       -- the park's policy when booked
  cancelled_at    timestamptz,
  cancel_reason   text,
  refund_minor    bigint,
  hold_until      timestamptz,
  pass_text       text,
  pass_sequence   integer not null default 1 check (pass_sequence between 1 and 255),
  pass_kid        integer,
  checked_in_at   timestamptz,
  checked_out_at  timestamptz,
  version         integer not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  check (end_time > start_time),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  check (refund_minor is null or refund_minor between 0 and total_minor)
);
create index bookings_by_user on bookings (user_id, start_time desc, booking_id);
create index bookings_active_by_park on bookings (park_id, end_time) where status = 'active';

-- Spaces taken at the fullest moment of the span [p_from, p_to), not counting booking p_except. Ends are exclusive.
create function peak_occupancy(p_park_id integer, p_from timestamptz, p_to timestamptz, p_now timestamptz, p_except uuid)
returns integer language sql stable as $$
  with taken as (
    select greatest(b.start_time, p_from) as from_at, b.end_time as to_at
      from bookings b
     where b.park_id = p_park_id and b.status = 'active' and b.end_time > p_from and b.start_time < p_to
       and (b.hold_until is null or b.hold_until > p_now) and b.booking_id is distinct from p_except
  ), steps as (
    select from_at as at, 1 as change from taken union all select to_at, -1 from taken
  )
  select coalesce(max(level), 0)::integer
    from (select sum(change) over (order by at, change rows unbounded preceding) as level from steps) as levels
$$;

-- Claims a space under the park's row lock. Returns null, or why not: 'park_not_found', 'park_closed', 'park_full'.
create function claim_space(p_park_id integer, p_from timestamptz, p_to timestamptz, p_now timestamptz, p_except uuid)
returns text language plpgsql as $$
declare
  v_capacity integer;
begin
  select capacity into v_capacity from parks where id = p_park_id for no key update;
  if not found then return 'park_not_found'; end if;
  if v_capacity is null then return 'park_closed'; end if;
  if peak_occupancy(p_park_id, p_from, p_to, p_now, p_except) >= v_capacity then return 'park_full'; end if;
  return null;
end $$;

-- Pays p_total_minor from the wallet to park, fees and tax. Returns null, 'wallet_missing', or 'wallet_too_low'.
create function pay_for_booking(
  p_user_id uuid, p_currency text, p_total_minor bigint, p_park_id integer, p_fees_minor bigint, p_tax_minor bigint,
  p_key text, p_kind text, p_booking_id uuid, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_wallet  uuid;
  v_balance bigint;
begin
  if p_total_minor = 0 then return null; end if;
  select wallet_id, balance_minor into v_wallet, v_balance
    from wallets where user_id = p_user_id and currency = p_currency for no key update;
  if not found then return 'wallet_missing'; end if;
  if v_balance < p_total_minor then return 'wallet_too_low'; end if;
  perform post_to_wallet(v_wallet, -p_total_minor,
    array['park:' || p_park_id, 'fees', 'tax'],
    array[p_total_minor - p_fees_minor - p_tax_minor, p_fees_minor, p_tax_minor],
    p_key, p_kind, p_booking_id, null, p_now);
  return null;
end $$;

-- The whole of POST /bookings in one round trip: idempotency, space, money, booking, stored answer. p_booking carries the
-- columns by name. Outcomes: booked, replay, reused, in_progress, code_taken, park_not_found, park_closed, park_full,
-- wallet_missing, wallet_too_low. Every outcome but `booked` leaves nothing behind.
create function book_parking(
  p_scope text, p_key text, p_fingerprint text, p_answer text, p_booking jsonb, p_fees_minor bigint, p_tax_minor bigint
) returns table (outcome text, status integer, body text) language plpgsql as $$
declare
  v_begun   record;
  v_row     bookings%rowtype;
  v_refused text;
begin
  select * into v_begun from idempotency_begin(p_scope, p_key, p_fingerprint);
  if v_begun.state <> 'new' then
    return query select v_begun.state::text, v_begun.status::integer, v_begun.body::text;
    return;
  end if;
  v_row := jsonb_populate_record(null::bookings, p_booking);
  v_refused := claim_space(v_row.park_id, v_row.start_time, v_row.end_time, v_row.created_at, null);
  if v_refused is null and exists (select 1 from bookings b where b.booking_code = v_row.booking_code) then
    v_refused := 'code_taken';
  end if;
  if v_refused is null then
    v_refused := pay_for_booking(v_row.user_id, v_row.currency, v_row.total_minor, v_row.park_id, p_fees_minor, p_tax_minor,
      'booking:' || v_row.booking_id, 'booking', v_row.booking_id, v_row.created_at);
  end if;
  if v_refused is not null then
    return query select v_refused, null::integer, null::text;
    return;
  end if;
  insert into bookings select v_row.*;
  insert into idempotency_keys (scope, key, fingerprint, status, body) values (p_scope, p_key, p_fingerprint, 201, p_answer);
  return query select 'booked', 201, p_answer;
end $$;

-- Gives p_refund_minor of a booking back: what its accounts hold of it is reversed in proportion, largest remainders first,
-- so that a full refund mirrors every line. The caller holds the booking's row lock.
create function refund_booking(p_booking_id uuid, p_refund_minor bigint, p_key text, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_wallet   uuid;
  v_paid     bigint;
  v_accounts text[];
  v_amounts  bigint[];
begin
  if p_refund_minor = 0 then return; end if;
  select e.wallet_id, -sum(e.amount_minor) into strict v_wallet, v_paid
    from postings p join entries e using (posting_id)
   where p.booking_id = p_booking_id and e.account = 'wallet' group by e.wallet_id;
  if p_refund_minor > v_paid then raise exception 'refund above what was paid'; end if;
  with held as (
    select e.account, sum(e.amount_minor) as amount
      from postings p join entries e using (posting_id)
     where p.booking_id = p_booking_id and e.account <> 'wallet' group by e.account having sum(e.amount_minor) <> 0
  ), parts as (
    select account, floor(amount::numeric * p_refund_minor / v_paid) as part,
           amount::numeric * p_refund_minor / v_paid - floor(amount::numeric * p_refund_minor / v_paid) as remainder
      from held
  ), shares as (
    select account,
           part + case when row_number() over (order by remainder desc, account) <= p_refund_minor - sum(part) over () then 1 else 0 end as share
      from parts
  )
  select array_agg(account), array_agg(-share::bigint) into v_accounts, v_amounts from shares where share <> 0;
  perform post_to_wallet(v_wallet, p_refund_minor, v_accounts, v_amounts, p_key, 'refund', p_booking_id, null, p_now);
end $$;

-- Adds p_extra_minor and moves the end. The caller holds the booking's row lock and has computed price, lines and pass.
create function extend_booking(
  p_booking_id uuid, p_new_end timestamptz, p_extra_minor bigint, p_fees_minor bigint, p_tax_minor bigint,
  p_lines jsonb, p_tariff_version text, p_pass_text text, p_pass_kid integer, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_row     bookings%rowtype;
  v_refused text;
begin
  select * into strict v_row from bookings where booking_id = p_booking_id for update;
  v_refused := claim_space(v_row.park_id, v_row.end_time, p_new_end, p_now, p_booking_id);
  if v_refused is null then
    v_refused := pay_for_booking(v_row.user_id, v_row.currency, p_extra_minor, v_row.park_id, p_fees_minor, p_tax_minor,
      'extension:' || p_booking_id || ':' || v_row.version, 'extension', p_booking_id, p_now);
  end if;
  if v_refused is not null then return v_refused; end if;
  update bookings set end_time = p_new_end, total_minor = total_minor + p_extra_minor, lines = p_lines,
         tariff_version = p_tariff_version, pass_text = p_pass_text, pass_kid = p_pass_kid, pass_sequence = pass_sequence + 1,
         version = version + 1, updated_at = p_now
   where booking_id = p_booking_id;
  return null;
end $$;

-- Cancels with a refund that the caller computed under the booking's row lock.
create function cancel_booking(p_booking_id uuid, p_refund_minor bigint, p_reason text, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_version integer;
begin
  select version into strict v_version from bookings where booking_id = p_booking_id for update;
  perform refund_booking(p_booking_id, p_refund_minor, 'refund:' || p_booking_id || ':' || v_version, p_now);
  update bookings set status = 'cancelled', cancelled_at = p_now, cancel_reason = p_reason, refund_minor = p_refund_minor,
         pass_text = null, pass_kid = null, version = version + 1, updated_at = p_now
   where booking_id = p_booking_id;
end $$;

-- Books a cancelled booking anew from p_start at p_total_minor. The caller holds the booking's row lock.
create function renew_booking(
  p_booking_id uuid, p_start timestamptz, p_total_minor bigint, p_fees_minor bigint, p_tax_minor bigint,
  p_lines jsonb, p_tariff_version text, p_pass_text text, p_pass_kid integer, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_row     bookings%rowtype;
  v_refused text;
begin
  select * into strict v_row from bookings where booking_id = p_booking_id for update;
  v_refused := claim_space(v_row.park_id, p_start, v_row.end_time, p_now, p_booking_id);
  if v_refused is null then
    v_refused := pay_for_booking(v_row.user_id, v_row.currency, p_total_minor, v_row.park_id, p_fees_minor, p_tax_minor,
      'renewal:' || p_booking_id || ':' || v_row.version, 'booking', p_booking_id, p_now);
  end if;
  if v_refused is not null then return v_refused; end if;
  update bookings set status = 'active', start_time = p_start, total_minor = p_total_minor, lines = p_lines,
         tariff_version = p_tariff_version, cancelled_at = null, cancel_reason = null, refund_minor = null,
         pass_text = p_pass_text, pass_kid = p_pass_kid, pass_sequence = pass_sequence + 1,
         version = version + 1, updated_at = p_now
   where booking_id = p_booking_id;
  return null;
end $$;

-- Numbers charges that have no receipt yet, by country, in order of posting; returns how many. p_everything looks at the whole
-- ledger (at start), else at the newest part only: a transaction commits long before 10,000 others do.
create function assign_receipts(p_limit integer, p_everything boolean, p_now timestamptz) returns integer language plpgsql as $$
declare
  v_charge record;
  v_number bigint;
  v_count  integer := 0;
  v_from   bigint := 0;
begin
  if not p_everything then
    select coalesce(max(posting_id), 0) - 10000 into v_from from receipts;
  end if;
  for v_charge in
    select p.posting_id, k.country_code
      from postings p join bookings b using (booking_id) join parks k on k.id = b.park_id
     where p.posting_id > v_from and p.kind in ('booking', 'extension')
       and not exists (select 1 from receipts r where r.posting_id = p.posting_id)
     order by p.posting_id limit p_limit
  loop
    -- The counter's row lock makes a second job wait here, and then find the receipt taken.
    insert into receipt_counters (country_code) values (v_charge.country_code) on conflict do nothing;
    perform 1 from receipt_counters c where c.country_code = v_charge.country_code for update;
    if not exists (select 1 from receipts r where r.posting_id = v_charge.posting_id) then
      update receipt_counters c set last_number = last_number + 1 where c.country_code = v_charge.country_code
        returning last_number into v_number;
      insert into receipts (posting_id, country_code, number, created_at)
        values (v_charge.posting_id, v_charge.country_code, v_number, p_now);
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end $$;

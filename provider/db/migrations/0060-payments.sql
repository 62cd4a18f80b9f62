-- Payments through gateways, and bookings that wait for one. States and what may follow what: src/domain/payment.ts.
-- Locks are taken in the order payment, booking, park, wallet.

create table payments (
  reference         text primary key,                     -- ours; the gateway gets it as its reference
  user_id           uuid not null references users,
  purpose           text not null check (purpose in ('top_up', 'booking')),
  booking_id        uuid references bookings,
  gateway           text,                                 -- null until one was chosen; never another after it was asked
  kind              text,
  gateway_reference text,                                 -- theirs
  amount_minor      bigint not null check (amount_minor > 0),
  currency          text not null,
  state             text not null check (state in
                      ('created', 'sent', 'pending', 'succeeded', 'failed', 'expired', 'succeeded_late', 'refunded')),
  reason            text,
  outcome           text check (outcome in ('credited', 'booked')),
  start             jsonb,                                -- what the driver needs to pay: a link, or a client secret
  refunded_minor    bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  idempotency_key   text not null,
  fingerprint       text not null,
  lease_until       timestamptz,                          -- one start or one verification at a time
  next_check_at     timestamptz,                          -- when the job asks the gateway again; null: never
  checks            integer not null default 0,
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  settled_at        timestamptz,
  updated_at        timestamptz not null,
  check ((purpose = 'booking') = (booking_id is not null))
);
create index payments_by_user on payments (user_id, created_at desc, reference);
create index payments_due on payments (next_check_at) where next_check_at is not null;
create index payments_by_booking on payments (booking_id) where booking_id is not null;
-- A request that was refused by every gateway may be asked again under its key.
create unique index payments_by_key on payments (user_id, idempotency_key) where state <> 'failed';

-- Every webhook once, whatever the gateway repeats.
create table webhook_events (
  gateway     text not null,
  event_id    text not null,
  type        text not null,
  reference   text,
  received_at timestamptz not null,
  primary key (gateway, event_id)
);

-- The sandbox gateway's own books: what a real gateway keeps on its side.
create table sandbox_charges (
  reference      text primary key,
  kind           text not null,
  amount_minor   bigint not null,
  currency       text not null,
  return_url     text not null,
  status         text not null check (status in ('open', 'abandoned', 'paid', 'failed')),
  paid_at        timestamptz,                             -- a delayed payment counts from then on
  refunded_minor bigint not null default 0,
  created_at     timestamptz not null
);

-- Keeps a space for a booking that is paid at a gateway. Returns null, or why not.
create function hold_parking(p_booking jsonb, p_now timestamptz) returns text language plpgsql as $$
declare
  v_row     bookings%rowtype;
  v_refused text;
begin
  v_row := jsonb_populate_record(null::bookings, p_booking);
  v_refused := claim_space(v_row.park_id, v_row.start_time, v_row.end_time, p_now, null);
  if v_refused is not null then return v_refused; end if;
  if exists (select 1 from bookings b where b.booking_code = v_row.booking_code) then return 'code_taken'; end if;
  insert into bookings select v_row.*;
  return null;
end $$;

-- Gives a held space up. `refund_minor` stays null: nothing was ever paid. True when there was a hold.
create function release_hold(p_booking_id uuid, p_reason text, p_now timestamptz) returns boolean language plpgsql as $$
begin
  update bookings set status = 'cancelled', cancelled_at = p_now, cancel_reason = p_reason, hold_until = null,
         version = version + 1, updated_at = p_now
   where booking_id = p_booking_id and status = 'active' and hold_until is not null;
  return found;
end $$;

create function expire_holds(p_now timestamptz) returns integer language plpgsql as $$
declare
  v_count integer;
begin
  update bookings set status = 'cancelled', cancelled_at = p_now, cancel_reason = 'hold_expired', hold_until = null,
         version = version + 1, updated_at = p_now
   where status = 'active' and hold_until <= p_now;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
create index bookings_held on bookings (hold_until) where hold_until is not null;

-- The money of a held booking has come: is its space still there? Locks booking and park.
-- 'held': it is; 'rebooked': the hold was over, and a space was free; 'no_space'; 'closed': given up, paid otherwise, or over.
create function claim_held_booking(p_booking_id uuid, p_now timestamptz) returns text language plpgsql as $$
declare
  v_row bookings%rowtype;
begin
  select * into strict v_row from bookings where booking_id = p_booking_id for update;
  if v_row.status = 'active' and v_row.hold_until is null then return 'closed'; end if;
  if v_row.status = 'cancelled' and v_row.cancel_reason not in ('hold_expired', 'payment_failed') then return 'closed'; end if;
  if v_row.status = 'cancelled' and v_row.refund_minor is not null then return 'closed'; end if;
  if v_row.end_time <= p_now then return 'closed'; end if;
  if v_row.status = 'active' and v_row.hold_until > p_now then return 'held'; end if;
  if claim_space(v_row.park_id, v_row.start_time, v_row.end_time, p_now, p_booking_id) is not null then return 'no_space'; end if;
  return 'rebooked';
end $$;

-- Pays a booking that claim_held_booking gave, in the same transaction, from the wallet that was just credited.
create function confirm_held_booking(p_booking_id uuid, p_fees_minor bigint, p_tax_minor bigint, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_row     bookings%rowtype;
  v_refused text;
begin
  select * into strict v_row from bookings where booking_id = p_booking_id for update;
  v_refused := pay_for_booking(v_row.user_id, v_row.currency, v_row.total_minor, v_row.park_id, p_fees_minor, p_tax_minor,
    'booking:' || p_booking_id, 'booking', p_booking_id, p_now);
  if v_refused is not null then raise exception 'a paid booking was refused: %', v_refused; end if;
  update bookings set status = 'active', hold_until = null, cancelled_at = null, cancel_reason = null, refund_minor = null,
         version = version + 1, updated_at = p_now
   where booking_id = p_booking_id;
end $$;

-- As before, and a booking whose hold ended unpaid has cost nothing so far.
create or replace function renew_booking(
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
         retained_minor = retained_minor + case when refund_minor is null then 0 else total_minor - refund_minor end,
         tariff_version = p_tariff_version, cancelled_at = null, cancel_reason = null, refund_minor = null,
         pass_text = p_pass_text, pass_kid = p_pass_kid, pass_sequence = pass_sequence + 1,
         version = version + 1, updated_at = p_now
   where booking_id = p_booking_id;
  return null;
end $$;

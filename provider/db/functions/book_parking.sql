-- The whole of POST /bookings in one round trip: idempotency, space, money, booking, stored answer. p_booking carries the columns by
-- name. Outcomes: booked, replay, reused, in_progress, withdrawn, code_taken, park_not_found, park_closed, park_full, event_sold_out,
-- event_cancelled, event_moved, wallet_missing, wallet_too_low, too_many_cancellations, stays_changed (the price was made beside other
-- stays than p_stays), those of pay_for_booking and of claim_openings, and those of refuse_coupon, where there is a coupon. Every outcome but `booked` leaves nothing behind. A full park is refused by claim_space, a sold-out event by
-- claim_booking_space. The provider's clock dates the key too: no statement of a request asks the database for the time.
create or replace function book_parking(
  p_scope text, p_key text, p_fingerprint text, p_answer text, p_booking jsonb, p_fees_minor bigint, p_tax_minor bigint,
  p_stays jsonb, p_coupon_country text, p_coupon_code text
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
  v_refused := case when book_again_at(v_row.user_id, v_row.created_at) is null
    then claim_booking_space(v_row, v_row.created_at, null) else 'too_many_cancellations' end;
  -- Under the park's lock: of two requests at once the second one sees the first.
  if v_refused is null and v_row.openings is null
     and p_stays <> stays_beside(v_row.park_id, v_row.user_id, v_row.plate, v_row.start_time, v_row.end_time, null) then
    v_refused := 'stays_changed';
  end if;
  if v_refused is null and exists (select 1 from bookings b where b.booking_code = v_row.booking_code) then
    v_refused := 'code_taken';
  end if;
  if v_refused is null then
    v_refused := case when p_coupon_code is not null
      then refuse_coupon(v_row.user_id, p_coupon_country, p_coupon_code, v_row.created_at) end;
  end if;
  if v_refused is null then
    v_refused := pay_for_booking(v_row, v_row.total_minor, p_fees_minor, p_tax_minor,
      'booking:' || v_row.booking_id, 'booking', v_row.created_at);
  end if;
  if v_refused is not null then
    return query select v_refused, null::integer, null::text;
    return;
  end if;
  insert into bookings select v_row.*;
  if p_coupon_code is not null then
    insert into coupon_uses (booking_id, country_code, code) values (v_row.booking_id, p_coupon_country, p_coupon_code);
    update coupons set used = used + 1 where country_code = p_coupon_country and code = p_coupon_code;
  end if;
  insert into idempotency_keys (scope, key, fingerprint, status, body, created_at)
    values (p_scope, p_key, p_fingerprint, 201, p_answer, v_row.created_at);
  return query select 'booked', 201, p_answer;
end $$;

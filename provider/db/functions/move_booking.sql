-- Cancels p_booking_id with the refund of a cancel and books p_booking (columns by name) in its place, as one step: nobody can take the
-- space in between, and only the difference must be in the wallet. Returns null, 'code_taken', or why not; a refusal leaves nothing behind.
-- The caller holds the booking's row lock and has computed both prices. Giving up a space needs no lock of its park, so there is one park
-- to lock. Whoever may not book may not move, and a move whose booking was given back in full is a free change of mind, as a cancel is.
create or replace function move_booking(
  p_booking_id uuid, p_refund_minor bigint, p_booking jsonb, p_fees_minor bigint, p_tax_minor bigint, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_old     bookings%rowtype;
  v_new     bookings%rowtype;
  v_refused text;
begin
  select * into strict v_old from bookings where booking_id = p_booking_id for update;
  v_new := jsonb_populate_record(null::bookings, p_booking);
  if v_new.user_id <> v_old.user_id or v_new.payer_id is distinct from v_old.payer_id or v_new.currency <> v_old.currency or v_new.moved_from is distinct from p_booking_id then
    raise exception 'a booking is not moved by this';
  end if;
  if book_again_at(v_old.user_id, p_now) is not null then return 'too_many_cancellations'; end if;
  v_refused := claim_space(v_new.park_id, v_new.start_time, v_new.end_time, p_now, p_booking_id);
  if v_refused is not null then return v_refused; end if;
  if exists (select 1 from bookings b where b.booking_code = v_new.booking_code) then return 'code_taken'; end if;
  -- Given back by the cancel below; its lock comes before the wallet's.
  perform 1 from coupons c join coupon_uses u on u.country_code = c.country_code and u.code = c.code
    where u.booking_id = p_booking_id for update of c;
  -- Before the wallet, as in pay_for_booking.
  perform 1 from company_members where company_id = v_old.payer_id and user_id = v_old.user_id and removed_at is null for no key update;
  -- What the cancel gives back pays, and counts against a company's limits; a refusal takes it back.
  begin
    perform cancel_booking(p_booking_id, p_refund_minor, 'moved', p_now);
    -- A space that was kept for an event is its event's again, and none for ordinary parking.
    if v_old.event_id is not null then
      v_refused := claim_space(v_new.park_id, v_new.start_time, v_new.end_time, p_now, null);
    end if;
    if v_refused is null then
      v_refused := pay_for_booking(v_new, v_new.total_minor, p_fees_minor, p_tax_minor,
        'booking:' || v_new.booking_id, 'booking', p_now);
    end if;
    if v_refused is not null then raise exception using errcode = 'BW001', message = v_refused; end if;
  exception when sqlstate 'BW001' then
    return v_refused;
  end;
  insert into bookings select v_new.*;
  return null;
end $$;

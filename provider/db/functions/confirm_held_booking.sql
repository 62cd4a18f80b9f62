-- Pays a booking that claim_held_booking gave, in the same transaction, from the wallet that was just credited.
create or replace function confirm_held_booking(p_booking_id uuid, p_fees_minor bigint, p_tax_minor bigint, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_row     bookings%rowtype;
  v_refused text;
begin
  select * into strict v_row from bookings where booking_id = p_booking_id for update;
  v_refused := pay_for_booking(v_row, v_row.total_minor, p_fees_minor, p_tax_minor, 'booking:' || p_booking_id, 'booking', p_now);
  if v_refused is not null then raise exception 'a paid booking was refused: %', v_refused; end if;
  update bookings set status = 'active', hold_until = null, cancelled_at = null, cancel_reason = null, refund_minor = null,
         version = version + 1, updated_at = p_now
   where booking_id = p_booking_id;
  -- Its event was postponed while its driver paid.
  insert into booking_mails (booking_id, kind, event, next_at, created_at)
  select booking_id, 'change', 'postponed:' || version, p_now, p_now from bookings
   where booking_id = p_booking_id and event_choice = 'open';
end $$;

-- Gives a held space up. `refund_minor` stays null: nothing was ever paid. True when there was a hold.
create or replace function release_hold(p_booking_id uuid, p_reason text, p_now timestamptz) returns boolean language plpgsql as $$
begin
  update bookings set status = 'cancelled', cancelled_at = p_now, cancel_reason = p_reason, hold_until = null,
         version = version + 1, updated_at = p_now
   where booking_id = p_booking_id and status = 'active' and hold_until is not null;
  return found;
end $$;

-- Cancels with a refund that the caller computed under the booking's row lock. A booking whose hold still runs is cancelled too: nothing was paid, so `refund_minor` stays null, as when a hold runs out.
create or replace function cancel_booking(p_booking_id uuid, p_refund_minor bigint, p_reason text, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_version integer;
begin
  select version into strict v_version from bookings where booking_id = p_booking_id for update;
  perform refund_booking(p_booking_id, p_refund_minor, 'refund:' || p_booking_id || ':' || v_version, p_now);
  update bookings set status = 'cancelled', cancelled_at = p_now, cancel_reason = p_reason,
         refund_minor = case when hold_until is null then p_refund_minor end, hold_until = null,
         pass_text = null, pass_kid = null, version = version + 1, updated_at = p_now
   where booking_id = p_booking_id;
end $$;

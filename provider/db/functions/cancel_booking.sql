-- Cancels with a refund that the caller computed under the booking's row lock. A booking whose hold still runs is cancelled too:
-- nothing was paid, so `refund_minor` stays null, as when a hold runs out. What gave a driver everything back is counted for a day.
-- A stay after the end that was paid for is not given back: its money stays in `retained_minor`, and it covers no time any more.
create or replace function cancel_booking(p_booking_id uuid, p_refund_minor bigint, p_reason text, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_row bookings%rowtype;
begin
  select * into strict v_row from bookings where booking_id = p_booking_id for update;
  perform give_coupon_back(p_booking_id, p_refund_minor, p_reason, p_now);
  perform refund_booking(p_booking_id, p_refund_minor, 'refund:' || p_booking_id || ':' || v_row.version, p_now);
  update bookings set status = 'cancelled', cancelled_at = p_now, cancel_reason = p_reason,
         refund_minor = case when hold_until is null then p_refund_minor end, hold_until = null,
         overstay_minor = 0, overstay_until = null, overstay_lines = null,
         pass_text = null, pass_kid = null, version = version + 1, updated_at = p_now
   where booking_id = p_booking_id;
  if p_reason in ('driver', 'moved', 'no_space') and v_row.hold_until is null and p_refund_minor = v_row.total_minor then
    delete from free_cancellations where user_id = v_row.user_id and cancelled_at <= p_now - interval '24 hours';
    insert into free_cancellations (user_id, cancelled_at) values (v_row.user_id, p_now);
  end if;
end $$;

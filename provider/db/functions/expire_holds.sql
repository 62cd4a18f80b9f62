create or replace function expire_holds(p_now timestamptz) returns integer language plpgsql as $$
declare
  v_count integer;
begin
  update bookings set status = 'cancelled', cancelled_at = p_now, cancel_reason = 'hold_expired', hold_until = null,
         version = version + 1, updated_at = p_now
   where status = 'active' and hold_until <= p_now;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

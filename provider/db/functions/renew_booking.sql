-- Books a cancelled booking anew from p_start at p_total_minor, with the refunds of p_refund_rules (null: those that it has). The caller holds the booking's row lock. A booking whose hold ended
-- unpaid has cost nothing so far. What was used of a stay before it was cancelled is kept: it is part of the same visit. Who books a
-- postponed event again has chosen its new date.
create or replace function renew_booking(
  p_booking_id uuid, p_start timestamptz, p_total_minor bigint, p_fees_minor bigint, p_tax_minor bigint,
  p_lines jsonb, p_tariff_version text, p_pass_text text, p_pass_kid integer, p_previous_stay jsonb,
  p_now timestamptz, p_plan jsonb, p_refund_rules jsonb default null
) returns text language plpgsql as $$
declare
  v_row     bookings%rowtype;
  v_refused text;
begin
  select * into strict v_row from bookings where booking_id = p_booking_id for update;
  if book_again_at(v_row.user_id, p_now) is not null then return 'too_many_cancellations'; end if;
  v_row.start_time := p_start;
  v_refused := claim_booking_space(v_row, p_now, p_booking_id);
  if v_refused is null then
    v_refused := pay_for_booking(v_row, p_total_minor, p_fees_minor, p_tax_minor,
      'renewal:' || p_booking_id || ':' || v_row.version, 'booking', p_now);
  end if;
  if v_refused is not null then return v_refused; end if;
  update coupon_uses set final = true where booking_id = p_booking_id;
  update bookings set status = 'active', start_time = p_start, total_minor = p_total_minor, lines = p_lines,
         retained_minor = retained_minor + case when refund_minor is null then 0 else total_minor - refund_minor end,
         tariff_version = p_tariff_version, cancelled_at = null, cancel_reason = null, refund_minor = null,
         pass_text = p_pass_text, pass_kid = p_pass_kid, pass_sequence = pass_sequence + 1,
         previous_stay = p_previous_stay, plan = p_plan, event_choice = null, refund_rules = coalesce(p_refund_rules, refund_rules),
         earlier_periods = case when refund_minor is null or cancelled_at <= start_time then earlier_periods
           else earlier_periods || jsonb_build_object('from', (extract(epoch from start_time) * 1000)::bigint,
                                                      'to', (extract(epoch from cancelled_at) * 1000)::bigint) end,
         version = version + 1, updated_at = p_now
   where booking_id = p_booking_id;
  return null;
end $$;

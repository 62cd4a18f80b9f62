-- Adds p_extra_minor and moves the end. The caller holds the booking's row lock and has computed price, lines and pass.
create or replace function extend_booking(
  p_booking_id uuid, p_new_end timestamptz, p_extra_minor bigint, p_fees_minor bigint, p_tax_minor bigint,
  p_lines jsonb, p_tariff_version text, p_pass_text text, p_pass_kid integer, p_previous_stay jsonb,
  p_now timestamptz
) returns text language plpgsql as $$
declare
  v_row     bookings%rowtype;
  v_refused text;
begin
  select * into strict v_row from bookings where booking_id = p_booking_id for update;
  v_refused := claim_space(v_row.park_id, v_row.end_time, p_new_end, p_now, p_booking_id);
  if v_refused is null then
    v_refused := pay_for_booking(v_row, p_extra_minor, p_fees_minor, p_tax_minor,
      'extension:' || p_booking_id || ':' || v_row.version, 'extension', p_now);
  end if;
  if v_refused is not null then return v_refused; end if;
  update bookings set end_time = p_new_end, total_minor = total_minor + p_extra_minor, lines = p_lines,
         tariff_version = p_tariff_version, pass_text = p_pass_text, pass_kid = p_pass_kid, pass_sequence = pass_sequence + 1,
         previous_stay = p_previous_stay, version = version + 1, updated_at = p_now
   where booking_id = p_booking_id;
  return null;
end $$;

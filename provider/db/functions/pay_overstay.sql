-- Pays what is owed for the time after the end, up to p_until. The caller holds the booking's row lock. p_paid_minor is what was paid
-- before and what the price was made beside: whoever comes second with the same figure pays nothing. The posting's key is the second bar.
-- No space is claimed: the car stands there. p_is_private: the driver pays it, although a company pays for the booking.
create or replace function pay_overstay(
  p_booking_id uuid, p_paid_minor bigint, p_until timestamptz, p_due_minor bigint, p_fees_minor bigint, p_tax_minor bigint,
  p_lines jsonb, p_pass_text text, p_pass_kid integer, p_now timestamptz, p_is_private boolean default false
) returns text language plpgsql as $$
declare
  v_row     bookings%rowtype;
  v_refused text;
begin
  select * into strict v_row from bookings where booking_id = p_booking_id for update;
  if v_row.overstay_minor <> p_paid_minor or p_due_minor <= 0 then raise exception 'overstay was priced beside another payment'; end if;
  if v_row.checked_out_at is not null then raise exception 'overstay of a car that has left'; end if;
  if p_is_private then v_row.payer_id := null; end if;
  v_refused := pay_for_booking(v_row, p_due_minor, p_fees_minor, p_tax_minor,
    'overstay:' || p_booking_id || ':' || v_row.version, 'extension', p_now);
  if v_refused is not null then return v_refused; end if;
  update bookings set overstay_minor = overstay_minor + p_due_minor, overstay_until = p_until, overstay_lines = p_lines,
         retained_minor = retained_minor + p_due_minor, pass_text = p_pass_text, pass_kid = p_pass_kid,
         pass_sequence = pass_sequence + 1, version = version + 1, updated_at = p_now
   where booking_id = p_booking_id;
  return null;
end $$;

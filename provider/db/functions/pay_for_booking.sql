-- Pays p_total_minor for a booking to park, fees and tax: from the wallet of its company, where it has one that pays, else of its driver.
-- Returns null, 'wallet_missing', 'wallet_too_low', 'company_too_low', or why the company does not pay (refuse_company).
create or replace function pay_for_booking(
  p_booking bookings, p_total_minor bigint, p_fees_minor bigint, p_tax_minor bigint, p_key text, p_kind text, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_wallet  uuid;
  v_balance bigint;
  v_refused text;
begin
  if p_booking.payer_id is not null then
    v_refused := refuse_company(p_booking, p_total_minor, p_now);
    if v_refused is not null then return v_refused; end if;
  end if;
  if p_total_minor = 0 then return null; end if;
  select wallet_id, balance_minor into v_wallet, v_balance
    from wallets where user_id = coalesce(p_booking.payer_id, p_booking.user_id) and currency = p_booking.currency for no key update;
  if not found then return 'wallet_missing'; end if;
  if v_balance < p_total_minor then
    return case when p_booking.payer_id is null then 'wallet_too_low' else 'company_too_low' end;
  end if;
  perform post_to_wallet(v_wallet, -p_total_minor,
    array['park:' || p_booking.park_id, 'fees', 'tax'],
    array[p_total_minor - p_fees_minor - p_tax_minor, p_fees_minor, p_tax_minor],
    p_key, p_kind, p_booking.booking_id, null, p_now);
  return null;
end $$;

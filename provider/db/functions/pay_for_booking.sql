-- Pays p_total_minor from the wallet to park, fees and tax. Returns null, 'wallet_missing', or 'wallet_too_low'.
create or replace function pay_for_booking(
  p_user_id uuid, p_currency text, p_total_minor bigint, p_park_id integer, p_fees_minor bigint, p_tax_minor bigint,
  p_key text, p_kind text, p_booking_id uuid, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_wallet  uuid;
  v_balance bigint;
begin
  if p_total_minor = 0 then return null; end if;
  select wallet_id, balance_minor into v_wallet, v_balance
    from wallets where user_id = p_user_id and currency = p_currency for no key update;
  if not found then return 'wallet_missing'; end if;
  if v_balance < p_total_minor then return 'wallet_too_low'; end if;
  perform post_to_wallet(v_wallet, -p_total_minor,
    array['park:' || p_park_id, 'fees', 'tax'],
    array[p_total_minor - p_fees_minor - p_tax_minor, p_fees_minor, p_tax_minor],
    p_key, p_kind, p_booking_id, null, p_now);
  return null;
end $$;

-- The user's wallet in a currency, opened at the first call; p_welcome_minor > 0 (sandbox only) is credited once, to no guest: anybody can
-- be any number of those, and take their wallets along to an account.
create or replace function open_wallet(p_user_id uuid, p_currency text, p_new_id uuid, p_welcome_minor bigint, p_now timestamptz)
returns table (wallet_id uuid, balance_minor bigint) language plpgsql as $$
#variable_conflict use_column
declare
  v_opened uuid;
begin
  insert into wallets (wallet_id, user_id, currency, created_at) values (p_new_id, p_user_id, p_currency, p_now)
    on conflict (user_id, currency) do nothing returning wallets.wallet_id into v_opened;
  if v_opened is not null and p_welcome_minor > 0
    and not exists (select 1 from users u where u.user_id = p_user_id and u.guest is not null) then
    perform post_to_wallet(v_opened, p_welcome_minor, array['promo'], array[-p_welcome_minor],
      'welcome:' || p_user_id || ':' || p_currency, 'welcome_credit', null, 'Welcome credit (sandbox)', p_now);
  end if;
  return query select w.wallet_id, w.balance_minor from wallets w where w.user_id = p_user_id and w.currency = p_currency;
end $$;

-- Moves p_amount_minor into the wallet (negative: out of it) against the other accounts, which sum to its opposite.
-- Locks the wallet's row. Returns the balance after. The check on balance_minor refuses a balance below zero, but for money that went back
-- at the gateway: that lowers the floor to the balance it leaves, and what comes in afterwards raises it again up to zero.
create or replace function post_to_wallet(
  p_wallet_id uuid, p_amount_minor bigint, p_accounts text[], p_amounts bigint[],
  p_key text, p_kind text, p_booking_id uuid, p_description text, p_now timestamptz
) returns bigint language plpgsql as $$
declare
  v_balance  bigint;
  v_currency text;
  v_posting  bigint;
begin
  update wallets set balance_minor = balance_minor + p_amount_minor,
         floor_minor = case when p_amount_minor > 0 or p_kind in ('reversal', 'dispute')
                            then least(0, balance_minor + p_amount_minor) else floor_minor end
   where wallet_id = p_wallet_id
    returning balance_minor, currency into strict v_balance, v_currency;
  insert into postings (key, kind, currency, booking_id, description, created_at)
    values (p_key, p_kind, v_currency, p_booking_id, p_description, p_now) returning posting_id into v_posting;
  insert into entries (posting_id, account, wallet_id, amount_minor, balance_after)
    select v_posting, 'wallet', p_wallet_id, p_amount_minor, v_balance
    union all
    select v_posting, a.account, null, a.amount, null
      from unnest(p_accounts, p_amounts) as a (account, amount) where a.amount <> 0;
  return v_balance;
end $$;

-- Money that goes back the way it came, price history for receipts, and settings of the automatic top-up.

-- Entries between accounts other than a wallet; they sum to zero, or the trigger of 0030 refuses them.
create or replace function post_between(
  p_accounts text[], p_amounts bigint[], p_currency text, p_key text, p_kind text, p_description text, p_now timestamptz
) returns void language plpgsql as $$
declare
  v_posting bigint;
begin
  insert into postings (key, kind, currency, booking_id, description, created_at)
    values (p_key, p_kind, p_currency, null, p_description, p_now) returning posting_id into v_posting;
  insert into entries (posting_id, account, wallet_id, amount_minor, balance_after)
    select v_posting, a.account, null, a.amount, null from unnest(p_accounts, p_amounts) as a (account, amount);
end $$;

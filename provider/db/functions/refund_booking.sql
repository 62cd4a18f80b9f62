-- Gives p_refund_minor of a booking back: what its accounts hold of it is reversed in proportion, largest remainders first,
-- so that a full refund mirrors every line. It goes to the company that paid, else to the wallet of
-- who has the booking now: a guest who paid may have an account since.
-- The caller holds the booking's row lock.
create or replace function refund_booking(p_booking_id uuid, p_refund_minor bigint, p_key text, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_wallet   uuid;
  v_paid     bigint;
  v_accounts text[];
  v_amounts  bigint[];
begin
  if p_refund_minor = 0 then return; end if;
  select w.wallet_id into strict v_wallet
    from bookings b join wallets w on w.user_id = coalesce(b.payer_id, b.user_id) and w.currency = b.currency where b.booking_id = p_booking_id;
  select coalesce(-sum(e.amount_minor), 0) into v_paid
    from postings p join entries e using (posting_id)
   where p.booking_id = p_booking_id and e.account = 'wallet';
  if p_refund_minor > v_paid then raise exception 'refund above what was paid'; end if;
  with held as (
    select e.account, sum(e.amount_minor) as amount
      from postings p join entries e using (posting_id)
     where p.booking_id = p_booking_id and e.account <> 'wallet' group by e.account having sum(e.amount_minor) <> 0
  ), parts as (
    select account, floor(amount::numeric * p_refund_minor / v_paid) as part,
           amount::numeric * p_refund_minor / v_paid - floor(amount::numeric * p_refund_minor / v_paid) as remainder
      from held
  ), shares as (
    select account,
           part + case when row_number() over (order by remainder desc, account) <= p_refund_minor - sum(part) over () then 1 else 0 end as share
      from parts
  )
  select array_agg(account), array_agg(-share::bigint) into v_accounts, v_amounts from shares where share <> 0;
  perform post_to_wallet(v_wallet, p_refund_minor, v_accounts, v_amounts, p_key, 'refund', p_booking_id, null, p_now);
end $$;

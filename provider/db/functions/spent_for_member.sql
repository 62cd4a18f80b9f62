-- What a company has paid in the month of p_at for the bookings of one of its people. What came back of a booking counts against what was
-- paid for it in the same month alone: a refund of last month's booking leaves no more for this month.
create or replace function spent_for_member(p_company_id uuid, p_user_id uuid, p_at timestamptz) returns bigint language sql stable as $$
  select coalesce(sum(greatest(0, paid)), 0)::bigint from (
    select -sum(e.amount_minor) as paid
      from bookings b join postings p using (booking_id) join entries e using (posting_id)
     where b.payer_id = p_company_id and b.user_id = p_user_id and e.account = 'wallet'
       and p.created_at >= company_month(p_company_id, p_at)
     group by b.booking_id) as of_bookings
$$;

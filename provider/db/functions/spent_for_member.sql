-- What a company has paid in the month of p_at for the bookings of one of its people, with p_minor more for p_booking, or for the one whose
-- place that takes. A booking and what it was moved to count as one, so that a move costs the difference. What came back counts against what
-- was paid for the same in the same month alone: a refund of last month's booking leaves no more for this month.
create or replace function spent_for_member(p_company_id uuid, p_user_id uuid, p_at timestamptz, p_booking bookings default null, p_minor bigint default 0)
returns bigint language sql stable as $$
  with recursive moves as (
    select booking_id as first, booking_id from bookings
     where payer_id = p_company_id and user_id = p_user_id and moved_from is null
    union all
    select m.first, b.booking_id from moves m join bookings b on b.moved_from = m.booking_id
  ), paid as (
    select m.first, -e.amount_minor as minor
      from moves m join postings p using (booking_id) join entries e using (posting_id) join wallets w using (wallet_id)
     where w.user_id = p_company_id and p.created_at >= company_month(p_company_id, p_at)
    union all
    select coalesce((select m.first from moves m where m.booking_id = coalesce((p_booking).moved_from, (p_booking).booking_id)),
                    (p_booking).booking_id), p_minor
  )
  select coalesce(sum(greatest(0, minor)), 0)::bigint from (select sum(minor) as minor from paid group by first) as of_bookings
$$;

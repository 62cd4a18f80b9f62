-- Numbers charges that have no receipt yet, by country, in order of posting; returns how many. p_everything looks at the whole
-- ledger (at start), else at the newest part only: a transaction commits long before 10,000 others do.
create or replace function assign_receipts(p_limit integer, p_everything boolean, p_now timestamptz) returns integer language plpgsql as $$
declare
  v_charge record;
  v_number bigint;
  v_count  integer := 0;
  v_from   bigint := 0;
begin
  if not p_everything then
    select coalesce(max(posting_id), 0) - 10000 into v_from from receipts;
  end if;
  for v_charge in
    select p.posting_id, coalesce(k.country_code, o.country_code, d.country_code, s.country_code) as country_code
      from postings p left join bookings b using (booking_id) left join parks k on k.id = b.park_id
      left join orders o on p.kind = 'order' and o.order_code = p.description
      left join document_renewals d on p.kind = 'document' and d.code = p.description
      left join subscriptions s on p.kind = 'plan' and s.subscription_id::text = p.description
     where p.posting_id > v_from and p.kind in ('booking', 'extension', 'order', 'document', 'plan')
       and coalesce(k.country_code, o.country_code, d.country_code, s.country_code) is not null
       and not exists (select 1 from receipts r where r.posting_id = p.posting_id)
     order by p.posting_id limit p_limit
  loop
    -- The counter's row lock makes a second job wait here, and then find the receipt taken.
    insert into receipt_counters (country_code) values (v_charge.country_code) on conflict do nothing;
    perform 1 from receipt_counters c where c.country_code = v_charge.country_code for update;
    if not exists (select 1 from receipts r where r.posting_id = v_charge.posting_id) then
      update receipt_counters c set last_number = last_number + 1 where c.country_code = v_charge.country_code
        returning last_number into v_number;
      insert into receipts (posting_id, country_code, number, created_at)
        values (v_charge.posting_id, v_charge.country_code, v_number, p_now);
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end $$;

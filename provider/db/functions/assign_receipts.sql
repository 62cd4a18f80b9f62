-- Numbers charges that have no receipt yet, by country, in order of posting; returns how many. It reads on from where it has seen
-- everything: `ledger_marks`. p_everything is of earlier releases, which read the whole ledger at their start.
create or replace function assign_receipts(p_limit integer, p_everything boolean, p_now timestamptz) returns integer language plpgsql as $$
declare
  v_charge record;
  v_number bigint;
  v_count  integer := 0;
  v_mark   ledger_marks%rowtype;
  v_ended  boolean;
begin
  -- A second job waits here.
  select * into strict v_mark from ledger_marks where name = 'receipts' for update;
  -- Before the ledger is read: what had ended by then is in it. A horizon ahead of us is of the server that a backup was made of.
  v_ended := pg_snapshot_xmin(pg_current_snapshot()) >= v_mark.horizon_xid
          or pg_snapshot_xmax(pg_current_snapshot()) < v_mark.horizon_xid;
  for v_charge in
    select p.posting_id, coalesce(k.country_code, o.country_code, d.country_code, s.country_code) as country_code
      from postings p left join bookings b using (booking_id) left join parks k on k.id = b.park_id
      left join orders o on p.kind = 'order' and o.order_code = p.description
      left join document_renewals d on p.kind = 'document' and d.code = p.description
      left join subscriptions s on p.kind = 'plan' and s.subscription_id::text = p.description
     where p.posting_id > v_mark.settled_id and p.kind in ('booking', 'extension', 'order', 'document', 'plan')
       and coalesce(k.country_code, o.country_code, d.country_code, s.country_code) is not null
       and not exists (select 1 from receipts r where r.posting_id = p.posting_id)
     order by p.posting_id limit p_limit
  loop
    insert into receipt_counters (country_code) values (v_charge.country_code) on conflict do nothing;
    update receipt_counters c set last_number = last_number + 1 where c.country_code = v_charge.country_code
      returning last_number into v_number;
    insert into receipts (posting_id, country_code, number, created_at)
      values (v_charge.posting_id, v_charge.country_code, v_number, p_now);
    v_count := v_count + 1;
  end loop;
  if v_ended and v_count < p_limit then
    -- A posting has its number a moment before its transaction has one: the newest are left to the next horizon.
    update ledger_marks
       set settled_id = greatest(settled_id, v_mark.horizon_id), horizon_xid = pg_snapshot_xmax(pg_current_snapshot()),
           horizon_id = (select coalesce(max(posting_id), 0) - 1000 from postings)
     where name = 'receipts';
  end if;
  return v_count;
end $$;

-- Reads the next p_limit postings of the ledger, as far as receipts have settled it, and counts what does not add up: postings that do not
-- sum to zero, balances that do not follow from the one before, wallets that hold something else than their last entry says. Each part of
-- the ledger is read once, since nothing of it changes. Returns how many postings it read.
create or replace function audit_ledger(p_limit integer) returns integer language plpgsql as $$
declare
  v_from  bigint;
  v_to    bigint;
  v_wrong bigint;
begin
  select settled_id into strict v_from from ledger_marks where name = 'audit' for update;
  select least(v_from + p_limit, settled_id) into strict v_to from ledger_marks where name = 'receipts';
  if v_to <= v_from then return 0; end if;
  select (select count(*) from (
            select from postings p left join entries e using (posting_id)
             where p.posting_id > v_from and p.posting_id <= v_to
             group by p.posting_id having count(e.entry_id) < 2 or sum(e.amount_minor) <> 0) as unbalanced)
       + (select count(*) from entries e
            left join lateral (select balance_after from entries b
                                where b.wallet_id = e.wallet_id and b.entry_id < e.entry_id order by b.entry_id desc limit 1) as b on true
           where e.posting_id > v_from and e.posting_id <= v_to and e.wallet_id is not null
             and e.balance_after <> coalesce(b.balance_after, 0) + e.amount_minor)
       -- Each by its key: a join reads all wallets as soon as some thousands have moved.
       + (select count(*)
            from (select distinct e.wallet_id from entries e
                   where e.posting_id > v_from and e.posting_id <= v_to and e.wallet_id is not null) as moved
           cross join lateral (select balance_minor from wallets w where w.wallet_id = moved.wallet_id limit 1) as w
           cross join lateral (select balance_after from entries b where b.wallet_id = moved.wallet_id order by b.entry_id desc limit 1) as b
           where w.balance_minor <> b.balance_after)
    into v_wrong;
  update ledger_marks set settled_id = v_to, differences = differences + v_wrong where name = 'audit';
  return (v_to - v_from)::integer;
end $$;

-- All entries of a posting come in one statement, and sum to zero. Nothing takes a wallet below zero but money that went back at the
-- gateway.
create or replace function check_posting_balance() returns trigger language plpgsql as $$
begin
  if exists (select 1 from added group by posting_id having sum(amount_minor) <> 0) then
    raise exception 'a posting does not sum to zero';
  end if;
  if exists (select 1 from added a join entries e using (posting_id) group by a.posting_id
             having count(distinct e.entry_id) <> count(distinct a.entry_id)) then
    raise exception 'a posting is written in one statement';
  end if;
  -- The posting is looked up only where a balance is below zero: hardly ever.
  if exists (select 1 from added a where a.balance_after < 0 and a.amount_minor < 0
              and (select p.kind from postings p where p.posting_id = a.posting_id) not in ('reversal', 'dispute')) then
    raise exception 'a wallet is spent below zero';
  end if;
  return null;
end $$;

create or replace trigger entries_sum_to_zero after insert on entries
  referencing new table as added for each statement execute function check_posting_balance();

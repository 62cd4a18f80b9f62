create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append only';
end $$;

create or replace trigger postings_append_only before update or delete on postings for each row execute function refuse_ledger_change();

create or replace trigger entries_append_only before update or delete on entries for each row execute function refuse_ledger_change();

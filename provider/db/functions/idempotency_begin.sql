-- First statement of an idempotent transaction. States: new (go on), replay (answer is given), reused, in_progress, withdrawn (given up).
-- The advisory lock ends with the transaction, after its commit became visible: a twin sees all of it or nothing.
create or replace function idempotency_begin(p_scope text, p_key text, p_fingerprint text)
returns table (state text, status integer, body text)
language plpgsql as $$
declare
  found_row idempotency_keys%rowtype;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_scope || ' ' || p_key, 0)) then
    return query select 'in_progress', null::integer, null::text;
    return;
  end if;
  select * into found_row from idempotency_keys k where k.scope = p_scope and k.key = p_key;
  if not found then
    return query select 'new', null::integer, null::text;
  elsif found_row.withdrawn then
    return query select 'withdrawn', null::integer, null::text;
  elsif found_row.fingerprint = p_fingerprint then
    return query select 'replay', found_row.status, found_row.body;
  else
    return query select 'reused', null::integer, null::text;
  end if;
end $$;

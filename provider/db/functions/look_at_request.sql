-- Only looks. States: unknown, in_progress, withdrawn, done and refused (with the answer and the fingerprint of what it answered).
-- The lock is shared: those who look do not stand in each other's way.
create or replace function look_at_request(p_scope text, p_key text, p_now timestamptz)
returns table (state text, status integer, body text, fingerprint text)
language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock_shared(hashtextextended(p_scope || ' ' || p_key, 0)) then
    return query select 'in_progress', null::integer, null::text, null::text;
    return;
  end if;
  return query select key_state(k.withdrawn, k.status), k.status, k.body, k.fingerprint
    from idempotency_keys k where k.scope = p_scope and k.key = p_key;
  if found then return; end if;
  return query select case when (find_started_payment(p_scope, p_key)).lease_until > p_now then 'in_progress' else 'unknown' end,
    null::integer, null::text, null::text;
end $$;

-- Keeps a refusal as the answer of its key, so that the same request is refused however late it comes again. Says what stands under the
-- key then: refused, or what a twin has made of it meanwhile, as look_at_request says it. Keeps nothing while a twin is at work, nor
-- beside a payment whose start died: whoever comes next goes on with it.
create or replace function refuse_request(
  p_scope text, p_key text, p_fingerprint text, p_status integer, p_body text, p_now timestamptz
) returns table (state text, status integer, body text, fingerprint text)
language plpgsql as $$
declare
  v_payment payments%rowtype;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_scope || ' ' || p_key, 0)) then
    return query select 'in_progress', null::integer, null::text, null::text;
    return;
  end if;
  v_payment := find_started_payment(p_scope, p_key);
  if v_payment.reference is not null then
    return query select case when v_payment.lease_until > p_now then 'in_progress' else 'unknown' end,
      null::integer, null::text, null::text;
    return;
  end if;
  insert into idempotency_keys as k (scope, key, fingerprint, status, body, created_at)
    values (p_scope, p_key, p_fingerprint, p_status, p_body, p_now) on conflict (scope, key) do nothing;
  return query select key_state(k.withdrawn, k.status), k.status, k.body, k.fingerprint
    from idempotency_keys k where k.scope = p_scope and k.key = p_key;
end $$;

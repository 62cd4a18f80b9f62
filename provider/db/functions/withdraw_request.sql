-- Gives a request up that has had no effect; of any other it says what look_at_request says. A payment's start that died before its
-- gateway answered is ended, and the space or the goods that it kept are free again.
create or replace function withdraw_request(p_scope text, p_key text, p_now timestamptz)
returns table (state text, status integer, body text, fingerprint text)
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
    -- Read again once it is ours: a slow start may have ended while this waited.
    select * into strict v_payment from payments p where p.reference = v_payment.reference for update;
    if v_payment.state = 'created' and v_payment.lease_until > p_now then
      return query select 'in_progress', null::integer, null::text, null::text;
      return;
    end if;
    update payments p set state = 'failed', reason = 'cancelled', lease_until = null, next_check_at = null, settled_at = p_now,
           updated_at = p_now
     where p.reference = v_payment.reference and p.state = 'created';
    if found then perform release_payment(v_payment.booking_id, v_payment.order_id, 'payment_failed', p_now); end if;
  end if;
  insert into idempotency_keys as k (scope, key, fingerprint, status, body, created_at, withdrawn)
    values (p_scope, p_key, '', 409, '', p_now, true) on conflict (scope, key) do nothing;
  return query select key_state(k.withdrawn, k.status), k.status, k.body, k.fingerprint
    from idempotency_keys k where k.scope = p_scope and k.key = p_key;
end $$;

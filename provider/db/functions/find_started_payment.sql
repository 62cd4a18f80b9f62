-- A payment's start asks its gateway outside any transaction: that it is at work is said by its lease. Null: no start is under way.
create or replace function find_started_payment(p_scope text, p_key text) returns payments language sql stable as $$
  select p.* from payments p
   where p.user_id = case when p_scope like 'user:%' then substr(p_scope, 6)::uuid end and p.idempotency_key = p_key
     and p.state = 'created' and p.method_id is null
$$;

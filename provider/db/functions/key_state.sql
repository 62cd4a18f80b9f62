-- What a kept key says of its request.
create or replace function key_state(p_withdrawn boolean, p_status integer) returns text language sql immutable as $$
  select case when p_withdrawn then 'withdrawn' when p_status >= 400 then 'refused' else 'done' end
$$;

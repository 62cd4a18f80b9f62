-- When a driver may book again whose last five cancels of the last 24 hours gave everything back; null: now. Without a limit a
-- space could be kept for nothing by booking and cancelling in turn. The numbers are those of src/domain/cancellation.ts.
create or replace function book_again_at(p_user_id uuid, p_now timestamptz) returns timestamptz language sql stable as $$
  select cancelled_at + interval '24 hours' from free_cancellations
   where user_id = p_user_id and cancelled_at > p_now - interval '24 hours'
   order by cancelled_at desc offset 4 limit 1
$$;

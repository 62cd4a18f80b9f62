-- The number and sum of the reviews of a car park that are shown follow each of them, in its transaction.
create or replace function keep_park_rating() returns trigger language plpgsql as $$
declare
  v_before integer := case when tg_op <> 'INSERT' and old.hidden_at is null then old.stars end;
  v_after  integer := case when tg_op <> 'DELETE' and new.hidden_at is null then new.stars end;
begin
  if v_before is distinct from v_after then
    insert into park_ratings as r (park_id, reviews, stars)
    values (coalesce(new.park_id, old.park_id), case when v_after is null then 0 else 1 end, coalesce(v_after, 0))
    on conflict (park_id) do update set
      reviews = r.reviews + (v_after is not null)::integer - (v_before is not null)::integer,
      stars = r.stars + coalesce(v_after, 0) - coalesce(v_before, 0);
  end if;
  return null;
end $$;

create or replace trigger reviews_rate_parks after insert or delete or update of stars, hidden_at on reviews
  for each row execute function keep_park_rating();

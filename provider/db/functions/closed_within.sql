-- Whether a car park is closed at any time of the span [p_from, p_to).
create or replace function closed_within(p_park_id integer, p_from timestamptz, p_to timestamptz)
returns boolean language sql stable as $$
  select exists (select from park_closures c
                  where c.park_id = p_park_id and c.reopened_at is null and c.starts_at < p_to
                    and (c.ends_at is null or c.ends_at > p_from))
$$;

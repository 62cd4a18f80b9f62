-- Spaces taken at the fullest moment of the span [p_from, p_to) in one park, not counting booking p_except: see peak_occupancies.
create or replace function peak_occupancy(p_park_id integer, p_from timestamptz, p_to timestamptz, p_now timestamptz, p_except uuid)
returns integer language sql stable as $$
  select coalesce((select taken from peak_occupancies(array[p_park_id], p_from, p_to, p_now, p_except)), 0)
$$;

-- Keeps park_cells with parks: adds each of `changed` as often as the trigger says. In order of the key, so that two writers wait for each
-- other and do not lock each other out.
create or replace function count_park_cells() returns trigger language plpgsql as $$
begin
  insert into park_cells as k
  select cell, country_code, coalesce(state, ''), coalesce(city, ''), tg_argv[0]::integer * count(*), 1
    from changed where cell is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (cell, country_code, state, city) do update set parks = k.parks + excluded.parks, changes = k.changes + 1;
  return null;
end $$;

create or replace trigger park_cells_in after insert on parks
  referencing new table as changed for each statement execute function count_park_cells('1');
create or replace trigger park_cells_out after delete on parks
  referencing old table as changed for each statement execute function count_park_cells('-1');
create or replace trigger park_cells_before after update on parks
  referencing old table as changed for each statement execute function count_park_cells('-1');
create or replace trigger park_cells_now after update on parks
  referencing new table as changed for each statement execute function count_park_cells('1');

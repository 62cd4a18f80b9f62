-- Searches at half a million parks: filters inside the index of nearness, counts that are kept instead of made, words that forgive typing errors.

-- These come with PostgreSQL (contrib) and are trusted: the database's owner may create them.
create extension if not exists cube;
create extension if not exists btree_gist;
create extension if not exists intarray;

/*
 * Every filter that finds a park, as numbers below 324, so that a signature of 41 bytes holds each in a bit of its own:
 *   40 * kind (0: any) + 5 * what it must have (1 a roof, 2 chargers, 4 accessible spaces, together) + how high (0: any, 1.9, 2.1, 2.4, 3 m);
 *   320 and above: the country.
 * search-sql.ts asks with the same numbers. Not in functions/: an index stands on it, so that it cannot change without one.
 */
create function park_filters(p_country text, p_kind text, p_covered boolean, p_chargers integer, p_accessible integer, p_height double precision)
returns integer[] language plpgsql immutable parallel safe as $$
declare
  own integer := coalesce(p_covered, false)::integer + 2 * (coalesce(p_chargers, 0) > 0)::integer + 4 * (coalesce(p_accessible, 0) > 0)::integer;
  height integer := width_bucket(coalesce(p_height, 0), array[0, 1.9, 2.1, 2.4, 3]) - 1;
  kind integer := 40 * coalesce(array_position(array['garage', 'lot', 'street', 'airport', 'stadium', 'station', 'unknown'], p_kind), 0);
  found integer[] := array[319 + array_position(array['NG', 'US', 'CA', 'SN'], p_country)];
begin
  for must in 0..own loop
    continue when must & ~own <> 0;
    for high in 0..height loop
      found := found || (5 * must + high);
      if kind > 0 then found := found || (kind + 5 * must + high); end if;
    end loop;
  end loop;
  return found;
end $$;

-- Nearest first, over the whole globe: unit vectors, so that neither the antimeridian nor a pole is an edge. Space comes first, so that the
-- tree is one of neighbours whatever is asked for; each of its pages knows which filters find something in it, so that a walk opens no other.
create index parks_by_place_and_filter on parks using gist (
  (cube(array[cos(radians(lat)) * cos(radians(lng)), cos(radians(lat)) * sin(radians(lng)), sin(radians(lat))])),
  park_filters(country_code, kind, covered, ev_chargers, accessible_spaces, height_limit_m) gist__intbig_ops (siglen = 41)
) where lat is not null;

-- How many parks each filter finds in a country, kept by count_parks().
create table park_counts (
  country_code text not null,
  filter       integer not null,
  placed       integer not null,                      -- with coordinates
  unplaced     integer not null,
  primary key (filter, country_code)
);
-- The same for each 2,048 ids and the filters that lists are walked by (any kind, or one): where the thousandth page begins.
create table park_blocks (
  country_code text not null,
  filter       integer not null,
  block        integer not null,                      -- id / 2048
  placed       integer not null,
  unplaced     integer not null,
  primary key (filter, country_code, block)
);

-- Every word without a digit that some park has or had, to look for the one that was meant; kept by keep_words(). A word that no park has any more finds nothing.
create table park_words (
  word      text collate "C" primary key,
  backwards text collate "C" not null                 -- the end of a word is the beginning of this
);
create index park_words_backwards on park_words (backwards);

-- Similar words by trigrams where the extension can be had; similar_words() does without it elsewhere.
do $$ begin
  create extension if not exists pg_trgm;
  create index park_words_alike on park_words using gin (word gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'pg_trgm is not there: similar words are found by their halves';
end $$;

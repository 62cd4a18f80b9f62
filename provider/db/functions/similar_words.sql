-- Words that may be p_word mistyped, for a rule to look at (rules/typing-errors.ts). Those that begin as it does or end as it does: p_errors
-- errors leave the first or the last of p_errors + 1 parts as it is, but where each of them is hit and the middle is not; at most 1,000 from
-- each side. With pg_trgm also the 200 that share most of its trigrams, which the middle is enough for.
create or replace function similar_words(p_word text, p_errors integer) returns setof text language plpgsql stable as $$
declare
  part integer := length(p_word) / (p_errors + 1);
  first text := left(p_word, part);
  last text := left(reverse(p_word), part);
begin
  -- Begun by comparing and ended by a limit, as in park-words.ts. 10FFFF is above every character of a word.
  return query
    select w.word from (select word from park_words where word >= first order by word limit 1000) as w
     where w.word < first || U&'\+10FFFF'
    union
    select w.word from (select word, backwards from park_words where backwards >= last order by backwards limit 1000) as w
     where w.backwards < last || U&'\+10FFFF';
  if exists (select from pg_extension where extname = 'pg_trgm') then
    return query execute
      'select word from park_words where word % $1 order by similarity(word, $1) desc, word limit 200' using p_word;
  end if;
end $$;

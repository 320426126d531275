-- Whether a pair is asked something: kept in an index, since folding all ways to ask of 20,000 pairs takes seconds.
-- By a digest: a question is longer than a key of an index may be. Without capitals, signs and double spaces; a database without a locale lowers no Russian letter by itself.
create function question_asked(question text) returns uuid language sql immutable strict parallel safe
begin atomic
  select md5(btrim(regexp_replace(
    lower(translate(question, 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе')),
    '[\s\u00a0.,:;!?…"''«»„“”()/–—-]+', ' ', 'g')))::uuid;
end;

-- `phrasings`: a line each. So costly that a plan asks the index, also of a base of which nothing is counted yet. Its body is read once, here: an index is made without a
-- search path.
create function questions_asked(question text, phrasings text) returns uuid[]
  language sql immutable strict parallel safe cost 1000000
begin atomic
  select array_agg(distinct question_asked(way))
  from unnest(array[question] || string_to_array(nullif(phrasings, ''), E'\n')) as way;
end;

-- Written at once: what waits to be put into the index is looked through by each search.
create index passages_asked on passages using gin (questions_asked(question, phrasings)) with (fastupdate = off) where kind = 'qa';

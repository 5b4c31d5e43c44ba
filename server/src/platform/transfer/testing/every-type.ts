/** A migration with a column of every type that a room may come to use, and of some that none should. */
export const TYPES_SQL = `
  create schema if not exists views;
  create type views.colour as enum ('red', 'it''s "blue"');
  create type views.pair as (a int, b text);
  create domain views.positive as int check (value > 0);
  create sequence views.counter start 40 increment 2;
  create table views.every_type (
    always_id int generated always as identity, serial_id bigserial, counted bigint default nextval('views.counter'),
    i2 int2, i4 int4, i8 int8, n numeric, n2 numeric(10, 2), f4 float4, f8 float8,
    t text, v varchar(5), c char(5), internal "char", sysname name, flag boolean, bin bytea,
    ts timestamp, tstz timestamptz, tstz3 timestamptz(3), d date, tm time, tmz timetz, gap interval,
    u uuid, j json, jb jsonb, path jsonpath, doc xml, ip inet, net cidr, mac macaddr, bits bit(5), vbits varbit,
    texts text[], numbers numeric[], deep int[][], shifted int[], times timestamptz[], docs jsonb[], bins bytea[],
    e views.colour, es views.colour[], p views.pair, ps views.pair[], pos views.positive,
    r int4range, rt tstzrange, mr int8multirange, words tsvector, question tsquery, spot point, shape polygon,
    twice bigint generated always as (i4::bigint * 2) stored, gone int, "odd ""Name" text
  );
  alter table views.every_type drop column gone;`;

/** Three rows of extremes and one of nulls. */
export const VALUES_SQL = `
  insert into views.every_type (i2, i4, i8, n, n2, f4, f8, t, v, c, internal, sysname, flag, bin, ts, tstz, tstz3, d, tm, tmz,
    gap, u, j, jb, path, doc, ip, net, mac, bits, vbits, texts, numbers, deep, shifted, times, docs, bins, e, es, p, ps, pos,
    r, rt, mr, words, question, spot, shape, "odd ""Name") values
  (32767, -2147483648, 9223372036854775807, '123456789012345678901234567890.123456789', '0.10', '1.1754944e-38',
    '5e-324', E'a\\tb\\r\\nc\\\\d"e''f\\u2028\\u0001 \\U0001F600', '', 'ab', 'x', 'n', true, '\\x00ff5c22',
    '2026-01-02 03:04:05.000001', '2026-03-29 01:59:59.999999+00', '2026-01-01 00:00:00.123Z', '0044-03-15 BC', '24:00:00',
    '23:59:59.5-07:30', '1 year -2 mons 3 days -04:05:06.000007', gen_random_uuid(), '{"a" : 1.0,  "a":2}',
    '{"big": 12345678901234567890.10, "s": "\\u00e9\\n"}', '$.a[*] ? (@ > 1)', '<a b="1">x &amp; y</a>', '10.0.0.1/8', '10.0.0.0/8',
    '08:00:2b:01:02:03', '10101', '1', '{a,NULL,"NULL","","q\\"uo,te","{}",back\\\\slash}', '{NaN,1.0,-0.00}', '{{1,2},{3,4}}',
    '[5:7]={1,2,3}', '{infinity,"2026-01-01 00:00:00.000001+00"}', array['{"a": "b,\\"c"}'::jsonb, null], array['\\x00'::bytea, ''],
    'it''s "blue"', '{red,"it''s \\"blue\\""}', row(1, 'a,"b"')::views.pair, array[row(null, '')::views.pair], 7,
    '[1,5)', '["2026-01-01 00:00:00+00",)', '{[1,3),[5,9)}', to_tsvector('simple', 'it''s a test'), 'a & !b', '(1.5,-2)',
    '((0,0),(1,1e-7),(0,1))', 'odd'),
  (-32768, 2147483, -9223372036854775808, 'NaN', '99999999.99', 'NaN', '-0', '', 'é€😀xy', '     ', '"', '', false, '',
    'infinity', '-infinity', 'infinity', '-infinity', '00:00', '00:00+00', '-178000000 years', null, 'null', 'null', null, null,
    '::1', '2001:db8::/32', null, '00000', '', '{}', '{}', '{}', '{}', '{}', '{}', '{}', 'red', '{}', row(null, null)::views.pair, '{}',
    null, 'empty', '(,)', '{}', '', '', '(0,0)', '((1,1))', E'\\n'),
  (0, 0, 0, '-Infinity', null, '3.4028235e38', '1.7976931348623157e308', repeat('wide ', 20000), null, null, null, null, null,
    decode(repeat('00ff', 20000), 'hex'), null, null, null, null, null, null, null, null, null, '"\\\\"', null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
  insert into views.every_type (t) values (null);`;

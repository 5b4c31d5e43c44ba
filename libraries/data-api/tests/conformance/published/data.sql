truncate api.items, api.clients, api.projects, api.tasks, api.users, api.users_tasks, api.invoices, api.categories, api.expenses,
  api.pages, api.addresses, api.orders, api.countries, api.capitals, api.words, api.no_key, api.only_key, api.pairs, api.langs,
  api.single_unique, api.generated, api.moments, api.fixed, api.chores, api.documents, api.spans, api.searches, api.has_count,
  api."Odd-Name", api.grouped, api.watched, extra.parents, base.stuff restart identity cascade;
insert into api.items select generate_series(1, 15);
insert into api.clients values (1, 'Acme'), (2, 'Birch');
insert into api.projects values (1, 'Roof', 1), (2, 'Wall', 1), (3, 'Pond', 2), (4, 'Path', 2), (5, 'Loose', null);
insert into api.tasks values (1, 'Draw roof', 1), (2, 'Build roof', 1), (3, 'Draw wall', 2), (4, 'Build wall', 2), (5, 'Draw pond', 3);
insert into api.users values (1, 'Ann'), (2, 'Bob'), (3, 'Cyd');
insert into api.users_tasks values (1, 1), (1, 2), (2, 3), (2, 5), (3, 1);
insert into api.invoices values (1, 100, 1), (2, 200, 1), (3, 500, 2), (4, 700, 2), (5, 1200, 3);
insert into api.categories values (1, 'Bea', 1000.5), (2, 'Abe', 2000), (3, 'Bea', 500);
insert into api.expenses values (1, 10.5, 1), (2, 20, 2), (3, 30, 3), (4, 40, 1);
insert into api.pages values (1, 'root', null), (2, 'left', 1), (3, 'right', 1), (4, 'leaf', 2);
insert into api.addresses values (1, 'Main'), (2, 'High');
insert into api.orders values (1, 'first', 1, 2), (2, 'second', 2, 2);
insert into api.countries values (1, 'Peru'), (2, 'Chad');
insert into api.capitals values (1, 'Lima', 1), (2, 'N''Djamena', 2);
insert into api.words values ('xyyx', 'u'), ('xYYx', 'v'), ('50%', 'w'), ('5 of 6', 'x');
insert into api.no_key values ('1', '0'), ('2', '0'), (null, null);
insert into api.only_key values (1), (2);
insert into api.pairs values (1, 'one', 'old');
insert into api.langs values ('Ada', 1), ('Basic', 2), ('Cobol', 3);
insert into api.single_unique values (1, 'A');
insert into api.generated (name) values ('first');
insert into api.moments values ('2023-10-18T12:37:59.611Z');
insert into api.chores values (1, 'wash', true), (2, 'dry', false), (3, 'iron', null);
insert into api.documents values (1, '{"foo": {"int": 1, "bar": "baz"}, "list": [1, 2]}'), (2, '{"foo": {"int": 2}}');
insert into api.spans values (1, '[1,5)', '{1}'), (2, '[5,10)', '{1,2}'), (3, null, '{1,2,3}');
insert into api.searches values (to_tsvector('english', 'It was kind of impossible fun')), (to_tsvector('french', 'C''est un peu amusant'));
insert into api.has_count values (1, 7);
insert into api."Odd-Name" values (1, 5, 'x');
insert into api.grouped values (1, 'a', 3), (2, 'a', 4), (3, 'b', 5);
insert into api.watched values (1, 'one');
insert into extra.parents values (1, 'Extra');
insert into base.stuff values (1, 'stuff 1');

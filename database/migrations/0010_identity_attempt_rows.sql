-- An attempt takes back its own rows alone: many fall into one instant, so the time does not tell them apart.
alter table identity.attempts add column attempt uuid;

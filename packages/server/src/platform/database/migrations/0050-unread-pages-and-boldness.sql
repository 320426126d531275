-- Pages of a PDF that could not be read, while others could; and how bold a base answers, by the owner's choice.
alter table knowledge_sources add column unread_pages integer[] not null default '{}';
alter table knowledge_bases
  add column boldness text not null default 'usual' check (boldness in ('careful', 'usual', 'bold'));

/**
 * Data of one origin are left out of a fit together: the same texts in two languages, or the same kind of questions from
 * one collection, would give each other away.
 */
const familyOfTask = new Map([
  ['askubuntu', 'questions of sites'],
  ['webapps', 'questions of sites'],
  ['hwu-ru', 'voice requests'],
  ['hwu64', 'voice requests'],
  ['squad2-dev-en', 'paragraphs with spans'],
  ['xquad-dev-en', 'paragraphs with spans'],
  ['xquad-dev-ru', 'paragraphs with spans'],
]);

export function familyOf(task: string): string {
  return familyOfTask.get(task) ?? task;
}

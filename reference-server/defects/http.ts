import { withoutHeader } from '../answer.ts';
import type { Defect } from '../change.ts';
import { answersOf, editAnswers, withStatus } from '../edits.ts';
import { stringify, written } from '../json.ts';

export const httpDefects: readonly Defect[] = [
  {
    id: 'date-missing',
    title: 'Answers carry no Date',
    story: 'A switch for benchmarks was left on.',
    requirements: ['http.date'],
    change: editAnswers(
      () => true,
      (answer) => withoutHeader(answer, 'Date'),
    ),
  },
  {
    id: 'date-missing-on-401',
    title: '401 carries no Date',
    story: 'The guard stands before the part that writes the general headers.',
    requirements: ['http.date'],
    change: editAnswers(withStatus(401), (answer) => withoutHeader(answer, 'Date')),
  },
  {
    id: 'byte-order-mark',
    title: 'The list begins with a byte order mark',
    story: 'The default UTF-8 of the platform writes one.',
    requirements: ['http.json-clean'],
    change: editAnswers(answersOf('listCategories', 200), (answer) => ({
      ...answer,
      body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), answer.body]),
    })),
  },
  {
    id: 'names-twice',
    title: 'Listed categories hold their id twice',
    story: 'A field of the base class and one of the class are both written.',
    requirements: ['http.json-clean'],
    change: (parts) => ({
      categoryJson: (category, place) => {
        const json = parts.categoryJson(category, place);
        return place === 'list' ? written(`{"id":${category.id},${stringify(json).slice(1)}`) : json;
      },
    }),
  },
];

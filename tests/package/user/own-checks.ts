import { everyResponse, fieldLines, isList, requirement, suite, unmet } from 'petstore-conformance/check';

export default suite('Our API guide', [
  requirement({
    id: 'guide.typed',
    level: 'required',
    title: 'A list must have a Content-Type',
    impact: 'Clients have to guess the format.',
    fix: 'Send Content-Type.',
    testedBy: ['list.ok'],
  }),
  everyResponse('guide.typed', 'a list has a Content-Type', isList, (exchange) => {
    const types = fieldLines(exchange, 'content-type');
    if (types.length === 0) unmet('a Content-Type', 'none', 'there is no Content-Type');
  }),
]);

import { defineChecks, everyResponse, fieldLines, isList, unmet } from 'petstore-conformance/check';

export default defineChecks({
  section: 'Our API guide',
  requirements: [
    {
      id: 'guide.typed',
      level: 'required',
      title: 'lists say what they are',
      impact: 'Clients guess.',
      fix: 'Send Content-Type.',
      testedBy: ['list.ok'],
    },
  ],
  checks: [
    everyResponse('guide.typed', 'a list has a Content-Type', isList, (exchange) => {
      const types = fieldLines(exchange, 'content-type');
      if (types.length === 0) unmet('a Content-Type', 'none', 'there is no Content-Type');
    }),
  ],
});
